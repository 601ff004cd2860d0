import type Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  accepted,
  addProfile,
  claim,
  close,
  found,
  importBatch,
  openIn,
  raw,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

let database: Sqlite.Database;

beforeEach(() => {
  const directory = temporaryFolder();
  const store = openIn(directory);
  addProfile(store);
  importBatch(store, 'sent', 3);
  release(store, 'sent');
  const [first, second] = claim(store, 'sent', 2);
  if (first === undefined || second === undefined) throw new Error('no intents');
  store.record([accepted(first), found(first.payment.paymentId, 'accepted', 'paid')], 5000);
  importBatch(store, 'draft', 1);
  store.addCheckpoint({ number: 1, content: '{}', publicKey: null, signature: null });
  close(store);
  database = raw(directory);
});
afterEach(() => {
  database.close();
});

const paid = `paymentId = (SELECT min(paymentId) FROM payments)`;
const sending = `paymentId = (SELECT min(paymentId) + 1 FROM payments)`;
const queued = `paymentId = (SELECT min(paymentId) + 2 FROM payments)`;

const forbidden: readonly (readonly [string, string, RegExp])[] = [
  ['I6: change an event', `UPDATE events SET cause = 'other' WHERE sequence = 1`, /never changes/],
  ['I6: remove an event', `DELETE FROM events WHERE sequence = 1`, /stays/],
  [
    'I6: replace an event',
    `INSERT OR REPLACE INTO events (sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash)
       SELECT sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash FROM events WHERE sequence = 1`,
    /appended/,
  ],
  [
    'I6: put an event in out of order',
    `INSERT INTO events (sequence, at, entity, entityId, fromState, toState, cause, detail, facts, hash) VALUES (999, 1, 'batch', 1, NULL, NULL, 'x', NULL, NULL, x'00')`,
    /appended/,
  ],
  ['I6: take the chain back', `UPDATE chain SET sequence = 1`, /grows/],
  ['I6: remove the head of the chain', `DELETE FROM chain`, /stays/],
  ['I6: change a checkpoint', `UPDATE checkpoints SET content = ''`, /never changes/],
  ['I6: remove a checkpoint', `DELETE FROM checkpoints`, /stays/],
  [
    'I6: put a checkpoint in out of order',
    `INSERT INTO checkpoints VALUES (9, '{}', NULL, NULL)`,
    /appended/,
  ],
  ['I2: change a body', `UPDATE bodies SET body = x'00'`, /never changes/],
  ['I2: remove a body', `DELETE FROM bodies`, /stays/],
  [
    'I2: replace a body',
    `INSERT OR REPLACE INTO bodies SELECT paymentId, x'00', x'00' FROM bodies`,
    /set once/,
  ],
  ['I2: change an order ID', `UPDATE payments SET idPayment = 'other' WHERE ${paid}`, /identifies/],
  [
    'I2: change the order ID of a draft',
    `UPDATE payments SET idPayment = 'other' WHERE idPayment = 'draft-1'`,
    /identifies/,
  ],
  [
    'I2: attempt another body',
    `INSERT INTO attempts (paymentId, number, bodyHash, startedAt) SELECT paymentId, 9, x'00', 1 FROM payments WHERE ${sending}`,
    /sends the body/,
  ],
  ['I2: change what an attempt sent', `UPDATE attempts SET bodyHash = x'00' WHERE ${sending}`, /beginning/],
  ['remove an attempt', `DELETE FROM attempts`, /stays/],
  ['end an attempt twice', `UPDATE attempts SET status = 500 WHERE ${paid}`, /ends once/],
  ...[
    'amount',
    'currencyCode',
    'paymentMethodCode',
    'accountName',
    'accountNumber',
    'paymentOperatorCode',
    'emailAddress',
    'reference',
  ].map(
    (column) =>
      [
        `change ${column} after the release`,
        `UPDATE payments SET ${column} = 'X' WHERE ${queued}`,
        /never changes/,
      ] as const,
  ),
  [
    'I4: change a draft that a person has seen',
    `UPDATE payments SET amount = '9' WHERE idPayment = 'draft-1'`,
    /never changes/,
  ],
  ['remove a payment', `DELETE FROM payments WHERE idPayment = 'draft-1'`, /stays/],
  ['change a final state', `UPDATE lives SET state = 'queued' WHERE ${paid}`, /never sent again/],
  [
    'go on with a cancelled payout',
    `UPDATE lives SET state = 'cancelled' WHERE ${queued}; UPDATE lives SET state = 'accepted' WHERE ${queued}`,
    /never sent again/,
  ],
  ['I1: send without an intent', `UPDATE lives SET state = 'sending' WHERE ${queued}`, /intent/],
  [
    'begin a life in the middle',
    `INSERT INTO lives (paymentId, state, updatedAt) SELECT paymentId, 'paid', 1 FROM payments WHERE idPayment = 'draft-1'`,
    /begins/,
  ],
  ['end a life', `DELETE FROM lives`, /keeps its life/],
  ['give a life to another payment', `UPDATE lives SET paymentId = 1 WHERE ${queued}`, /keeps its life/],
  ['forget that a payment was released', `DELETE FROM paymentKeys`, /stay/],
  ['change what a released payment equals', `UPDATE paymentKeys SET payeeHash = 1`, /never change/],
  ['take back that a payment was released', `UPDATE paymentKeys SET isReleased = 0`, /stays/],
  ['move the first sending', `UPDATE lives SET firstSentAt = 1 WHERE ${paid}`, /once/],
  ['write a state that there is none of', `UPDATE lives SET state = 'sent' WHERE ${queued}`, /CHECK/],
  ['I3: release a batch again', `UPDATE batches SET state = 'releasing' WHERE batchId = 'sent'`, /one way/],
  [
    'I3: make a released batch a draft',
    `UPDATE batches SET state = 'draft' WHERE batchId = 'sent'`,
    /one way/,
  ],
  [
    'I3: take back a released batch',
    `UPDATE batches SET state = 'importing' WHERE batchId = 'sent'`,
    /one way/,
  ],
  ['move a release', `UPDATE batches SET releasedAt = 1 WHERE batchId = 'sent'`, /once/],
  [
    'I4: change the hash of the rows',
    `UPDATE batches SET rowsHash = 'x' WHERE batchId = 'draft'`,
    /never change/,
  ],
  [
    'change where a batch came from',
    `UPDATE batches SET callbackUrl = 'x' WHERE batchId = 'draft'`,
    /origin/,
  ],
  ['remove a batch', `DELETE FROM batches WHERE batchId = 'draft'`, /stays|FOREIGN/],
  ['remove a profile', `DELETE FROM profiles`, /keeps its row|FOREIGN/],
  ['give a profile to another merchant', `UPDATE profiles SET merchantCode = 'M9'`, /keeps its merchant/],
];

describe('the database itself forbids to', () => {
  it.each(forbidden)('%s', (_, sql, message) => {
    expect(() => database.exec(sql)).toThrow(message);
  });
});
