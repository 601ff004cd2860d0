import { tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** The stub of Electron is one for Linux; elsewhere the workflow packages with the real one. README.md says so. */
const notHere = process.platform === 'linux' ? [] : ['test/package/**'];
/**
 * They put a double in the place of Electron, each file its own: no file may see the modules of another. All that can do without is one
 * project, browser tests too: a worker ends where the next file is of another project, and a new one reads the core again.
 */
const doubled = ['test/electron/**/*.test.ts'];
const root = import.meta.dirname.replaceAll('\\', '/').replaceAll(/[.*+?^${}()|[\]]/g, String.raw`\$&`);
/** Files of the program that Node reads by itself, as it does outside of the tests: whatever begins with this, below the root. */
const readByNode = (places: string) => ({ deps: { external: [new RegExp(`^${root}/(?:${places})`)] } });
/**
 * They count what a gateway sees within a second: another test that takes the machine would be what they measure. Everything else shares
 * the machine, so that no core waits for the end of a group.
 */
const measured = ['test/rude/rate.test.ts', 'test/gateway/rate.test.ts'];
const never = [...configDefaults.exclude, 'test/electron-real/**', ...notHere];

/** In place of the state directory of whoever runs the tests; `test/build.ts` takes it away. */
const stateDirectory = path.join(tmpdir(), `bursar-test-state-${process.pid}`);
process.env['BURSAR_STATE_DIR'] = stateDirectory;

/**
 * Stories of many processes take their time where a machine has other work to do; no test is about time. The files of a worker share
 * their modules, so that the core is read once for all of them: what a helper changes it takes back after the test.
 */
const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // By itself `expect.poll` gives up after one second, which a busy machine may take for any of them.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks',
  // Three for each of the two cores that the time of `npm test` is promised for: a test that waits for an answer leaves its core to another.
  maxWorkers: 6,
  isolate: false,
} as const;

export default defineConfig({
  test: {
    globalSetup: 'test/build.ts',
    ...common,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'program',
          server: readByNode('(?:contract|main|sandbox)/'),
          include: ['test/**/*.test.ts'],
          exclude: [...never, ...doubled, ...measured],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: 'rate', include: measured, exclude: never, sequence: { groupOrder: 1 } } },
      {
        test: {
          ...common,
          name: 'desktop',
          isolate: true,
          // Each start of the app reads modules of its own, as a process does, of what has to do with Electron; the rest stays as it is.
          server: readByNode('(?:contract|sandbox)/|main/(?!electron\\.ts|faces/)'),
          include: doubled,
          exclude: never,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
