import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditNoteText } from '../../../contract/text/activity/audit-text.ts';
import type { Store } from '../../../main/core/ports/index.ts';
import { createWatchWitness } from '../../../main/core/settings/watch-witness.ts';
import { createWitnessFile } from '../../../main/files/index.ts';
import { systemClock } from '../../../main/system.ts';
import { temporaryFolder } from '../../kit/store.ts';
import { newAuditKey, openRecords } from './records.ts';

describe('a witness file', () => {
  it('proves nothing beyond its last line, and nothing if it is empty; one of another log is said to be possibly that', async () => {
    const [office, other] = [openRecords(temporaryFolder()), openRecords(temporaryFolder())];
    const [path, otherPath] = [join(temporaryFolder(), 'a.jsonl'), join(temporaryFolder(), 'b.jsonl')];
    office.store.changeSettings([{ name: 'witnessFile', json: JSON.stringify(path), detail: '{}' }], 1);
    other.store.writeSetting('witnessFile', JSON.stringify(otherPath));
    await office.release('a');
    await other.release('b');
    await office.pay('a');
    const [first = '', last = ''] = readFileSync(path, 'utf8').trim().split('\n');
    const reachOf = (line: string): unknown =>
      (JSON.parse((JSON.parse(line) as { checkpoint: string }).checkpoint) as { sequence: number }).sequence;
    expect(await office.report(path)).toMatchObject({
      witness: { path, lines: 2, upTo: reachOf(last) },
      notes: [],
    });
    writeFileSync(path, `${first}\n`);
    const behind = await office.report(path);
    expect(behind.witness).toEqual({ path, lines: 1, upTo: reachOf(first) });
    expect(behind.problems).toEqual([]);
    expect(behind.notes.map(auditNoteText)).toEqual([
      `The witness file ${path} is behind: the last checkpoint of the log is of event ${String(reachOf(last))}, and the file proves nothing about events after event ${String(reachOf(first))}.`,
    ]);
    writeFileSync(path, '');
    expect((await office.report(path)).witness).toEqual({ path, lines: 0, upTo: null });
    // Only the other one's records were given a setting without an event.
    expect((await other.report(otherPath)).notes.map(auditNoteText)).toEqual([
      'No event says who set witnessFile: an older Bursar did, or another program. Check whether it is right.',
    ]);
    expect((await office.report(otherPath)).problems.join('\n')).toMatch(
      /^Line 1 of the witness file names a different event \d+: the log was rewritten, a backup was restored, or this witness file is of another log\.$/m,
    );
  });

  it('that is gone, emptied or cut off is not continued, so that the warning stays; chosen again, it is started anew', async () => {
    const office = openRecords(temporaryFolder());
    const path = join(temporaryFolder(), 'a.jsonl');
    const choose = (file: string | null): void =>
      office.store.writeSetting('witnessFile', JSON.stringify(file));
    const lines = (): string[] => readFileSync(path, 'utf8').trim().split('\n');
    choose(path);
    await office.release('a');
    await office.pay('a');
    const whole = readFileSync(path, 'utf8');
    rmSync(path);
    await office.release('b');
    expect(existsSync(path)).toBe(false);
    for (const less of ['', `${whole.split('\n')[0]}\n`]) {
      writeFileSync(path, less);
      await office.pay('b');
      expect(readFileSync(path, 'utf8')).toBe(less);
    }
    writeFileSync(path, whole);
    await office.release('c');
    expect(lines().length).toBeGreaterThan(3);
    expect((await office.report(path)).problems).toEqual([]);
    rmSync(path);
    choose(null);
    await office.pay('c');
    choose(path);
    await office.release('d');
    expect(lines().length).toBeGreaterThan(5);
    expect((await office.report(path)).problems).toEqual([]);
  });

  it('that ends with a checkpoint which a restored log does not have gets no more lines, also chosen again, so that it never looks up to date', async () => {
    const [directory, backup] = [temporaryFolder(), temporaryFolder()];
    const key = newAuditKey();
    const path = join(temporaryFolder(), 'a.jsonl');
    const choose = (store: Store, file: string | null): void =>
      store.writeSetting('witnessFile', JSON.stringify(file));
    const before = openRecords(directory, key);
    choose(before.store, path);
    await before.release('a');
    before.close();
    cpSync(join(directory, 'bursar.sqlite'), join(backup, 'bursar.sqlite'));
    const lost = openRecords(directory, key);
    await lost.pay('a');
    lost.close();
    const whole = readFileSync(path, 'utf8');
    const { store, release, report } = openRecords(backup, key);
    const state = createWatchWitness({ store, clock: systemClock }, createWitnessFile(), {
      isWriting: () => false,
      writeAgain: () => Promise.resolve(),
    });
    await release('b');
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect(await state()).toEqual({ path, fault: { code: 'otherCheckpoint', checkpoint: 2 } });
    choose(store, null);
    await release('c');
    choose(store, path);
    await release('d');
    expect(readFileSync(path, 'utf8')).toBe(whole);
    expect((await report(path)).problems.join('\n')).toMatch(
      /^Line 2 of the witness file names a different event/m,
    );
    const next = join(temporaryFolder(), 'b.jsonl');
    choose(store, next);
    await release('e');
    expect(await state()).toEqual({ path: next, fault: null });
    expect((await report(next)).problems).toEqual([]);
  });

  it('with 150,000 checkpoints beyond the end of the log is reported, with 1,000 of them listed', async () => {
    const office = openRecords(temporaryFolder());
    const path = join(temporaryFolder(), 'a.jsonl');
    await office.release('a');
    const lines = Array.from({ length: 150_000 }, (_, index) => {
      const number = index + 1;
      const content = { number, at: 1, reason: 'day', sequence: 1000 + number, hash: 'a', counts: {} };
      return JSON.stringify({ checkpoint: JSON.stringify(content), publicKey: null, signature: null });
    });
    writeFileSync(path, `${lines.join('\n')}\n`);
    const { problems, problemsLeftOut } = await office.report(path);
    expect([problems.length, problemsLeftOut]).toEqual([1000, 149_000]);
  });
});
