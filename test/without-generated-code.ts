import * as zod from 'zod';

// As the bundles do (`contract/zod-on-demand.ts`): tests that load the program as it is written parse by the same path as the program that people have.
zod.config({ jitless: true });
