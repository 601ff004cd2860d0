import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fail } from '../../../contract/result.ts';
import { noEvidence } from '../../../main/core/maintenance/checkpoints.ts';
import { lastWriteFault } from '../../../main/core/settings/witness.ts';
import { eventHash } from '../../../main/store/audit/event-hash.ts';
import { rowsHasher } from '../../../main/core/payments/identity.ts';
import { beginBatch, editUnseen, importBatch, newRow, raw, temporaryFolder } from '../../kit/store.ts';
import { newAuditKey, openRecords, twoBatches } from './records.ts';

const day = 86_400_000;

const Event = z.object({
  sequence: z.number(),
  at: z.number(),
  entity: z.string(),
  entityId: z.number(),
  fromState: z.string().nullable(),
  toState: z.string().nullable(),
  cause: z.string(),
  detail: z.string().nullable(),
  facts: z.string().nullable(),
  actor: z.string().nullable(),
});

/** Edits a closed database and computes the whole chain anew, as somebody who knows this code could. */
function forge(directory: string, sql: string): void {
  editUnseen(directory, sql);
  const database = raw(directory);
  const events = z.array(Event).parse(database.prepare('SELECT * FROM events ORDER BY sequence').all());
  database.close();
  let hash = '';
  let last = 0;
  const updates = events.map(({ fromState: from, toState: to, ...event }) => {
    hash = eventHash({ ...event, from, to }, hash);
    last = event.sequence;
    return `UPDATE events SET hash = x'${hash}' WHERE sequence = ${event.sequence}`;
  });
  editUnseen(directory, [...updates, `UPDATE chain SET sequence = ${last}, hash = x'${hash}'`].join(';'));
}

describe('checkpoints', () => {
  it('are made and signed at each release, end of a batch and backup, and on each day with a change', async () => {
    const office = openRecords(temporaryFolder());
    await office.release('a');
    await office.pay('a');
    expect(office.reasons()).toEqual(['release', 'batchEnd']);
    importBatch(office.store, 'b', 1);
    await office.checkpoints.make('backup');
    await office.checkpoints.make('backup');
    importBatch(office.store, 'c', 1);
    office.checkpoints.notice({ kind: 'batch', id: 'c' });
    await office.checkpoints.settled();
    expect(office.reasons()).toEqual(['release', 'batchEnd', 'backup']);
    office.setTime(Date.UTC(2026, 0, 2) + day);
    office.checkpoints.notice({ kind: 'batch', id: 'c' });
    await office.checkpoints.settled();
    expect(office.reasons()).toEqual(['release', 'batchEnd', 'backup', 'day']);
    const { problems, checkpoints, events, notes } = await office.report();
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
    expect(checkpoints).toEqual({
      signed: 4,
      unsigned: 0,
      signedUpTo: events,
      keyFingerprint: expect.stringMatching(/^([0-9a-f]{2}:){31}[0-9a-f]{2}$/),
    });
  });

  it('are made without a signature if there is no audit key, and the verification says so', async () => {
    const office = openRecords(temporaryFolder(), noEvidence.auditKey);
    await twoBatches(office);
    expect(await office.report()).toMatchObject({
      problems: [],
      checkpoints: { signed: 0, unsigned: 3, signedUpTo: null, keyFingerprint: null },
    });
  });

  it('are compared with no key while the keychain does not return it, and the verification says so', async () => {
    const locked = fail('keychainLocked', 'The keychain is locked.');
    const auditKey = { ...newAuditKey(), publicKey: () => Promise.resolve(locked) };
    const office = openRecords(temporaryFolder(), auditKey);
    await twoBatches(office);
    const { problems, notes, checkpoints } = await office.report();
    const fingerprint = checkpoints.keyFingerprint;
    expect({ problems, notes }).toEqual({ problems: [], notes: [{ code: 'auditKeyUnread', fingerprint }] });
  });

  it('are not signed for a person whose keys are not in the keychain, so that nobody has to unlock it', async () => {
    const office = openRecords(temporaryFolder(), {
      sign: () => Promise.reject(new Error('asked for the key')),
      publicKey: () => Promise.reject(new Error('asked for the key')),
    });
    office.store.setHasStoredKey('key-1', false, 1);
    await twoBatches(office);
    expect((await office.report()).checkpoints).toMatchObject({ signed: 0, unsigned: 3 });
  });
});

