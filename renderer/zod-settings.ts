import { config } from 'zod';

// The page may not make code while it runs: left alone, zod would try, and meet the content security policy. Imported before every schema.
config({ jitless: true });
