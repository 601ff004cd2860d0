import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts, compareAmounts, negateAmount, sumAmounts } from '../../../../contract/money/amount.ts';
import { succeed } from '../../../../contract/result.ts';
import type { PaymentState } from '../../../../contract/payments/payment.ts';
import type { PositionLine } from '../../../../contract/treasury/position.ts';
import { readBalances } from '../../../../main/core/treasury/balances.ts';
import { runOnce } from '../../../../main/core/sending/worker.ts';
import { positionHandlers } from '../../../../main/core/treasury/position/read-position.ts';
import type { Gateway } from '../../../../main/core/ports/index.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock } from '../../../../main/system.ts';
import { gatewayDouble } from '../../../kit/gateway-double.ts';
import { atWork, openOffice, rowsOf, type Office } from '../../../kit/office.ts';
import { addProfile, found, importBatch, keyId, newRow, release, value } from '../../../kit/store.ts';

const { signal } = new AbortController();
const call = { signal, confirm: () => Promise.resolve(true) };
const count = 4;
const start = '1000.00';
const amountOf = (index: number): string => `${10 ** index}.25`;

/** What happens to one payout: at Bursar, or at the gateway without Bursar knowing it yet. */
const step = record({
  kind: constantFrom('claim', 'take', 'take', 'takeMore', 'learn', 'learn', 'lose', 'fail', 'revive'),
  payout: integer({ min: 0, max: count - 1 }),
});
type Step = { readonly kind: string; readonly payout: number };
/** A balance is asked for; steps until the gateway looks at its book, and until the answer arrives. */
const reading = record({ before: array(step, { maxLength: 4 }), after: array(step, { maxLength: 4 }) });
type Reading = { readonly before: readonly Step[]; readonly after: readonly Step[] };

type Story = (Step | Reading)[];
/** Rare among those above: of a payout that is not in the balance, the gateway took another amount, and said so. */
const storyOfAnother: Story = [
  { kind: 'claim', payout: 1 },
  {
    before: [],
    after: [
      { kind: 'takeMore', payout: 1 },
      { kind: 'learn', payout: 1 },
    ],
  },
];

