import { tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** The stub of Electron is one for Linux; elsewhere the workflow packages with the real one. README.md says so. */
const notHere = process.platform === 'linux' ? [] : ['test/package/**'];
/** They start browsers, or package: they come last, so that nothing else has to share the machine with them. */
const heavy = ['test/browser/**/*.test.ts', 'test/electron/**/*.test.ts', 'test/package/**/*.test.ts'];
/** They count what a gateway sees within a second: another test that takes the machine would be what they measure. */
const measured = ['test/rude/rate.test.ts', 'test/gateway/rate.test.ts'];
const never = [...configDefaults.exclude, 'test/electron-real/**', ...notHere];

/** In place of the state directory of whoever runs the tests; `test/build.ts` takes it away. */
const stateDirectory = path.join(tmpdir(), `bursar-test-state-${process.pid}`);
process.env['BURSAR_STATE_DIR'] = stateDirectory;

const common = { testTimeout: 30_000, hookTimeout: 60_000, pool: 'forks', maxWorkers: 2 } as const;

export default defineConfig({
  test: {
    globalSetup: 'test/build.ts',
    ...common,
    projects: [
      {
        test: {
          ...common,
          name: 'program',
          include: ['test/**/*.test.ts'],
          exclude: [...never, ...heavy, ...measured],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          maxWorkers: 1,
          name: 'rate',
          include: measured,
          exclude: never,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...common, name: 'window', include: heavy, exclude: never, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
