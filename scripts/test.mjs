// Everything that `npm test` promises: types, lint, format, the house, and every test against a fresh build; then one line that counts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const isWindows = process.platform === 'win32';
const checks = [
  ['types', ['tsc', '-p', '.']],
  ['types of the page', ['tsc', '-p', 'renderer']],
  ['lint', ['oxlint', '--deny-warnings']],
  ['format', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['house', ['node', 'scripts/check-house.mjs']],
];

const count = { passed: 0, failed: 0 };
const tell = (text) => process.stdout.write(`${text}\n`);

function run([command, ...words], environment = {}) {
  const options = { stdio: 'inherit', shell: isWindows, env: { ...process.env, ...environment } };
  return spawnSync(command, words, options).status === 0;
}

for (const [name, command] of checks) {
  const startedAt = Date.now();
  const isFine = run(command);
  count[isFine ? 'passed' : 'failed'] += 1;
  tell(`${isFine ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
}

const folder = mkdtempSync(path.join(tmpdir(), 'bursar-test-'));
const resultFile = path.join(folder, 'vitest.json');
const vitest = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${resultFile}`];
// The program is started hundreds of times: what is compiled once need not be compiled again.
const environment = { NODE_COMPILE_CACHE: path.join(folder, 'compile-cache') };
const areTestsFine = run(['node', 'scripts/with-keyring.mjs', ...vitest], environment);
try {
  const { numPassedTests, numFailedTests, numTotalTests, numFailedTestSuites } = JSON.parse(
    readFileSync(resultFile, 'utf8'),
  );
  const unaccounted = numTotalTests - numPassedTests - numFailedTests;
  if (unaccounted > 0) tell(`${unaccounted} tests were skipped; nothing may be skipped.`);
  count.passed += numPassedTests;
  count.failed += numFailedTests + unaccounted;
  // A file that cannot even be read has no failed test, and is a failure all the same.
  if (!areTestsFine && numFailedTests === 0) count.failed += Math.max(1, numFailedTestSuites);
} catch {
  tell('The tests did not run to their end.');
  count.failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

tell(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);
