import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { succeed } from '../../contract/result.ts';
import { answerHostCall } from '../../main/faces/window/host-calls.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

/** Saves these bytes under a name that a person chose in the dialog. */
const save = async (name: string, text: string) => {
  const chosen = path.join(folder, name);
  const hosting = { hostEnvironment: { choosePlace: () => Promise.resolve(succeed(chosen)) } };
  const input = { suggestedName: name, bytes: new TextEncoder().encode(text) };
  // Only the dialog is used.
  return answerHostCall(hosting as never, 'host.saveFile', input, new AbortController().signal);
};

it('a saved file replaces only the file of its name, and leaves no other', async () => {
  for (const name of ['a.csv', 'a.csv.unfinished', '.a.csv']) writeFileSync(path.join(folder, name), 'mine');
  expect(await save('a.csv', 'new')).toMatchObject({ ok: true });
  const read = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);
  expect(read.toSorted()).toEqual([
    ['.a.csv', 'mine'],
    ['a.csv', 'new'],
    ['a.csv.unfinished', 'mine'],
  ]);
});

it('a saved file may have the longest name that file systems allow', async () => {
  const name = `${'n'.repeat(251)}.csv`;
  expect(await save(name, 'new')).toMatchObject({ ok: true });
  expect(readdirSync(folder)).toEqual([name]);
});

it.skipIf(process.platform === 'win32')(
  'a saved file can be read by those who can read other files there',
  async () => {
    writeFileSync(path.join(folder, 'other.csv'), '');
    expect(await save('a.csv', 'new')).toMatchObject({ ok: true });
    const modes = ['a.csv', 'other.csv'].map((name) => statSync(path.join(folder, name)).mode);
    expect(modes[0]).toBe(modes[1]);
  },
);
