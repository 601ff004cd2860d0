import { config } from 'zod';

// The page may not make code while it runs. Left alone, zod would try with the first schema, and the browser would read the whole script
// again to say where it refused. In a file of its own (scripts/vite/renderer.config.ts), so that it runs before every schema.
config({ jitless: true });