describe('I6: the signature shows', () => {
  it.each([
    ['a chain computed anew after an edit', `UPDATE events SET cause = 'x' WHERE sequence = 3`, /rewritten/],
    [
      'a payout that was forged with its events',
      `UPDATE events SET detail = 'mine' WHERE sequence = 6`,
      /Checkpoint 1 names a different event/,
    ],
    [
      'a checkpoint that was changed',
      `UPDATE checkpoints SET content = replace(content, '"at":1', '"at":2') WHERE number = 1`,
      /Checkpoint 1 does not have the signature/,
    ],
    [
      'a checkpoint that was removed',
      'DELETE FROM checkpoints WHERE number = 1',
      /Checkpoints 1 to 1 are missing/,
    ],
    [
      'that all checkpoints were removed',
      'DELETE FROM checkpoints',
      /no checkpoint, although this computer signs them/,
    ],
    [
      'a log that was cut off',
      `DELETE FROM events WHERE sequence > 8`,
      /names event \d+, but the log ends with event \d+/,
    ],
  ])('%s', async (_, sql, problem) => {
    const directory = temporaryFolder();
    const key = newAuditKey();
    const office = openRecords(directory, key);
    await twoBatches(office);
    office.close();
    forge(directory, sql);
    expect((await openRecords(directory, key).report()).problems.join('\n')).toMatch(problem);
  });

  it('a log that somebody signed with a key of their own', async () => {
    const directory = temporaryFolder();
    const key = newAuditKey();
    const own = openRecords(directory, key);
    await own.release('a');
    own.close();
    editUnseen(directory, 'DELETE FROM checkpoints');
    const other = openRecords(directory);
    await other.release('b');
    other.close();
    expect((await openRecords(directory, key).report()).problems.join('\n')).toMatch(
      /a different key from this computer's/,
    );
  });
});

