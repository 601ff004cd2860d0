import { defineConfig } from 'vitest/config';

/** The desktop app in the real Electron, for computers that have its binary: `npm run test:electron`. */
export default defineConfig({
  test: {
    include: ['test/electron-real/*.test.ts'],
    globalSetup: 'test/build.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 1,
  },
});
