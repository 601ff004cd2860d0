import { describe, expect, it } from 'vitest';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  close,
  editUnseen,
  found,
  importBatch,
  openIn,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

/** A folder with one paid payment, one sending and one queued. */
function history(): string {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  importBatch(store, 'b', 3);
  release(store, 'b');
  const [first] = claim(store, 'b', 2);
  if (first === undefined) throw new Error('no intent');
  store.record([accepted(first), found(first.payment.paymentId, 'accepted', 'paid')], 5000);
  expect(auditProblems(store)).toEqual([]);
  close(store);
  return directory;
}

/** What the audit says after somebody with the file in their hands did this. */
function problemsAfter(sql: string): string[] {
  const directory = history();
  editUnseen(directory, sql);
  return auditProblems(openIn(directory));
}

const last = '(SELECT max(sequence) FROM events)';
const b1 = `(SELECT paymentId FROM payments WHERE idPayment = 'b-1')`;

describe('I6: the audit finds', () => {
  it.each([
    ['an event that was changed', `UPDATE events SET cause = 'answer 202' WHERE sequence = 4`, /Event 4/],
    ['a time that was changed', `UPDATE events SET at = at + 1 WHERE sequence = 4`, /Event 4/],
    [
      'an event whose entity was changed',
      `UPDATE events SET entityId = entityId + 1 WHERE sequence = 8`,
      /Event 8/,
    ],
    [
      'a text moved from cause to detail',
      `UPDATE events SET detail = cause, cause = '' WHERE sequence = 4`,
      /Event 4/,
    ],
    ['an event that was removed', `DELETE FROM events WHERE sequence = 4`, /Events 4 to 4 are missing/],
    ['the first event removed', `DELETE FROM events WHERE sequence = 1`, /Events 1 to 1 are missing/],
    ['the last event removed', `DELETE FROM events WHERE sequence = ${last}`, /missing at the end/],
    ['all events removed', `DELETE FROM events`, /missing at the end/],
    [
      'an event put in at the end',
      `INSERT INTO events (sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash) SELECT sequence + 1, at, entity, entityId, toState, 'paid', cause, detail, facts, hash FROM events WHERE sequence = ${last}`,
      /inserted/,
    ],
    [
      'two events that changed places',
      `UPDATE events SET sequence = -1 WHERE sequence = 4; UPDATE events SET sequence = 4 WHERE sequence = 5; UPDATE events SET sequence = 5 WHERE sequence = -1`,
      /Event 4/,
    ],
    ['the head of the chain changed', `UPDATE chain SET hash = x'00'`, /the last/],
    ['the head of the chain removed', `DELETE FROM chain`, /head of the chain/],
    [
      'a state that was changed',
      `UPDATE lives SET state = 'paid' WHERE state = 'queued'`,
      /b-3: its state is paid, but its events end in queued/,
    ],
    ['a life that was removed', `DELETE FROM lives WHERE state = 'queued'`, /b-3: its state is draft/],
    [
      'the state of a batch that was changed',
      `UPDATE batches SET state = 'draft'`,
      /Batch b: its state is draft/,
    ],
    [
      'a body that was changed',
      `UPDATE bodies SET body = x'00' WHERE paymentId = ${b1}`,
      /b-1: its body is not the one/,
    ],
    ['a body that was removed', `DELETE FROM bodies WHERE paymentId = ${b1}`, /b-1: its body is missing/],
    [
      'a hash that was changed',
      `UPDATE bodies SET bodyHash = x'00' WHERE paymentId = ${b1}`,
      /b-1: its body is not the one/,
    ],
    [
      'an attempt with another hash',
      `UPDATE attempts SET bodyHash = x'00' WHERE paymentId = ${b1}`,
      /b-1: an attempt sent another body/,
    ],
    ['an attempt that was removed', `DELETE FROM attempts WHERE paymentId = ${b1}`, /b-1: it has 0 attempts/],
  ])('%s', (_, sql, problem) => {
    expect(problemsAfter(sql).join('\n')).toMatch(problem);
  });

  it('a body replaced together with every hash next to it', () => {
    const other = `(SELECT body FROM bodies WHERE paymentId <> ${b1})`;
    const hash = `(SELECT bodyHash FROM bodies WHERE paymentId <> ${b1})`;
    const sql = `UPDATE attempts SET bodyHash = ${hash} WHERE paymentId = ${b1}; UPDATE bodies SET body = ${other}, bodyHash = ${hash} WHERE paymentId = ${b1}`;
    expect(problemsAfter(sql)).toEqual(['Payment b-1: its events name another body.']);
  });

  it('nothing if nothing was done', () => {
    expect(problemsAfter('SELECT 1')).toEqual([]);
  });
});
