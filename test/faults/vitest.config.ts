import { defineConfig } from 'vitest/config';

/** Runs single test files in a copy of the tree, without building the program first. */
export default defineConfig({ test: { testTimeout: 30_000, pool: 'forks', maxWorkers: 1 } });
