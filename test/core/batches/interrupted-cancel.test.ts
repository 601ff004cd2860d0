import { expect, it } from 'vitest';
import { createCore } from '../../../main/core/core.ts';
import { openMemoryStore, type MemoryStore } from '../../kit/memory-store.ts';
import { addProfile, auditProblems, claim, found, importBatch, release } from '../../kit/store.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const person = { name: 'Ann', user: null };

/** Starts the program on this store; returns the counts that other work could have seen meanwhile. */
async function start(store: MemoryStore): Promise<Partial<Record<string, number>>[]> {
  const seen: Partial<Record<string, number>>[] = [];
  const office = new VirtualOffice({ start: Date.UTC(2026, 0, 5) });
  const { clock } = office.parts;
  const turn = (): Promise<void> => {
    seen.push(store.countByState('b'));
    return Promise.resolve();
  };
  await createCore({
    ...office.parts,
    store,
    clock: { now: () => clock.now(), sleep: (ms, signal) => clock.sleep(ms, signal), turn },
  });
  await office.close();
  return seen;
}

it('a cancellation that the last run left is finished at the start in steps, in the name of who cancelled', async () => {
  const store = openMemoryStore();
  addProfile(store);
  importBatch(store, 'b', 2502);
  release(store, 'b');
  const [sent] = claim(store, 'b', 1);
  store.as(person).cancelRows('b', 1, 4000);
  const next = openMemoryStore({ image: store.image() });
  expect(await start(next)).toEqual([
    { sending: 1, queued: 1500, cancelled: 1001 },
    { sending: 1, queued: 500, cancelled: 2001 },
  ]);
  expect(next.countByState('b')).toEqual({ unknown: 1, cancelled: 2501 });
  expect(next.interruptedCancellations()).toEqual([]);
  expect(auditProblems(next)).toEqual([]);
  const last = next.findPayment('b-2502')?.paymentId ?? 0;
  expect(next.eventsOf(last).at(-1)).toMatchObject({ to: 'cancelled', actor: person });
  // What a person has queued again since is not taken back at the next start.
  next.record([found(sent?.payment.paymentId ?? 0, 'unknown', 'queued', { dueAt: null })], 7000);
  await start(next);
  expect(next.countByState('b')).toEqual({ queued: 1, cancelled: 2501 });
});