describe('a witness file', () => {
  it('gets a line for each checkpoint and agrees with the log', async () => {
    const office = openRecords(temporaryFolder());
    const path = join(temporaryFolder(), 'witness.jsonl');
    await office.release('a');
    office.store.writeSetting('witnessFile', JSON.stringify(path));
    await office.pay('a');
    await office.release('b');
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
    expect(await office.report()).toMatchObject({ problems: [], witness: { path, lines: 3 } });
    expect(await office.report(path)).toMatchObject({ problems: [], witness: { path, lines: 3 } });
  });

  it('I6: detects a log that was replaced by an earlier, valid state', async () => {
    const directory = temporaryFolder();
    const earlier = temporaryFolder();
    const path = join(temporaryFolder(), 'witness.jsonl');
    const key = newAuditKey();
    const first = openRecords(directory, key);
    await first.release('a');
    first.close();
    cpSync(join(directory, 'bursar.sqlite'), join(earlier, 'bursar.sqlite'));
    const second = openRecords(directory, key);
    second.store.writeSetting('witnessFile', JSON.stringify(path));
    await second.pay('a');
    second.close();
    const restored = openRecords(earlier, key);
    expect((await restored.report()).problems).toEqual([]);
    expect((await restored.report(path)).problems.join('\n')).toMatch(
      /Line 2 of the witness file names event \d+, but the log ends/,
    );
  });

  it('that was changed is not trusted', async () => {
    const office = openRecords(temporaryFolder());
    const path = join(temporaryFolder(), 'witness.jsonl');
    office.store.writeSetting('witnessFile', JSON.stringify(path));
    await office.release('a');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/queued/, 'sent__'));
    expect((await office.report()).problems).toEqual([
      'Line 1 of the witness file does not have the signature of its key: it was changed.',
    ]);
  });

  it('that cannot be written raises attention and delays nothing; it catches up later', async () => {
    const office = openRecords(temporaryFolder());
    const folder = join(temporaryFolder(), 'later');
    const path = join(folder, 'witness.jsonl');
    office.store.writeSetting('witnessFile', JSON.stringify(path));
    await office.release('a');
    await office.pay('a');
    expect(lastWriteFault(office.store)).toEqual({ code: 'notWritten', cause: 'ENOENT' });
    expect(office.reasons()).toEqual(['release', 'batchEnd']);
    cpSync(temporaryFolder(), folder, { recursive: true });
    await office.release('b');
    expect(lastWriteFault(office.store)).toBe(null);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3);
    rmSync(path);
    expect((await office.report()).problems.join('\n')).toMatch(/The witness file .* does not exist/);
    expect(await office.verify(path)).toMatchObject({ ok: false, error: { code: 'fileUnreadable' } });
    // A mistaken name is no problem of the log; the file that is set is one, whatever is in it.
    const before = office.store.readSetting('verifiedLog');
    const notes = join(folder, 'notes.txt');
    for (const place of [notes, path]) writeFileSync(place, 'notes\nmore\n');
    const told = await office.verify(notes);
    expect(told.ok ? '' : told.error.message).toMatch(/notes\.txt is not a witness file: no line/);
    expect(office.store.readSetting('verifiedLog')).toBe(before);
    expect((await office.report(path)).problems).toContain('Line 2 of the witness file cannot be read.');
  });

  it('is continued although an older Bursar stored the reason for its failure as a sentence', async () => {
    const office = openRecords(temporaryFolder());
    const path = join(temporaryFolder(), 'witness.jsonl');
    office.store.writeSetting('witnessFile', JSON.stringify(path));
    await office.release('a');
    const failure = `The witness file ${path} cannot be used (EIO). Check the folder and its permissions.`;
    office.store.writeSetting('witnessed', JSON.stringify({ path, number: 1, failure }));
    expect(lastWriteFault(office.store)).toEqual({ code: 'notWritten', cause: null });
    await office.pay('a');
    expect(lastWriteFault(office.store)).toBe(null);
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('is never a file with other content', async () => {
    const office = openRecords(temporaryFolder());
    const path = join(temporaryFolder(), 'notes.txt');
    writeFileSync(path, 'my notes\n');
    office.store.writeSetting('witnessFile', JSON.stringify(path));
    await office.release('a');
    expect(readFileSync(path, 'utf8')).toBe('my notes\n');
    expect(lastWriteFault(office.store)).toEqual({ code: 'noWitnessFile' });
  });
});

describe('a batch prepared by an older Bursar, whose events do not seal its rows', () => {
  it.each([
    [
      'a changed account',
      `UPDATE payments SET accountNumber = 'DE99'`,
      /Batch old: its rows are not those that were imported/,
    ],
    ['changed totals', `UPDATE batches SET totals = '[]'`, /Batch old: its totals are not those of its rows/],
    ['nothing where nothing was changed', 'SELECT 1', /^$/],
  ])('is hashed again, which shows %s', async (_, sql, problem) => {
    const directory = temporaryFolder();
    const office = openRecords(directory, noEvidence.auditKey);
    const rows = [1, 2].map((rowNumber) => newRow('old', rowNumber));
    const hasher = rowsHasher('https://merchant.example/callbacks');
    for (const row of rows) hasher.add(row);
    const totals = [{ currencyCode: 'EUR', amount: '4.00', count: 2 }];
    beginBatch(office.store, 'old');
    office.store.addRows('old', rows);
    office.store.finishBatch('old', { rowsHash: hasher.digest(), totals, at: 2100 });
    office.close();
    forge(directory, `UPDATE events SET facts = NULL WHERE entity = 'batch'; ${sql}`);
    expect((await openRecords(directory, noEvidence.auditKey).report()).problems.join('\n')).toMatch(problem);
  });
});
