import { configDefaults, defineConfig } from 'vitest/config';

/** The stub of Electron is one for Linux; elsewhere the workflow packages with the real one. README.md says so. */
const notHere = process.platform === 'linux' ? [] : ['test/package/**'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...notHere],
    globalSetup: 'test/build.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