/** Payouts of a real store at a gateway that tells only what it is asked. */
function openBooks() {
  const store = openMemoryStore();
  addProfile(store);
  let now = 10_000;
  let booked = start;
  const states: PaymentState[] = [];
  const paymentIds: number[] = [];
  const taken = new Set<number>();
  /** Those of which the gateway took another amount than it was sent. */
  const contradicted = new Set<number>();
  const otherOf = (payout: number): string => addAmounts(amountOf(payout), amountOf(payout));
  for (let index = 0; index < count; index += 1) {
    const id = `p${index}`;
    importBatch(store, id, [newRow(id, 1, { amount: amountOf(index), idPayment: id, reference: id })]);
    release(store, id, now);
    states.push('queued');
  }

  function learn(payout: number, to: PaymentState): void {
    // The answer to its request accepts it, and names the other amount.
    if (to === 'conflict' && states[payout] === 'sending') learn(payout, 'accepted');
    const from = states[payout] ?? 'queued';
    const held = { amount: otherOf(payout), currencyCode: 'EUR' };
    const problem = to === 'conflict' ? ({ code: 'otherMoney', held } as const) : null;
    store.record([found(paymentIds[payout] ?? 0, from, to, { dueAt: null, problem })], now);
    states[payout] = to;
  }

  function take(payout: number): void {
    taken.add(payout);
    booked = addAmounts(booked, negateAmount(amountOf(payout)));
  }

  function happen({ kind, payout }: Step): void {
    now += 1;
    const state = states[payout];
    if (kind === 'claim' && state === 'queued') {
      const [intent] = store.claimQueued([`p${payout}`], 1, now, () => new Uint8Array([payout]));
      paymentIds[payout] = intent?.payment.paymentId ?? 0;
      states[payout] = 'sending';
    }
    const isSent = state === 'sending' || state === 'unknown';
    if (kind === 'take' && isSent && !taken.has(payout)) take(payout);
    if (kind === 'takeMore' && isSent && !taken.has(payout)) {
      taken.add(payout);
      contradicted.add(payout);
      booked = addAmounts(booked, negateAmount(otherOf(payout)));
    }
    if (kind === 'lose' && state === 'sending') learn(payout, 'unknown');
    if (kind === 'learn' && isSent && taken.has(payout))
      learn(payout, contradicted.has(payout) ? 'conflict' : 'accepted');
    if (kind === 'learn' && state === 'accepted') learn(payout, 'paid');
    if (kind === 'fail' && state === 'accepted') {
      taken.delete(payout);
      booked = addAmounts(booked, amountOf(payout));
      learn(payout, 'failed');
    }
    if (kind === 'revive' && state === 'failed') {
      take(payout);
      learn(payout, 'paid');
    }
  }

  const clock = { ...systemClock, now: () => now };
  async function read({ before, after }: Reading): Promise<void> {
    const client = gatewayDouble({
      balances: () => {
        before.forEach(happen);
        const amounts = [{ name: 'available', amount: booked }];
        after.forEach(happen);
        now += 1;
        return Promise.resolve(succeed({ status: 200, raw: '', value: [{ currencyCode: 'EUR', amounts }] }));
      },
    });
    const gateway = { client: () => client } as unknown as Gateway;
    const [profile] = store.listProfiles();
    if (profile === undefined) throw new Error('no profile');
    now += 1;
    value(await readBalances({ store, clock, gateway, emit: () => undefined } as never, profile, [], signal));
  }

  return {
    store,
    happen,
    read,
    position: async (): Promise<PositionLine | undefined> => {
      const lines = value(
        await positionHandlers({ store, clock })['position.read']({ profileName: 'main' }, call),
      );
      return lines.find(({ currencyCode }) => currencyCode === 'EUR');
    },
    /** What will be there once everything that is released is paid, and what came back. */
    truth: () => {
      const of = (meant: (payout: number) => boolean): string =>
        sumAmounts(states.flatMap((_, payout) => (meant(payout) ? [amountOf(payout)] : [])));
      const failed = of((payout) => states[payout] === 'failed');
      const open = of((payout) => states[payout] !== 'failed' && !taken.has(payout));
      // What nobody has learned yet that the gateway took more.
      const unseen = of((payout) => contradicted.has(payout) && states[payout] !== 'conflict');
      return { failed, left: addAmounts(booked, negateAmount(open)), unseen };
    },
  };
}

