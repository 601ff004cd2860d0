import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createWitnessFile } from '../../../main/files/index.ts';
import { temporaryFolder } from '../../kit/store.ts';

it.each(['/dev/zero', '/dev/null'])(
  'a witness file is never a device: %s has no end, or stores nothing',
  async (device) => {
    const witness = createWitnessFile();
    expect(await witness.read(device)).toMatchObject({ ok: false, fault: { code: 'notRead' } });
    expect(await witness.readLast(device)).toMatchObject({ ok: false, fault: { code: 'notRead' } });
    expect(await witness.append(device, ['line'])).toMatchObject({
      ok: false,
      fault: { code: 'notWritten' },
    });
  },
);

it.skipIf(process.platform === 'win32')(
  'a witness file is never a pipe, and Bursar does not wait for somebody to write into one',
  async () => {
    const pipe = path.join(temporaryFolder(), 'witness.jsonl');
    execFileSync('mkfifo', [pipe]);
    const source = path.resolve(import.meta.dirname, '../../../main/files/export/witness-file.ts');
    const script = `import { createWitnessFile } from ${JSON.stringify(source)};
      const [witness, pipe] = [createWitnessFile(), ${JSON.stringify(pipe)}];
      const answers = [await witness.read(pipe), await witness.readLast(pipe), await witness.append(pipe, ['line'])];
      process.stdout.write(JSON.stringify(answers.map(({ fault }) => fault.code)));`;
    // In a process of its own, because one that waits for a pipe cannot end.
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    expect(await text(child.stdout)).toBe(JSON.stringify(['notRead', 'notRead', 'notWritten']));
  },
);

it.skipIf(process.platform === 'win32')(
  'a checkpoint counts as written to the witness file only if all of its line is there, and no part of one stays',
  () => {
    const file = path.join(temporaryFolder(), 'witness.jsonl');
    const source = path.resolve(import.meta.dirname, '../../../main/files/export/witness-file.ts');
    const script = `import { createWitnessFile } from ${JSON.stringify(source)};
      const written = await createWitnessFile().append(${JSON.stringify(file)}, ['x'.repeat(1e6)]);
      process.stdout.write(JSON.stringify(written));`;
    // No file of this process may have more than some kilobytes, as on a disk without room.
    const limited = 'ulimit -f 8; exec "$0" --input-type=module -e "$1"';
    const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual({ ok: false, fault: { code: 'notWritten', cause: 'EFBIG' } });
    expect(statSync(file).size).toBe(0);
  },
);

it('a witness file whose writing was killed in the middle of a line has only whole lines after the next one', async () => {
  const file = path.join(temporaryFolder(), 'witness.jsonl');
  const witness = createWitnessFile();
  const lines = ['1', '2 ä', '3'].map((checkpoint) =>
    JSON.stringify({ checkpoint, publicKey: null, signature: null }),
  );
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length));
    expect(await witness.append(file, lines)).toEqual({ ok: true, value: null });
    const written = readFileSync(file, 'utf8').split('\n');
    expect(written.slice(-1 - lines.length)).toEqual([...lines, '']);
    expect(new Set(written)).toEqual(new Set([...lines, '']));
  }
});

it('a last line that somebody else cut off stays in the witness file, apart from the next one', async () => {
  const file = path.join(temporaryFolder(), 'witness.jsonl');
  const [first, second] = ['1', '2'].map((checkpoint) =>
    JSON.stringify({ checkpoint, publicKey: null, signature: null }),
  );
  writeFileSync(file, `${first}\n${first?.slice(0, 20)}`);
  expect((await createWitnessFile().append(file, [second ?? ''])).ok).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n${first?.slice(0, 20)}\n${second}\n`);
});
