import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { paymentStates, type PaymentState } from '../../../contract/payments/payment.ts';
import type { Store, StoredPayment } from '../../../main/core/ports/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import {
  addProfile,
  auditProblems,
  encode,
  found,
  importBatch,
  keyId,
  newIncoming,
  rowsHash,
} from '../../kit/store.ts';

type Batch = {
  state: string;
  rows: string[];
  isIncoming?: true;
  isBeingCancelled?: boolean;
  /** What had ended unpaid when it was released, and which of these came back since. */
  ended?: ReadonlySet<string>;
  cameBack?: Set<string>;
};

/** What a store should hold, kept as simply as can be: rows by order ID, bodies once made. */
type Model = {
  batches: Map<string, Batch>;
  states: Map<string, PaymentState>;
  bodies: Map<string, string>;
  time: number;
};

type Command = (model: Model, store: Store) => void;

const unfinished: ReadonlySet<PaymentState> = new Set(['queued', 'sending', 'unknown', 'accepted']);

/** A payment in one of these moved no money. */
const dead: readonly PaymentState[] = ['failed', 'rejected', 'cancelled'];

/** Which findings there are for a payment in this state. */
const findings: Partial<Record<PaymentState, readonly PaymentState[]>> = {
  awaited: ['awaited', 'accepted', 'conflict', 'cancelled'],
  sending: ['accepted', 'rejected', 'unknown'],
  unknown: ['unknown', 'accepted', 'rejected', 'conflict', 'outside'],
  accepted: ['accepted', 'paid', 'failed', 'conflict', 'outside'],
  failed: ['failed', 'paid', 'accepted', 'conflict'],
  rejected: ['accepted', 'conflict', 'outside'],
  conflict: ['accepted', 'outside'],
  outside: ['accepted', 'rejected'],
};

function inState(model: Model, ...states: PaymentState[]): string[] {
  return [...model.states].filter(([, state]) => states.includes(state)).map(([id]) => id);
}

function pick<Item>(items: readonly Item[], seed: number): Item | undefined {
  return items[seed % Math.max(items.length, 1)];
}

/** A payout, or a payin. */
function paymentOf(store: Store, id: string): StoredPayment | null {
  return store.findPayment(id) ?? store.findIncoming('payin', id, keyId);
}

/** Whether a payout repeats one that had ended unpaid at its release and came back since: those with the number of its row pay the same. */
function isRepeat(model: Model, id: string): boolean {
  const [batchId = '', row] = id.split('-');
  const others = [...(model.batches.get(batchId)?.cameBack ?? [])];
  return others.some(
    (other) =>
      other.split('-')[1] === row &&
      model.batches.get(other.split('-')[0] ?? '')?.isIncoming !== true &&
      !dead.includes(model.states.get(other) ?? 'draft'),
  );
}

const seed = fc.nat(1000);
const few = fc.integer({ min: 1, max: 4 });

