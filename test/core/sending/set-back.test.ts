import { expect, it } from 'vitest';
import { createSafeguards } from '../../../main/core/sending/safeguards.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { systemClock } from '../../../main/system.ts';
import { accepted, addProfile, claim, importBatch, release } from '../../kit/store.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 5);

it.each([
  ['an hour', hourMs],
  ['30 days', 30 * 24 * hourMs],
])(
  'moves the due times of a batch forward when it joins a run after the clock was set back by %s',
  (_, byMs) => {
    const store = openMemoryStore();
    addProfile(store);
    const [profile] = store.listProfiles();
    if (profile === undefined) throw new Error('there is no profile');
    importBatch(store, 'batch', 1);
    release(store, 'batch', start);
    for (const intent of claim(store, 'batch')) store.record([{ ...accepted(intent), dueAt: start }], start);
    let now = start;
    let batchIds: readonly string[] = [];
    const { checkClock } = createSafeguards(
      {
        store,
        clock: { ...systemClock, now: () => now },
        encode: () => new Uint8Array(),
        profile,
        client: { gatewayNow: () => null },
        isPaying: true,
        onRecorded: () => undefined,
        onRefused: () => undefined,
      },
      () => batchIds,
    );
    checkClock();
    now = start - byMs;
    // The run has no batch just now: the only one is paused, or sent by another run.
    expect(checkClock()).toBe(now);
    batchIds = ['batch'];
    expect(checkClock()).toBeNull();
    expect(store.nextDueAt(batchIds, new Set())).toBe(now);
  },
);
