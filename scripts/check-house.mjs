// Checks that imports run one way only, and that every file was looked at: a cruise that reads no module finds no fault.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const rooms = ['contract', 'main', 'preload', 'renderer', 'sandbox'].filter((room) => existsSync(room));
const isSource = (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts');
const sources = rooms.flatMap((room) =>
  readdirSync(room, { recursive: true })
    .map(String)
    .filter(isSource)
    .map((name) => path.posix.join(room, name.split(path.sep).join('/'))),
);

const cruise = spawnSync(
  'depcruise',
  ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...rooms],
  {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32',
  },
);
if (cruise.error !== undefined || cruise.stdout === '') {
  process.stderr.write(`The house could not be checked: ${cruise.error?.message ?? cruise.stderr}\n`);
  process.exit(1);
}
const { modules, summary } = JSON.parse(cruise.stdout);
const read = new Set(modules.map(({ source }) => source));
const unread = sources.filter((source) => !read.has(source));
for (const source of unread) process.stderr.write(`not looked at: ${source}\n`);
const faults = summary.violations.filter(({ rule }) => rule.severity === 'error');
for (const { rule, from, to } of faults) process.stderr.write(`${rule.name}: ${from} → ${to}\n`);
process.stdout.write(
  `The house: ${sources.length} files looked at, ${faults.length} imports against the rules.\n`,
);
process.exit(unread.length + faults.length === 0 && sources.length > 0 ? 0 : 1);