describe('the projected balance', () => {
  it('is never too high, and too low by no more than stated, whatever was in progress when the balance was read', async () => {
    await assert(
      asyncProperty(array(oneof(step, step, reading), { maxLength: 30 }), async (story: Story) => {
        const books = openBooks();
        try {
          for (const each of story) {
            if ('kind' in each) books.happen(each);
            else await books.read(each);
            const line = await books.position();
            if (line?.projected === null || line === undefined) continue;
            const { left, failed, unseen } = books.truth();
            expect(compareAmounts(line.projected, addAmounts(left, unseen))).toBeLessThanOrEqual(0);
            const most = sumAmounts([line.projected, line.perhapsTakenTwice, failed]);
            expect(compareAmounts(most, left)).toBeGreaterThanOrEqual(0);
          }
        } finally {
          books.store.close();
        }
      }),
      { numRuns: 100, examples: [[storyOfAnother]] },
    );
  });

  it('is based on a balance that was read before the first payout of a run is claimed', async () => {
    // Its waits are not cut short: the run waits for the balance for all of its time, however slow the machine is.
    const office = await openOffice({ settleMs: 3_600_000, requestsPerSecond: atWork.requestsPerSecond });
    const { queued, line, earlier } = await runWith(office, async () => {
      // Long enough for all that a run asks before it claims, also on a busy machine.
      for (let turns = 0; turns < 5000; turns += 1) await office.parts.clock.turn();
    });
    expect([queued, line?.committed, earlier]).toEqual([3, '9.00', []]);
  });

  it('deducts what was sent while the gateway did not answer, and sending does not wait for that', async () => {
    const office = await openOffice({ settleMs: 3_600_000, ...atWork });
    const { queued, line, earlier } = await runWith(office, async (batchId) => {
      await office.until(() => office.countOf(batchId, 'accepted') === 3);
    });
    expect([queued, line?.committed, line?.perhapsTakenTwice]).toEqual([0, '9.00', '9.00']);
    expect(earlier).toContain('createPayment');
    const last = lineOf(await office.get('position.read', {}));
    expect([last?.committed, last?.perhapsTakenTwice]).toEqual(['0', '0']);
  });

  it('deducts what was sent in the hour of a balance stored by an earlier version, and nothing from before', async () => {
    const store = openMemoryStore();
    addProfile(store);
    const hourMs = 3_600_000;
    const readAt = 10 * hourMs + 1000;
    [readAt - hourMs, readAt - 500, readAt + hourMs].forEach((at, index) => {
      const id = `old-${index}`;
      importBatch(store, id, [newRow(id, 1, { amount: amountOf(index), idPayment: id })]);
      release(store, id, at);
      const [intent] = store.claimQueued([id], 1, at, () => new Uint8Array([index]));
      store.record([found(intent?.payment.paymentId ?? 0, 'sending', 'accepted')], at);
    });
    const amounts = [{ name: 'available', amount: start }];
    const json = JSON.stringify([{ currencyCode: 'EUR', amounts, readAt }]);
    store.saveBalances(keyId, { asOf: readAt, json }, { at: readAt, quietMs: 0, list: [] });
    const handlers = positionHandlers({ store, clock: systemClock });
    const line = lineOf(value(await handlers['position.read']({ profileName: 'main' }, call)));
    expect([line?.committed, line?.perhapsTakenTwice]).toEqual(['110.50', '10.25']);
    store.close();
  });
});

function lineOf(lines: readonly PositionLine[]): PositionLine | undefined {
  return lines.find(({ currencyCode }) => currencyCode === 'EUR');
}

/**
 * Sends three payouts of a batch that has begun; `hold` delays the first question for balances. Gives how many payouts were queued when it
 * was let go, what else was asked of the gateway until then, and the position before the balances are read again.
 */
async function runWith(office: Office, hold: (batchId: string) => Promise<void>) {
  const batchId = await office.draftRows(rowsOf(4));
  await office.releaseAll(batchId);
  const { store, clock } = office.parts;
  const [intent] = store.claimQueued([batchId], 1, clock.now(), () => new Uint8Array([1]));
  store.record([found(intent?.payment.paymentId ?? 0, 'sending', 'rejected')], clock.now());
  let queued: number | null = null;
  let line: PositionLine | undefined;
  const earlier: string[] = [];
  const { parts } = office;
  const gateway: Gateway = {
    ...parts.gateway,
    client: (profile) => {
      const client = parts.gateway.client(profile);
      return {
        ...client,
        call: async (operation, input, options) => {
          if (operation === 'balances') {
            if (queued === null) {
              // It has left, and the answer is late.
              options.onDeparture?.();
              await hold(batchId);
              queued = office.countOf(batchId, 'queued');
              return client.call(operation, input, { ...options, onDeparture: () => true });
            } else line = lineOf(await office.get('position.read', {}));
          } else if (queued === null) earlier.push(operation);
          return client.call(operation, input, options);
        },
      };
    },
  };
  await runOnce(
    { ...parts, gateway },
    {
      batchIds: () => [batchId],
      releasing: () => [],
      until: 'sent',
      silenceLimitMs: 60_000,
      signal,
      workSignal: null,
      mustReach: false,
      readsBalances: true,
      onProblem: () => undefined,
      onRecorded: () => undefined,
      onRefused: () => undefined,
      keepsAsking: false,
    },
  );
  return { queued, line, earlier };
}