const commands: readonly fc.Arbitrary<Command>[] = [
  fc.record({ rows: few }).map(({ rows }): Command => (model, store) => {
    const batchId = `b${model.batches.size}`;
    importBatch(store, batchId, rows);
    const ids = Array.from({ length: rows }, (_, index) => `${batchId}-${index + 1}`);
    model.batches.set(batchId, { state: 'draft', rows: ids });
    for (const id of ids) model.states.set(id, 'draft');
  }),
  seed.map((which): Command => (model, store) => {
    const [batchId, batch] = pick([...model.batches], which) ?? [];
    if (batchId === undefined || batch === undefined) return;
    const outcome = store.releaseBatch(batchId, {
      rowsHash,
      releasesSeen: null,
      at: model.time,
    });
    expect(outcome).toBe(batch.state === 'draft' ? 'released' : 'notDraft');
    if (outcome !== 'released') return;
    batch.state = 'releasing';
    batch.ended = new Set(inState(model, ...dead));
    batch.cameBack = new Set();
  }),
  fc.tuple(seed, few).map(([which, limit]): Command => (model, store) => {
    const [batchId, batch] = pick([...model.batches], which) ?? [];
    if (batchId === undefined || batch === undefined) return;
    const drafts =
      batch.state === 'releasing'
        ? batch.rows.filter((id) => model.states.get(id) === 'draft').slice(0, limit)
        : [];
    expect(store.queueRows(batchId, limit, model.time)).toBe(drafts.length);
    for (const id of drafts) model.states.set(id, 'queued');
    if (batch.state === 'releasing' && drafts.length < limit) batch.state = 'released';
  }),
  few.map((limit): Command => (model, store) => {
    const stopped = new Set(
      [...model.batches.values()].flatMap(({ rows, isBeingCancelled }) => (isBeingCancelled ? rows : [])),
    );
    const queued = inState(model, 'queued')
      .filter((id) => !stopped.has(id))
      .slice(0, limit);
    const intents = store.claimQueued([...model.batches.keys()], limit, model.time, encode);
    const repeats = new Set(queued.filter((id) => isRepeat(model, id)));
    for (const id of repeats) model.states.set(id, 'cancelled');
    expect(intents.map(({ payment }) => payment.idPayment)).toEqual(queued.filter((id) => !repeats.has(id)));
    for (const { payment, body } of intents) {
      model.states.set(payment.idPayment, 'sending');
      model.bodies.set(payment.idPayment, Buffer.from(body).toString());
    }
  }),
  seed.map((which): Command => (model, store) => {
    const id = pick([...model.states.keys()], which);
    if (id === undefined) return;
    const paymentId = paymentOf(store, id)?.paymentId ?? 0;
    const intent = store.claimUnknown(paymentId, model.time, () => Buffer.from('never used'));
    if (model.states.get(id) !== 'unknown' || isRepeat(model, id)) return expect(intent).toBeNull();
    expect(Buffer.from(intent?.body ?? []).toString()).toBe(model.bodies.get(id));
    model.states.set(id, 'sending');
  }),
  fc.tuple(seed, seed, fc.boolean()).map(([which, whither, mayBeStale]): Command => (model, store) => {
    const id = pick(
      inState(model, 'awaited', 'sending', 'unknown', 'accepted', 'failed', 'rejected', 'outside'),
      which,
    );
    const state = id === undefined ? undefined : model.states.get(id);
    const to = state === undefined ? undefined : pick(findings[state] ?? [], whither);
    if (id === undefined || state === undefined || to === undefined) return;
    const payment = paymentOf(store, id);
    const isStale = mayBeStale && to !== 'awaited';
    const from = isStale ? 'queued' : state;
    store.record([found(payment?.paymentId ?? 0, from, to, { dueAt: model.time + 10 })], model.time);
    if (isStale) return;
    model.states.set(id, to);
    if (dead.includes(state) && !dead.includes(to))
      for (const { ended, cameBack } of model.batches.values())
        if (ended?.has(id) === true) cameBack?.add(id);
  }),
  few.map((limit): Command => (model, store) => {
    const sending = inState(model, 'sending').slice(0, limit);
    expect(store.interruptSending(limit, model.time)).toBe(sending.length);
    for (const id of sending) model.states.set(id, 'unknown');
  }),
  fc.tuple(seed, few).map(([which, limit]): Command => (model, store) => {
    const [batchId, batch] = pick([...model.batches], which) ?? [];
    if (batchId === undefined || batch === undefined) return;
    const rowsIn = (state: PaymentState): string[] =>
      batch.rows.filter((id) => model.states.get(id) === state);
    const isDraft = batch.state === 'draft' || batch.state === 'cancelled';
    const cancelled = (
      isDraft
        ? rowsIn('draft')
        : batch.state === 'releasing'
          ? [...rowsIn('queued'), ...rowsIn('draft')]
          : rowsIn('queued')
    ).slice(0, limit);
    expect(store.cancelRows(batchId, limit, model.time)).toBe(cancelled.length);
    for (const id of cancelled) model.states.set(id, 'cancelled');
    batch.isBeingCancelled = cancelled.length === limit;
    if (batch.state === 'draft') batch.state = 'cancelled';
    if (batch.state === 'releasing' && cancelled.length < limit) batch.state = 'released';
  }),
  fc.boolean().map((isOurs): Command => (model, store) => {
    const batchId = `b${model.batches.size}`;
    const id = `${batchId}-1`;
    const origin = isOurs ? 'created' : 'link';
    store.addIncoming(newIncoming({ batchId, idPayment: id, origin, at: model.time }));
    model.batches.set(batchId, { state: 'released', rows: [id], isIncoming: true });
    model.states.set(id, isOurs ? 'queued' : 'awaited');
  }),
];

/** How often each command comes, in their order: often what takes a payment further, seldom what ends its life early. */
const weights = [3, 4, 6, 6, 2, 12, 1, 1, 2];
const command = fc.oneof(...commands.map((arbitrary, index) => ({ arbitrary, weight: weights[index] ?? 1 })));

/** Every state that any payment was in, so that a run that saw only some of them fails. */
const visited = new Set<PaymentState>();

function compare(model: Model, store: Store): void {
  for (const state of model.states.values()) visited.add(state);
  for (const [batchId, batch] of model.batches) {
    const stored = store.rowsOfBatch(batchId, 0, 100);
    expect(stored.map(({ idPayment, state }) => [idPayment, state])).toEqual(
      batch.rows.map((id) => [id, model.states.get(id)]),
    );
    const counts: Partial<Record<PaymentState, number>> = {};
    for (const { state } of stored) counts[state] = (counts[state] ?? 0) + 1;
    expect(store.countByState(batchId)).toEqual(counts);
    expect(store.findAnyBatch(batchId)?.state).toBe(batch.state);
  }
  const open = [...model.batches].filter(
    ([, { state, rows, isIncoming }]) =>
      isIncoming !== true &&
      (state === 'releasing' ||
        (state === 'released' && rows.some((id) => unfinished.has(model.states.get(id) ?? 'paid')))),
  );
  expect(store.unfinishedBatches().map(({ batchId }) => batchId)).toEqual(open.map(([batchId]) => batchId));
  expect(auditProblems(store)).toEqual([]);
}

it('I1, I2, I3, I6: whatever happens in whatever order, the store agrees with a simple model, and the audit with the store', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
      const store = openMemoryStore();
      addProfile(store);
      const model: Model = { batches: new Map(), states: new Map(), bodies: new Map(), time: 1_000_000 };
      try {
        for (const step of steps) {
          model.time += 1;
          step(model, store);
          compare(model, store);
        }
      } finally {
        store.close();
      }
    }),
    { numRuns: 150 },
  );
  expect([...visited].toSorted()).toEqual([...paymentStates].toSorted());
});
