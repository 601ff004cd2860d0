import { beforeEach, describe, expect, it } from 'vitest';
import { succeed, fail, type Result } from '../../../contract/result.ts';
import { refreshPayment } from '../../../main/core/payments/refresh.ts';
import type { CoreContext } from '../../../main/core/context/context.ts';
import type { Answer, PaymentDetail, StoredPayment } from '../../../main/core/ports/index.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { gatewayDouble } from '../../kit/gateway-double.ts';
import { accepted, addProfile, claim, found, importBatch, release } from '../../kit/store.ts';

let store: MemoryStore;
let answer: Result<Answer<PaymentDetail>>;
let asked: string[];
let events: string[];
let whileAsking: () => void;

const detail: PaymentDetail = {
  money: { amount: '1.50', currencyCode: 'EUR' },
  status: 'SUCCESS',
  createdAt: null,
  processedAt: '2026-01-01T00:00:00Z',
  isTest: true,
  fee: { amount: '0.10', currencyCode: 'EUR' },
  paymentMethodCode: null,
  instructions: null,
};
const { signal } = new AbortController();

function refresh(): Promise<Result<null>> {
  const client = gatewayDouble({
    readPayment: ({ idPayment }, { priority }) => {
      asked.push(`${idPayment} ${priority}`);
      whileAsking();
      return Promise.resolve(answer);
    },
  });
  const parts: Pick<CoreContext, 'store' | 'gateway' | 'clock' | 'random' | 'emit'> = {
    store,
    gateway: { client: () => client },
    clock: { now: () => 9000, sleep: () => Promise.resolve(), turn: () => Promise.resolve() },
    random: { bytes: (count) => new Uint8Array(count), fraction: () => 0 },
    emit: ({ kind, id }) => events.push(`${kind} ${id}`),
  };
  return refreshPayment(parts, payment(), signal);
}

function payment(): StoredPayment {
  const row = store.findPayment('b-1');
  if (row === null) throw new Error('the payout is gone');
  return row;
}

beforeEach(() => {
  store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'b', 1);
  answer = succeed({ value: detail, status: 200, raw: '{}' });
  asked = [];
  events = [];
  whileAsking = () => undefined;
});

function accept(): void {
  release(store, 'b');
  for (const intent of claim(store, 'b')) store.record([accepted(intent)], 5000);
}

describe('refreshing a payout', () => {
  it('asks at once, before everything else, and records what a run would record', async () => {
    accept();
    expect((await refresh()).ok).toBe(true);
    expect(asked).toEqual(['b-1 interactive']);
    expect(payment()).toMatchObject({
      state: 'paid',
      gatewayStatus: 'SUCCESS',
      fee: detail.fee,
      dueAt: null,
    });
    expect(events).toEqual(['payout b-1', 'batch b']);
  });

  it('leaves out its finding when a run was faster', async () => {
    accept();
    whileAsking = () => {
      store.record([found(payment().paymentId, 'accepted', 'failed')], 6000);
    };
    expect((await refresh()).ok).toBe(true);
    expect(payment().state).toBe('failed');
    expect(store.eventsOf(payment().paymentId).at(-1)?.to).toBe('failed');
  });

  it('updates status and fee of a finished payout, and never its state', async () => {
    accept();
    await refresh();
    answer = succeed({ value: { ...detail, status: 'RETURNED', fee: null }, status: 200, raw: '{}' });
    await refresh();
    expect(payment()).toMatchObject({ state: 'paid', gatewayStatus: 'RETURNED', fee: detail.fee });
  });

  it('I1: sends nothing when the gateway never received it, and leaves that to the next run', async () => {
    release(store, 'b');
    const [intent] = claim(store, 'b');
    store.record([found(intent?.payment.paymentId ?? 0, 'sending', 'unknown', { dueAt: 50_000 })], 5000);
    answer = fail('gatewayNotFound', 'gone', { status: 410 });
    expect((await refresh()).ok).toBe(true);
    expect(payment()).toMatchObject({ state: 'unknown', dueAt: 9000 });
    expect(store.attemptsOf(payment().paymentId)).toHaveLength(1);
  });

  it('says why the gateway gave no answer, and keeps the state', async () => {
    accept();
    answer = fail('gatewayNoAnswer', 'silence');
    const refreshed = await refresh();
    expect(refreshed.ok ? null : refreshed.error.code).toBe('gatewayNoAnswer');
    expect(payment().state).toBe('accepted');
  });

  it.each([
    fail('gatewayNoAnswer', 'silence'),
    fail('gatewayNotFound', 'gone', { status: 410 }),
    succeed({ value: { ...detail, money: null }, status: 200, raw: '{}' }),
  ])('does not bring back what was known before a request that left meanwhile: answer %#', async (late) => {
    release(store, 'b');
    claim(store, 'b');
    const { paymentId } = payment();
    const unsent = {
      code: 'notConfirmed',
      failure: { error: 'gatewayUnreachable' },
      neverLeft: true,
    } as const;
    store.record([found(paymentId, 'sending', 'unknown', { problem: unsent, dueAt: 5000 })], 5000);
    whileAsking = () => {
      store.claimUnknown(paymentId, 6000, () => new Uint8Array(), null);
      const lost = { code: 'notConfirmed', failure: { error: 'gatewayNoAnswer' } } as const;
      store.record([found(paymentId, 'sending', 'unknown', { problem: lost, dueAt: 8000 })], 7000);
    };
    answer = late;
    await refresh();
    expect(payment().state).toBe('unknown');
    expect(payment().problem).not.toHaveProperty('neverLeft');
  });

  it('asks nothing about a payout that was never sent', async () => {
    expect((await refresh()).ok).toBe(true);
    release(store, 'b');
    expect((await refresh()).ok).toBe(true);
    expect([asked, events]).toEqual([[], []]);
  });
});
