/** Run by `unusable-places.test.ts`: opens a data folder again and again; each time it, or its database, is moved away after one more call of the file system. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const mostCalls = 500;
const [, , what = ''] = process.argv;
const parent = fs.mkdtempSync(path.join(tmpdir(), 'bursar-vanishing-'));
const directory = path.join(parent, 'data');
const { renameSync, rmSync } = fs;
let callsLeft = Number.POSITIVE_INFINITY;

const watched = [
  'chmodSync',
  'closeSync',
  'existsSync',
  'openSync',
  'readFileSync',
  'readSync',
  'readdirSync',
  'rmSync',
  'statSync',
  'writeFileSync',
] as const;
for (const name of watched) {
  const call = fs[name];
  Object.assign(fs, {
    [name]: (...given: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(call, fs, given);
      callsLeft -= 1;
      if (callsLeft === 0) renameSync(path.join(directory, what), path.join(parent, 'elsewhere'));
      return answer;
    },
  });
}
syncBuiltinESMExports();

const { openStore } = await import('../../../main/store/index.ts');
const open = () => openStore({ directory, clock: { now: () => Date.UTC(2026, 0, 2) } });
const answers: string[] = [];
for (let calls = 1; calls < mostCalls; calls += 1) {
  const first = open();
  if (first.ok) first.value.close();
  callsLeft = calls;
  try {
    const opened = open();
    const isOver = callsLeft > 0;
    callsLeft = Number.POSITIVE_INFINITY;
    answers.push(opened.ok ? 'opened' : `${opened.error.code}: ${opened.error.message}`);
    if (opened.ok) opened.value.close();
    if (isOver) break;
  } catch (error) {
    answers.push(String(error));
  }
  callsLeft = Number.POSITIVE_INFINITY;
  for (const name of ['data', 'elsewhere']) rmSync(path.join(parent, name), { recursive: true, force: true });
}
rmSync(parent, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ directory, answers: [...new Set(answers)] }));
