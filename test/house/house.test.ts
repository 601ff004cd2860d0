import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
let copy = '';
let status: number | null = null;
let words = '';

/** A copy of the house with everything wrong in it that these tests ask for; one look at it costs as much as a look at each. */
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'bursar-house-'));
  for (const name of [
    'contract',
    'main',
    'preload',
    'renderer',
    'sandbox',
    'scripts',
    'package.json',
    'tsconfig.json',
    '.dependency-cruiser.cjs',
  ])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  writeWrongImports();
  writeCrowd();
  checkHouse();
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function checkHouse(): void {
  const bins = path.join(root, 'node_modules', '.bin');
  const environment = { ...process.env, PATH: `${bins}${path.delimiter}${process.env['PATH'] ?? ''}` };
  const look = spawnSync(process.execPath, ['scripts/check-house.mjs'], {
    cwd: copy,
    encoding: 'utf8',
    env: environment,
  });
  status = look.status;
  words = `${look.stdout}${look.stderr}`;
}

const wrongImports: readonly (readonly [file: string, text: string, rule: string])[] = [
  [
    'contract/wrong-type.ts',
    "import type { Store } from '../main/core/ports/index.ts';\nexport type X = Store;\n",
    'contract: imports run one way',
  ],
  [
    'contract/wrong-node.ts',
    "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n",
    'contract: Node modules',
  ],
  [
    'main/core/wrong-package.ts',
    "import { request } from 'undici';\nexport const x = request;\n",
    'main/core: packages',
  ],
  [
    'main/core/payments/wrong-level.ts',
    "import { run } from '../sending/run.ts';\nexport const x = run;\n",
    'main/core: payments/ imports nothing above it',
  ],
  [
    'main/core/wrong-store.ts',
    "import type { StoreError } from '../store/index.ts';\nexport type X = StoreError;\n",
    'main/core: imports run one way',
  ],
  [
    'main/gateway/wrong-core.ts',
    "import { pollWaitMs } from '../core/payments/schedule.ts';\nexport const x = pollWaitMs;\n",
    'main/gateway: imports run one way',
  ],
  [
    'main/store/wrong-keys.ts',
    "import { createMemoryKeys } from '../keys/index.ts';\nexport const x = createMemoryKeys;\n",
    'main/store: imports run one way',
  ],
  [
    'main/callbacks/wrong-decide.ts',
    "import { afterRead } from '../core/payments/after-read.ts';\nexport const x = afterRead;\n",
    'main/callbacks: imports run one way',
  ],
  [
    'main/faces/cli/wrong-gateway.ts',
    "import { createGateway } from '../../gateway/index.ts';\nexport const x = createGateway;\n",
    'main/faces: imports run one way',
  ],
  [
    'main/faces/cli/wrong-electron.ts',
    "import { app } from 'electron';\nexport const x = app;\n",
    'electron stays in its face',
  ],
  [
    'renderer/batches/WrongQuery.ts',
    "import { useQuery } from '@tanstack/react-query';\nexport const x = useQuery;\n",
    'renderer: only queries/ reads and writes',
  ],
  [
    'renderer/batches/WrongCall.ts',
    "import { call } from '../queries/wire/call.ts';\nexport const x = call;\n",
    'renderer: only queries/ reads and writes',
  ],
  [
    'sandbox/wrong-client.ts',
    "import { createGateway } from '../main/gateway/index.ts';\nexport const x = createGateway;\n",
    'sandbox: imports run one way',
  ],
];

function writeWrongImports(): void {
  for (const [file, text] of wrongImports) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
}

function writeCrowd(): void {
  const fill = (folder: string, count: number) => {
    mkdirSync(path.join(copy, folder), { recursive: true });
    for (let place = 1; place <= count; place += 1)
      writeFileSync(path.join(copy, folder, `${path.basename(folder)}-${place}.ts`), 'export {};\n');
  };
  fill('contract/full', 20);
  fill('contract/crowded', 21);
  mkdirSync(path.join(copy, 'main/files/twins'));
  // An index.ts and a name of another layer are no twins; limits.ts is one.
  for (const name of ['index.ts', 'clients.ts', 'limits.ts'])
    writeFileSync(path.join(copy, 'main/files/twins', name), 'export {};\n');
}

it('fails on every wrong import, and says which rule it breaks and where', () => {
  const lines = words.split('\n');
  const unnoticed = wrongImports.filter(
    ([file, , rule]) => !lines.some((line) => line.startsWith(rule) && line.includes(`: ${file} → `)),
  );
  expect(unnoticed).toEqual([]);
  expect(status).toBe(1);
});

it('fails on a folder with more than 20 files and on a name twice in a layer, and says where', () => {
  expect(words).toContain('too many files beside each other: contract/crowded has 21, at most 20\n');
  expect(words).toContain('one name twice in a layer: main/files/limits.ts, main/files/twins/limits.ts\n');
});

it('looks at every file, and finds nothing else wrong', () => {
  const looked =
    /\d{3,} files looked at, (\d+) imports against the rules, \d+ folders too full, (\d+) names twice/;
  expect(looked.exec(words)?.slice(1)).toEqual([String(wrongImports.length), '1']);
});
