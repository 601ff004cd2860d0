// Everything that `npm test` checks: types, lint, format, the house, and every test against a fresh build; then the time of each
// suite, and one line with the counts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const isWindows = process.platform === 'win32';
/**
 * By its path: `tsc` alone is TypeScript 6 (docs/decisions/0003). One checker: with several, each would process the libraries' types again,
 * on a core that the tests need.
 */
const typescript = ['node', 'node_modules/typescript-native/bin/tsc', '--checkers', '1'];
/** The checker (a Go program) spent half of its time collecting garbage, of which it has little: it needs 1.2 GB without doing so. */
const checkEnvironment = { GOGC: 'off', GOMEMLIMIT: '2GiB' };
/** One after the other beside the tests, which leave a core idle while they build and wait. */
const checks = [
  ['types', [...typescript, '-p', '.']],
  ['types of the page', [...typescript, '-p', 'renderer']],
  ['format', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--deny-warnings']],
  ['house', ['node', 'scripts/check-house.mjs']],
];

const count = { passed: 0, failed: 0 };
const tell = (text) => process.stdout.write(`${text}\n`);
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Runs a command to its end; returns whether it succeeded, and its output unless that went to the terminal. */
function run([command, ...words], stdio, environment = {}) {
  const options = { stdio, shell: isWindows, env: { ...process.env, ...environment } };
  return new Promise((resolve) => {
    const child = spawn(command, words, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ isFine: false, output: `${error.message}\n` }));
    child.once('close', (code) => resolve({ isFine: code === 0, output }));
  });
}

/** Runs a check; returns its message, to be printed after the output of the tests. */
async function check(name, command) {
  const startedAt = Date.now();
  const { isFine, output } = await run(command, ['ignore', 'pipe', 'pipe'], checkEnvironment);
  count[isFine ? 'passed' : 'failed'] += 1;
  return `${output}${isFine ? 'ok  ' : 'FAIL'} ${name} (${seconds(Date.now() - startedAt)})`;
}

async function runChecks() {
  const said = [];
  for (const [name, command] of checks) said.push(await check(name, command));
  return said;
}

/** The time of each suite, a folder of `test/`, longest first: the sum of its files, although several run in parallel. */
function suiteTimes(files) {
  const suites = new Map();
  for (const { name, startTime, endTime, assertionResults } of files) {
    const [suite] = path.relative(path.resolve('test'), name).split(path.sep);
    const { time, tests } = suites.get(suite) ?? { time: 0, tests: 0 };
    suites.set(suite, { time: time + endTime - startTime, tests: tests + assertionResults.length });
  }
  return [...suites]
    .toSorted(([, left], [, right]) => right.time - left.time)
    .map(
      ([suite, { time, tests }]) =>
        `${suite.padEnd(14)}${seconds(time).padStart(9)}  ${String(tests).padStart(5)} tests`,
    )
    .join('\n');
}

const memoryFolder = '/dev/shm';
const memoryNeeded = 6 * 1024 ** 3;

/** An in-memory folder with room for all files of the tests, since thousands of databases would wait for the disk; null: none. */
function inMemory() {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= memoryNeeded && freemem() >= 2 * memoryNeeded ? memoryFolder : null;
  } catch {
    return null;
  }
}

const startedAt = Date.now();
const folder = mkdtempSync(path.join(inMemory() ?? tmpdir(), 'bursar-test-'));
const resultFile = path.join(folder, 'vitest.json');
const vitest = [
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=./test/how-far.ts',
  '--reporter=json',
  `--outputFile.json=${resultFile}`,
];
// The program is started hundreds of times, so compiled code is cached.
const environment = { TMPDIR: folder, NODE_COMPILE_CACHE: path.join(folder, 'compile-cache') };
const [tests, said] = await Promise.all([
  run(['node', 'scripts/with-keyring.mjs', ...vitest], 'inherit', environment),
  runChecks(),
]);
said.push(await check('the map of the tests', ['node', 'test/house/check-test-map.ts', resultFile]));
for (const words of said) tell(words);
try {
  const { numPassedTests, numFailedTests, numTotalTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(resultFile, 'utf8'),
  );
  tell(suiteTimes(testResults));
  const unaccounted = numTotalTests - numPassedTests - numFailedTests;
  if (unaccounted > 0) tell(`${unaccounted} tests were skipped; nothing may be skipped.`);
  count.passed += numPassedTests;
  count.failed += numFailedTests + unaccounted;
  // A file that cannot even be read has no failed test, but is still a failure.
  if (!tests.isFine && numFailedTests === 0) count.failed += Math.max(1, numFailedTestSuites);
} catch {
  tell('The tests did not run to their end.');
  count.failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

tell(`All of it took ${seconds(Date.now() - startedAt)}.`);
tell(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);
