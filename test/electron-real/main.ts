import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from '../../main/faces/cli/electron-binary.ts';
import { wrongFuses } from './packaged-fuses.ts';

/**
 * `npm run test:electron` runs the main flows in the real Electron, `npm run test:electron -- --fuses-only` reads the fuses of the
 * program that `npm run package` left in dist/. Nothing is downloaded here.
 */
const root = path.resolve(import.meta.dirname, '../..');

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const { values } = parseArgs({ options: { 'fuses-only': { type: 'boolean', default: false } } });

if (values['fuses-only']) {
  const wrong = await wrongFuses(path.join(root, 'dist'));
  if (wrong === null) fail('There is no packaged program in dist/: make one with `npm run package`.');
  if (wrong.length > 0) fail(`These fuses are not as scripts/fuses.mjs says: ${wrong.join('; ')}.`);
  process.stdout.write('All nine fuses of the packaged program are as scripts/fuses.mjs says.\n');
} else {
  if (findElectron() === null)
    fail(
      'Electron’s binary is not in node_modules/electron, so nothing was tested: fetch it with `npx install-electron` and try again.',
    );
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.electron.config.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
