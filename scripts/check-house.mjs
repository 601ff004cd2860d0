// Checks that imports run one way only, that the core has few rooms on few levels, that no folder holds too many files, and that no two
// files of a layer share a name.
// It also checks that every file was read: a check that reads no module finds no fault.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const rooms = ['contract', 'main', 'preload', 'renderer', 'sandbox'].filter((room) => existsSync(room));
const isSource = (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts');
/** Folders whose files are not counted. */
const uncounted = new Set(['docs/screenshots']);
const sources = rooms.flatMap((room) =>
  readdirSync(room, { recursive: true })
    .map(String)
    .filter(isSource)
    .map((name) => path.posix.join(room, name.split(path.sep).join('/'))),
);

/** The most files side by side in one folder. */
const mostFiles = 20;
const foldersIn = (folder) => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [path.join(entry.parentPath, entry.name).split(path.sep).join('/')] : [],
  ),
];
const folders = [
  '.',
  ...[...rooms, 'build', 'docs', 'examples', 'scripts', 'test'].filter(existsSync).flatMap(foldersIn),
];
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()).length;
const tooFull = folders.flatMap((folder) => {
  const files = uncounted.has(folder) ? 0 : filesIn(folder);
  return files > mostFiles ? [{ folder, files }] : [];
});
for (const { folder, files } of tooFull)
  process.stderr.write(`too many files beside each other: ${folder} has ${files}, at most ${mostFiles}\n`);

/** The layer of a file: a room, a folder of `main`, or one of the faces. */
const layerOf = (source) => /^(?:main\/faces\/[^/]+|main\/[^/]+(?=\/)|[^/]+)/.exec(source)?.[0] ?? source;
const byName = Map.groupBy(sources, (source) => `${layerOf(source)} ${path.posix.basename(source)}`);
const twins = [...byName.values()].filter(
  (files) => files.length > 1 && path.posix.basename(files[0]) !== 'index.ts',
);
for (const files of twins) process.stderr.write(`one name twice in a layer: ${files.join(', ')}\n`);

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

/** The most rooms of the core, which are its folders and the files at its root, and the most levels of imports between them. */
const most = { rooms: 17, levels: 8 };
const coreRoomOf = (source) => /^main\/core\/([^/]+)/.exec(source)?.[1];
const coreRooms = Map.groupBy(modules, ({ source }) => coreRoomOf(source));
coreRooms.delete(undefined);
const importedBy = (room) =>
  new Set(
    coreRooms
      .get(room)
      .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => coreRoomOf(resolved))),
  );
/** A room is one level above the highest room that it imports from; a circle is a fault of its own. */
function levelOf(room, above = []) {
  const lower = [...importedBy(room)].filter(
    (name) => coreRooms.has(name) && ![room, ...above].includes(name),
  );
  return 1 + Math.max(0, ...lower.map((name) => levelOf(name, [...above, room])));
}
const core = {
  rooms: coreRooms.size,
  levels: Math.max(0, ...[...coreRooms.keys()].map((room) => levelOf(room))),
};
const tooMany = Object.keys(most).filter((name) => core[name] > most[name]);
for (const name of tooMany)
  process.stderr.write(`main/core has ${core[name]} ${name}, at most ${most[name]}\n`);
process.stdout.write(
  `The house: ${sources.length} files looked at, ${faults.length} imports against the rules, ${tooFull.length} folders too full, ${twins.length} names twice in a layer.\n`,
);
process.exit(
  unread.length + faults.length + tooFull.length + twins.length + tooMany.length === 0 && sources.length > 0
    ? 0
    : 1,
);
