import { beforeEach, describe, expect, it } from 'vitest';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { problemText } from '../../../contract/text/problem-text.ts';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import { toDescribed } from '../../../main/core/payments/convert.ts';
import { decided } from '../../../main/core/payments/person-decisions.ts';
import type { Finding, StoredPayment } from '../../../main/core/ports/index.ts';
import { receiptSentence } from '../../../renderer/payouts/receipt/receipt-text.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { addProfile, found, importBatch, release } from '../../kit/store.ts';
import { after, detail, now, refused, said, states } from './decisions.ts';

const notFound = refused('gatewayNotFound', 410);
const hour = 3_600_000;
const at = now + hour;
const moment = { now: at, fraction: 0.5, gatewayNow: at };

let store: MemoryStore;
beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'b', 1);
  release(store, 'b', now);
});

/** Sends the only payout, and records what became of it. */
function sent(finding: (paymentId: number) => Finding): void {
  const [intent] = store.claimQueued(['b'], 1, now, () => Buffer.from('{}'), now);
  if (intent === undefined) throw new Error('nothing was claimed');
  store.record([finding(intent.payment.paymentId)], now);
}

/** The payout once these records are restored, or found to be older than what was sent. */
function later(how: { isRestored?: true; isBehind?: true; missesRetries?: boolean }): StoredPayment {
  const restored = openMemoryStore({ image: store.image(), at, ...how });
  const payment = restored.findPayment('b-1');
  if (payment === null) throw new Error('the payout is gone');
  store = restored;
  return payment;
}

describe('I10: a payout whose outcome is not known since older records were opened', () => {
  const ways = [
    [{ isRestored: true }, 'restored'],
    [{ isBehind: true }, 'olderRecords'],
    [{ isRestored: true, missesRetries: true }, 'perhapsRetried'],
  ] as const;

  it.each(ways)('is still not ours where the first answer was 409 (%o)', (how, code) => {
    sent((paymentId) => found(paymentId, 'sending', 'unknown', { problem: { code: 'orderIdTaken' } }));
    const payout = later(how);
    expect(payout).toMatchObject({ state: 'unknown', dueAt: at, problem: { code } });
    const others = detail({
      createdAt: new Date(now - hour).toISOString(),
      money: { amount: payout.amount, currencyCode: payout.currencyCode },
    });
    expect(states(afterRead(payout, others, moment))).toEqual(['unknown outside']);
    const left = after(payout, afterRead(payout, notFound, moment));
    expect(states(afterRead(left, others, moment))).toEqual(['unknown outside']);
    const again = { ...left, problem: decided(left, 'sendAgain', at).problem };
    expect(states(afterRead(again, others, moment))).toEqual(['unknown outside']);
  });

  it.each(ways)('is not sent again by itself where the gateway had accepted it (%o)', (how) => {
    sent((paymentId) => ({ ...found(paymentId, 'sending', 'accepted'), dueAt: at }));
    const payout = later(how);
    const failed = after(payout, afterRead(payout, refused('gatewayServerError', 500), moment));
    for (const before of [payout, failed]) {
      const answer = afterRead(before, notFound, moment);
      expect([answer.sendAgain, states(answer)]).toEqual([false, ['unknown unknown']]);
      expect(said(answer)).not.toContain('could not ask');
      expect(afterRead(after(before, answer), notFound, moment).sendAgain).toBe(false);
    }
    const old = { ...moment, now: at + 25 * hour, gatewayNow: at + 25 * hour };
    const given = afterRead(failed, notFound, old);
    expect([given.sendAgain, given.findings[0]?.dueAt]).toEqual([false, null]);
  });

  it('is sent again with the same bytes where no answer says that the gateway had it', () => {
    sent((paymentId) => found(paymentId, 'sending', 'unknown', { problem: null }));
    expect(afterRead(later({ isRestored: true }), notFound, moment).sendAgain).toBe(true);
  });

  it('I11: is still left to a person where a missing retry may have paid its row, also if that notice was dismissed', () => {
    sent((paymentId) => found(paymentId, 'sending', 'unknown', { problem: null }));
    later({ isRestored: true, missesRetries: true });
    store.dismissOlderRecords();
    const payout = later({ isRestored: true });
    expect(payout.problem).toEqual({ code: 'perhapsRetried' });
    expect(afterRead(payout, notFound, moment).sendAgain).toBe(false);
  });

  it('says what is kept', () => {
    sent((paymentId) => ({ ...found(paymentId, 'sending', 'accepted'), dueAt: at }));
    const payout = later({ isRestored: true });
    expect(payout.problem && problemText(payout.problem, payout)).toBe(
      'A backup was restored. The gateway had this order ID before it was made, so Bursar asks what became of this payout, and does not repeat its request by itself.',
    );
  });

  it('I13: is never said to be perhaps not accepted where the gateway had it', () => {
    sent((paymentId) => ({ ...found(paymentId, 'sending', 'accepted'), dueAt: at }));
    const image = store.image();
    for (const missesRetries of [false, true]) {
      store = openMemoryStore({ image });
      const payout = later({ isRestored: true, missesRetries });
      const failed = after(payout, afterRead(payout, refused('gatewayServerError', 500), moment));
      const old = { ...moment, now: at + 25 * hour, gatewayNow: at + 25 * hour };
      const left = after(failed, afterRead(failed, notFound, old));
      for (const unknown of [payout, failed, left]) {
        const described = toDescribed(unknown);
        for (const text of [paymentMeaning(described), receiptSentence({ ...described, events: [] })]) {
          expect(text).not.toMatch(/whether|accepted/);
          expect(text).toMatch(/what became of this payout/);
        }
      }
    }
  });

  it('I11: is not said to be safe from a second payment where a missing retry may have paid its row', () => {
    sent((paymentId) => found(paymentId, 'sending', 'unknown', { problem: null }));
    const payout = later({ isRestored: true, missesRetries: true });
    const failed = after(payout, afterRead(payout, refused('gatewayServerError', 500), moment));
    for (const unknown of [payout, failed])
      expect(paymentMeaning(toDescribed(unknown))).toBe(
        'Bursar does not know what became of this payout. It keeps asking, and only a person can have it sent again.',
      );
  });
});
