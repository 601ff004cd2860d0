import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { misplacedMethods } from './store-ports.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
let copy = '';

beforeEach(() => {
  copy = temporaryFolder();
  for (const folder of ['main/core/ports', 'main/store'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true });
});

function edit(file: string, find: string, put: string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  expect(text).toContain(find);
  writeFileSync(path.join(copy, file), text.replace(find, put));
}

it('finds the SQL of each store port method in the folder of the same subject', () => {
  expect(misplacedMethods(copy)).toEqual([]);
});

it('notices methods in the folder of another subject', () => {
  renameSync(path.join(copy, 'main/store/payments/due.ts'), path.join(copy, 'main/store/batches/due.ts'));
  expect(misplacedMethods(copy)).toEqual(
    ['interruptSending', 'duePayments', 'nextDueAt', 'nextRecheckAt', 'pullDueTimes'].map(
      (method) => `${method} of payment-store.ts: no factory in main/store/payments has it`,
    ),
  );
});

it('notices a method that delegates to another folder', () => {
  edit(
    'main/store/batches/pause.ts',
    'import { inLedger }',
    "import { isPaused } from '../payments/pause.ts';\nimport { inLedger }",
  );
  expect(misplacedMethods(copy)).toEqual([
    'isPaused of batch-store.ts: main/store/batches passes it on to ../payments/pause.ts',
  ]);
});

it('notices a port method that nothing implements, and a port without a folder', () => {
  edit(
    'main/core/ports/store/sheet-store.ts',
    'dropSheet(',
    'archiveSheet(sheetId: string): void;\n  dropSheet(',
  );
  cpSync(
    path.join(copy, 'main/core/ports/store/settings-store.ts'),
    path.join(copy, 'main/core/ports/store/statement-store.ts'),
  );
  expect(misplacedMethods(copy)).toEqual([
    'archiveSheet of sheet-store.ts: no factory in main/store/sheets has it',
    'statement-store.ts: main/store has no folder of this subject',
  ]);
});
