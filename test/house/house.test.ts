import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
let house = '';
let status: number | null = null;
let words = '';
/** Source files of the small house. */
let written = 0;

/**
 * A small house of its own under the rules of this one, with everything wrong in it that these tests ask for; one look at it costs as much
 * as a look at each. `npm run house`, a part of `npm test`, looks at the real one.
 */
beforeAll(() => {
  house = mkdtempSync(path.join(tmpdir(), 'bursar-house-'));
  for (const name of ['scripts/check-house.mjs', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
    cpSync(path.join(root, name), path.join(house, name));
  symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'));
  for (const file of imported) write(file, 'export {};\n');
  for (const [file, text] of rightImports) write(file, text);
  for (const [file, text] of wrongImports) write(file, text);
  writeCrowd();
  checkHouse();
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

function checkHouse(): void {
  const bins = path.join(root, 'node_modules', '.bin');
  const environment = { ...process.env, PATH: `${bins}${path.delimiter}${process.env['PATH'] ?? ''}` };
  const look = spawnSync(process.execPath, ['scripts/check-house.mjs'], {
    cwd: house,
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

/** What the wrong ones import; the right ones besides, which leads to no fault. */
const imported = [
  'contract/result.ts',
  'main/compose.ts',
  'main/core/payments/after-read.ts',
  'main/core/payments/schedule.ts',
  'main/core/ports/index.ts',
  'main/core/sending/run.ts',
  'main/gateway/index.ts',
  'main/keys/index.ts',
  'main/store/index.ts',
  'renderer/queries/wire/call.ts',
];

/** One that each layer may have, some of them what another layer may not. */
const rightImports: readonly (readonly [file: string, text: string])[] = [
  ['contract/right.ts', "import { z } from 'zod';\nexport const x = z;\n"],
  [
    'main/core/sending/right-level.ts',
    "import { afterRead } from '../payments/after-read.ts';\nexport const x = afterRead;\n",
  ],
  ['main/core/right-node.ts', "import { createHash } from 'node:crypto';\nexport const x = createHash;\n"],
  ['main/gateway/right-package.ts', "import { request } from 'undici';\nexport const x = request;\n"],
  [
    'main/store/right-port.ts',
    "import type { Store } from '../core/ports/index.ts';\nexport type X = Store;\n",
  ],
  [
    'main/faces/cli/right-compose.ts',
    "import { compose } from '../../compose.ts';\nexport const x = compose;\n",
  ],
  ['main/faces/electron/right.ts', "import { app } from 'electron';\nexport const x = app;\n"],
  [
    'renderer/queries/right-query.ts',
    "import { useQuery } from '@tanstack/react-query';\nimport { call } from './wire/call.ts';\nexport const x = [useQuery, call];\n",
  ],
  [
    'sandbox/right-contract.ts',
    "import type { Result } from '../contract/result.ts';\nexport type X = Result;\n",
  ],
];

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
  writeFileSync(path.join(house, file), text);
  written += 1;
}

function writeCrowd(): void {
  const fill = (folder: string, count: number) => {
    for (let place = 1; place <= count; place += 1)
      write(`${folder}/${path.basename(folder)}-${place}.ts`, 'export {};\n');
  };
  fill('contract/full', 20);
  fill('contract/crowded', 21);
  write('main/core/step-1.ts', 'export const step = 1;\n');
  for (let step = 2; step <= 12; step += 1)
    write(`main/core/step-${step}.ts`, `export { step } from './step-${step - 1}.ts';\n`);
  // An index.ts and a name of another layer are no twins; limits.ts is one.
  for (const name of ['main/files/limits.ts', 'sandbox/clients.ts']) write(name, 'export {};\n');
  for (const name of ['index.ts', 'clients.ts', 'limits.ts'])
    write(`main/files/twins/${name}`, 'export {};\n');
}

it('fails on every wrong import, and says which rule it breaks and where', () => {
  const lines = words.split('\n');
  const unnoticed = wrongImports.filter(
    ([file, , rule]) => !lines.some((line) => line.startsWith(rule) && line.includes(`: ${file} → `)),
  );
  expect(unnoticed).toEqual([]);
  expect(status).toBe(1);
});

it('fails on a folder with more than 20 files and on a duplicate name in a layer, and says where', () => {
  expect(words).toContain('too many files beside each other: contract/crowded has 21, at most 20\n');
  expect(words).toContain('one name twice in a layer: main/files/limits.ts, main/files/twins/limits.ts\n');
});

it('fails on too many rooms of the core, or too many levels, and says how many', () => {
  expect(words).toContain('main/core has 18 rooms, at most 17\n');
  expect(words).toContain('main/core has 12 levels, at most 8\n');
});

it('checks every file, and finds nothing else wrong', () => {
  expect(words).toContain(
    `The house: ${written} files looked at, ${wrongImports.length} imports against the rules, 1 folders too full, 1 names twice in a layer.`,
  );
});
