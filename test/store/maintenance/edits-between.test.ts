import { describe, expect, it } from 'vitest';
import { usualPayeePolicy, type PayeePolicy } from '../../../contract/payees/findings.ts';
import { payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import { auditNoteText } from '../../../contract/text/activity/audit-text.ts';
import type { PaidAs, PayeeChange, Store } from '../../../main/core/ports/index.ts';
import { atWork, openOffice } from '../../kit/office.ts';
import { factOf, settingFactIn, settingFactOf } from '../../../main/store/audit/event-facts.ts';
import { auditProblems, close, describePayee, editUnseen, openIn, raw } from '../../kit/store.ts';
import { useFullLife } from './full-life.ts';

const { copy } = useFullLife();

const policy = (newPayee: PayeePolicy['newPayee']): string =>
  JSON.stringify({ ...usualPayeePolicy, newPayee });

function setPolicy(newPayee: PayeePolicy['newPayee']): (store: Store) => void {
  const change = { name: 'payeePolicy', json: policy(newPayee), detail: '{}' };
  return (store) => store.changeSettings([change], 9000);
}

const ann: PaidAs = { accountName: 'Ann', accountNumber: 'ACC1', emailAddress: '' };

function record(change: PayeeChange['change'], at: number): (store: Store) => void {
  const payee = payeeKeyOf(ann);
  const changed = { environment: 'sandbox', payee, payeeId: `sandbox ${payee}`, ...ann, change } as const;
  return (store) => store.recordPayees([changed], at, describePayee);
}

const verified = { kind: 'verified', by: 'Kim', how: 'Called.', note: null } as const;
const nothing = (): void => undefined;

describe('I6: an edit is still found once what was edited was changed again', () => {
  it.each<[string, (store: Store) => void, string, (store: Store) => void, RegExp]>([
    [
      'a policy about payees',
      setPolicy('block'),
      `UPDATE settings SET value = '${policy('info')}' WHERE name = 'payeePolicy'`,
      setPolicy('warn'),
      /^Setting payeePolicy was changed before event \d+, by no event\./,
    ],
    [
      'a policy about payees that was removed',
      setPolicy('block'),
      `DELETE FROM settings WHERE name = 'payeePolicy'`,
      setPolicy('warn'),
      /^Setting payeePolicy was changed before event/,
    ],
    [
      'a policy about payees that was set to what it was before',
      setPolicy('block'),
      `UPDATE settings SET value = '${policy('info')}' WHERE name = 'payeePolicy'`,
      setPolicy('block'),
      /^Setting payeePolicy was changed before event/,
    ],
    [
      'a payee who was no longer blocked',
      record({ kind: 'blocked' }, 9000),
      'UPDATE payeeRecords SET blockedAt = NULL',
      record({ kind: 'blocked' }, 9500),
      /blockedAt was changed from 9000 to nothing before event/,
    ],
    [
      'a payee who was blocked by no event',
      record({ kind: 'imported' }, 9000),
      'UPDATE payeeRecords SET blockedAt = 9100',
      record({ kind: 'unblocked' }, 9500),
      /blockedAt was changed from nothing to 9100 before event/,
    ],
    [
      'a verification of a payee that nobody made',
      record({ kind: 'imported' }, 9000),
      `UPDATE payeeRecords SET verifiedAt = 9100, verifiedBy = 'Eve', verifiedHow = 'By letter.'`,
      record(verified, 9500),
      /verifiedBy was changed from nothing to Eve before event/,
    ],
    [
      'a payee that was put in',
      nothing,
      `INSERT INTO payeeRecords (payeeId, environment, payee, name, accountNumber, emailAddress, verifiedAt, verifiedBy, verifiedHow)
         VALUES ('x', 'sandbox', '${payeeKeyOf(ann)}', 'Ann', 'ACC1', '', 9100, 'Eve', 'By letter.')`,
      record(verified, 9500),
      /verifiedBy was changed from nothing to Eve before event/,
    ],
    [
      'a batch that was no longer paused',
      nothing,
      `UPDATE batches SET pausedAt = NULL WHERE batchId = 'held'`,
      (store) => store.setPaused('held', true, 9500),
      /Batch held: its pausedAt was changed from 6000 to 9500 before event/,
    ],
    [
      'the name of a profile',
      nothing,
      `UPDATE profiles SET name = 'other'`,
      (store) => store.editProfile('other', { newName: 'new', at: 9500 }),
      /its name was changed from main to new before event/,
    ],
  ])('%s', (_what, prepare, sql, then, problem) => {
    const directory = copy();
    const store = openIn(directory);
    prepare(store);
    expect(auditProblems(store)).toEqual([]);
    close(store);
    editUnseen(directory, sql);
    const edited = openIn(directory);
    then(edited);
    expect(auditProblems(edited).join('\n')).toMatch(problem);
  });

  it('and what nobody edited is no problem', () => {
    const store = openIn(copy());
    for (const step of [
      setPolicy('block'),
      setPolicy('info'),
      record({ kind: 'blocked' }, 9000),
      record({ kind: 'blocked' }, 9100),
      record({ kind: 'unblocked' }, 9200),
      record({ kind: 'unblocked' }, 9300),
      record({ kind: 'imported' }, 9400),
      record(verified, 9500),
      record(verified, 9600),
    ])
      step(store);
    for (const isPausing of [false, true, false]) store.setPaused('held', isPausing, 9700);
    expect(auditProblems(store)).toEqual([]);
  });
});

it('an event of a setting never has the password of an address, and one that had its text verifies', () => {
  const directory = copy();
  const store = openIn(directory);
  const set = (value: string | null): void =>
    store.changeSettings([{ name: 'updateFeedUrl', json: JSON.stringify(value), detail: '{}' }], 9000);
  set('https://anna:secret@updates.example/feed');
  set(null);
  close(store);
  const database = raw(directory);
  const facts = database.prepare(`SELECT facts FROM events WHERE entity = 'settings'`).pluck().all();
  database.close();
  expect(facts).toHaveLength(2);
  expect(facts.join()).not.toContain('secret');
  expect(settingFactIn('"a"')).toBe(settingFactIn(settingFactOf('"a"')));
});

it('I6: a long text that was replaced by its hash, which events have of it, is detected', () => {
  const directory = copy();
  const store = openIn(directory);
  const note = 'Called the number of the contract. '.repeat(9);
  setPolicy('block')(store);
  record({ ...verified, note }, 9000)(store);
  close(store);
  const hashes = `UPDATE settings SET value = '${String(factOf(policy('block')))}';
    UPDATE payeeRecords SET verifiedNote = '${String(factOf(note))}'`;
  editUnseen(directory, hashes);
  const problems = auditProblems(openIn(directory)).join('\n');
  expect(problems).toContain('Setting payeePolicy is not what its last event says');
  expect(problems).toContain('its verifiedNote is sha256:');
});

it('a setting that had a value before its first event is noted after it was changed, too; its default is not', async () => {
  const office = await openOffice(atWork);
  office.store.writeSetting('payeePolicy', policy('warn'));
  office.store.writeSetting('duplicateWindowDays', '90');
  await office.get('settings.change', { payeePolicy: { ...usualPayeePolicy, newPayee: 'block' } });
  await office.get('settings.change', { duplicateWindowDays: 30 });
  const { problems, notes } = await office.get('audit.verify', {});
  expect(problems).toEqual([]);
  expect(notes.map(auditNoteText).join('\n')).toMatch(
    /^No event says who had set payeePolicy before event \d+ changed it: an older Bursar had, or another program\. That event shows what it was\.$/,
  );
});
