#!/usr/bin/env node
// Starts Bursar under a Node that it can run on: this one where it is new enough, else the one that npm installed beside it.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const oldestNode = 24;
const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const program = path.join(root, 'out', 'cli', 'bursar.js');

if (!existsSync(program)) {
  process.stderr.write('bursar: it is not built yet. Run `npm ci` (or `npm run build`) in its folder.\n');
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) >= oldestNode) {
  await import(pathToFileURL(program).href);
} else {
  const node = path.join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (!existsSync(node)) {
    process.stderr.write(`bursar: needs Node ${oldestNode} or newer; this is ${process.version}.\n`);
    process.exit(1);
  }
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [program, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128 + (constants.signals[signal] ?? 0));
  });
}
