import { expect, it } from 'vitest';
import type { Finding } from '../../../main/core/ports/index.ts';
import { openOffice, type Office } from '../../kit/office.ts';

/** Brings the only payout of a released batch as far as is named. */
function bring({ store, parts, now }: Office, batchId: string, to: 'unknown' | 'accepted' | 'paid'): void {
  const [intent] = store.claimQueued([batchId], 1, now(), parts.encode);
  if (intent === undefined) throw new Error('nothing is queued');
  const { payment, attemptNumber: number } = intent;
  const found: Omit<Finding, 'from' | 'to'> = {
    paymentId: payment.paymentId,
    cause: { code: 'asked' },
    detail: null,
    problem: null,
    dueAt: now(),
    polls: 0,
  };
  const attempt = { number, status: null, answer: null };
  store.record([{ ...found, from: 'sending', to: to === 'unknown' ? to : 'accepted', attempt }], now());
  if (to === 'paid') store.record([{ ...found, from: 'accepted', to, dueAt: null }], now());
}

const stages = {
  draft: () => undefined,
  scheduled: () => undefined,
  queued: () => undefined,
  paused: async ({ get }: Office, batchId: string) => {
    await get('batches.pause', { batchId });
  },
  unknown: (office: Office, batchId: string) => bring(office, batchId, 'unknown'),
  accepted: (office: Office, batchId: string) => bring(office, batchId, 'accepted'),
  paid: (office: Office, batchId: string) => bring(office, batchId, 'paid'),
  cancelled: async ({ get }: Office, batchId: string) => {
    await get('batches.cancel', { batchId });
  },
  discarded: async ({ get }: Office, batchId: string) => {
    await get('batches.cancel', { batchId });
  },
} as const;

const unreleased = new Set(['draft', 'scheduled', 'discarded']);

/** What each command comes to for a batch of one payout at each stage: what changed, or why it was refused. */
const table = {
  draft: { pause: 'notReleasable', resume: 'notReleasable', cancel: '1 cancelled', release: 'released' },
  scheduled: { pause: 'notReleasable', resume: 'notReleasable', cancel: '1 cancelled', release: 'released' },
  queued: { pause: 'paused', resume: 'not paused', cancel: '1 cancelled', release: 'alreadyReleased' },
  paused: { pause: 'paused', resume: 'not paused', cancel: '1 cancelled', release: 'alreadyReleased' },
  unknown: { pause: 'paused', resume: 'not paused', cancel: '0 cancelled', release: 'alreadyReleased' },
  accepted: {
    pause: 'notReleasable',
    resume: 'not paused',
    cancel: '0 cancelled',
    release: 'alreadyReleased',
  },
  paid: { pause: 'notReleasable', resume: 'not paused', cancel: '0 cancelled', release: 'alreadyReleased' },
  cancelled: {
    pause: 'notReleasable',
    resume: 'not paused',
    cancel: '0 cancelled',
    release: 'alreadyReleased',
  },
  discarded: {
    pause: 'notReleasable',
    resume: 'notReleasable',
    cancel: '0 cancelled',
    release: 'alreadyReleased',
  },
} as const;

it.each(Object.keys(table) as (keyof typeof table)[])(
  'pause, resume, cancel and release of a batch that is %s do what its state allows, or are refused',
  async (stage) => {
    const office = await openOffice();
    const came: Record<string, string> = {};
    for (const [index, command] of (['pause', 'resume', 'cancel', 'release'] as const).entries()) {
      const { batchId, rowsHash } = await office.draft([`${index + 1}.00`]);
      if (!unreleased.has(stage)) await office.releaseAll(batchId);
      if (stage === 'scheduled') {
        const at = new Date(office.now() + 86_400_000).toISOString();
        await office.get('batches.release', { batchId, rowsHash, confirmed: null, at });
      }
      await stages[stage](office, batchId);
      came[command] = await outcomeOf(office, command, batchId);
    }
    expect(came).toEqual(table[stage]);
  },
);

async function outcomeOf(
  { tell, release, store }: Office,
  command: 'pause' | 'resume' | 'cancel' | 'release',
  batchId: string,
): Promise<string> {
  switch (command) {
    case 'pause':
    case 'resume': {
      const told = await tell(`batches.${command}`, { batchId });
      return told.ok ? (told.value.isPaused ? 'paused' : 'not paused') : told.error.code;
    }
    case 'cancel': {
      const told = await tell('batches.cancel', { batchId });
      if (!told.ok) return told.error.code;
      const { cancelledRows, state } = told.value;
      expect(state).toBe(store.findBatch(batchId)?.state);
      return `${cancelledRows} cancelled`;
    }
    case 'release': {
      const told = await release(batchId, store.findBatch(batchId)?.state === 'draft');
      return told.ok ? 'released' : told.error.code;
    }
  }
}
