import { cpSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import {
  accepted,
  addProfile,
  auditProblems,
  claim,
  close,
  editUnseen,
  found,
  importBatch,
  keptFolder,
  newIncoming,
  newRow,
  openIn,
  openUntilClosed,
  release,
  temporaryFolder,
} from '../../kit/store.ts';

/** A life of everything: paid, failed, rejected, in doubt, queued, cancelled, prepared, repaired, paused, and a payin. */
export function fullLife(directory: string): void {
  const store = openUntilClosed(directory);
  addProfile(store);
  importBatch(store, 'paid', 5);
  release(store, 'paid');
  const [one, two, three, four] = claim(store, 'paid', 4);
  if (one === undefined || two === undefined || three === undefined || four === undefined)
    throw new Error('no intents');
  const fee = { amount: '0.25', currencyCode: 'EUR' };
  const problem = { code: 'finished', status: 'DECLINED' } as const;
  store.record(
    [
      accepted(one),
      accepted(two),
      found(one.payment.paymentId, 'accepted', 'paid', {
        gatewayStatus: 'SUCCESS',
        fee,
        detail: '{"status":"SUCCESS","fee":{"amount":0.25,"currencyCode":"EUR"}}',
      }),
      found(two.payment.paymentId, 'accepted', 'accepted', {
        gatewayStatus: 'PENDING',
        fee,
        detail: '{"fee":{}}',
      }),
      found(two.payment.paymentId, 'accepted', 'failed', { gatewayStatus: 'DECLINED', problem }),
      accepted(three, {
        to: 'rejected',
        cause: { code: 'answered', status: 400 },
        problem: {
          code: 'refused',
          failure: {
            error: 'gatewayInputInvalid',
            status: 400,
            complaints: [{ message: 'The account is wrong.' }],
          },
        },
        attempt: { number: 1, status: 400, answer: '{"error":"account"}' },
      }),
      accepted(four, {
        to: 'unknown',
        cause: { code: 'notAnswered', error: 'gatewayNoAnswer' },
        detail: 'No answer came.',
        problem: { code: 'notConfirmed', failure: { error: 'gatewayNoAnswer' } },
        attempt: { number: 1, status: null, answer: 'No answer came.' },
      }),
    ],
    5000,
  );
  store.claimUnknown(four.payment.paymentId, 5500, () => new Uint8Array());
  importBatch(store, 'held', 2);
  release(store, 'held');
  store.setPaused('held', true, 6000);
  importBatch(store, 'gone', 2);
  store.cancelRows('gone', 100, 6100);
  importBatch(store, 'draft', 3);
  importBatch(store, 'retry', [newRow('retry', 1, { retryOf: 'paid-2' })]);
  const payin = store.addIncoming(newIncoming({ origin: 'link', batchId: 'payin', at: 7000 }));
  store.record(
    [
      found(payin.paymentId, 'awaited', 'accepted', {
        gatewayStatus: 'WAITING',
        reading: {
          askedAt: 8000,
          raw: '{"accountNumber":"DE1"}',
          instructions: {
            bankName: 'Bank',
            branchName: null,
            accountName: null,
            accountNumber: 'DE1',
            money: null,
            expireAt: null,
            reference: null,
            returnUrl: null,
          },
        },
      }),
    ],
    8000,
  );
  importBatch(store, 'back', 1);
  store.takeBackDraft('back', 100, 8100);
  store.editProfile('main', {
    newName: 'main',
    callbackUrl: 'https://merchant.example/other',
    paymentPageUrl: 'https://pay.example',
    at: 8200,
  });
  close(store);
}

export type FullLife = {
  /** A folder of its own with a copy of it. */
  copy(): string;
  /** What the audit says after this edit with another SQLite program. */
  problemsAfter(sql: string): string;
};

/** Makes a full life before the tests of a file; the audit finds nothing wrong with it. */
export function useFullLife(): FullLife {
  const made = keptFolder();
  beforeAll(() => {
    fullLife(made);
    const store = openUntilClosed(made);
    expect(auditProblems(store)).toEqual([]);
    close(store);
  });
  const copy = (): string => {
    const directory = temporaryFolder();
    cpSync(made, directory, { recursive: true });
    return directory;
  };
  return {
    copy,
    problemsAfter: (sql) => {
      const directory = copy();
      editUnseen(directory, sql);
      return auditProblems(openIn(directory)).join('\n');
    },
  };
}
