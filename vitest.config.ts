import { tmpdir } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** The stub of Electron is for Linux only; on other systems the workflow packages with the real one. README.md says so. */
const notHere = process.platform === 'linux' ? [] : ['test/package/**'];
/**
 * They replace Electron with a double, one per file, so no file may see the modules of another: each has a process of its own, which loads the
 * core again. All other tests are one project, including browser tests and those of the shell that need no Electron: a worker ends when the
 * next file is of another project.
 */
const doubled = ['test/electron/!(saved-files|update-signatures|window-state).test.ts'];
const root = import.meta.dirname.replaceAll('\\', '/').replaceAll(/[.*+?^${}()|[\]]/g, String.raw`\$&`);
/** Files of the program that Node loads itself, as it does outside the tests: all that begin with this path, below the root. */
const readByNode = (places: string) => ({ deps: { external: [new RegExp(`^${root}/(?:${places})`)] } });
/**
 * They count what a gateway sees within a second: another test that uses the machine would distort the result. All others share
 * the machine, so that no core waits for the end of a group.
 */
const measured = ['test/rude/rate.test.ts', 'test/gateway/rate.test.ts'];
const never = [...configDefaults.exclude, 'test/electron-real/**', ...notHere];

/** Replaces the state directory of the user who runs the tests; `test/build.ts` deletes it. */
const stateDirectory = path.join(tmpdir(), `bursar-test-state-${process.pid}`);
process.env['BURSAR_STATE_DIR'] = stateDirectory;

/**
 * Tests with many processes take long on a busy machine; no test is about time. The files of a worker share
 * their modules, so that the core is loaded once for all of them: a helper must undo its changes after the test.
 */
const common = {
  setupFiles: 'test/without-generated-code.ts',
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // By default `expect.poll` gives up after one second, which any of them may take on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  // Three per core, on the two cores that the duration of `npm test` is promised for: a test that waits for an answer leaves its core to another.
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
          // Each start of the app loads its own modules, as a process does, if they concern Electron; the rest is shared.
          server: readByNode('(?:contract|sandbox)/|main/(?!electron\\.ts|faces/)'),
          include: doubled,
          exclude: never,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
