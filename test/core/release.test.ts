import { beforeEach, expect, it } from 'vitest';
import type { PayoutRow } from '../../contract/payment.ts';
import { succeed } from '../../contract/result.ts';
import { batchHandlers } from '../../main/core/batches/batch-handlers.ts';
import { storeDraft } from '../../main/core/batches/draft.ts';
import type { CoreParts } from '../../main/core/context.ts';
import type { GatewayClient } from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { encodePayoutBody } from '../../main/gateway/index.ts';
import { createMemoryKeys } from '../../main/keys/index.ts';
import { openMemoryStore } from '../../main/store/index.ts';
import { systemClock } from '../../main/system.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { addProfile } from '../store/samples.ts';

const unused = (): never => {
  throw new Error('no release needs this');
};
const client: GatewayClient = {
  checkAccess: () => Promise.resolve(succeed(null)),
  createPayment: unused,
  readPayment: unused,
  availableOptions: unused,
  payinAccounts: unused,
  setExternalReference: unused,
  balances: unused,
  codes: unused,
  merchant: unused,
  createToken: unused,
  createTokenByAction: unused,
  clockDifferenceSeconds: unused,
  gatewayNow: unused,
  close: unused,
};

/** A core whose turns take a while that differs from turn to turn, the same ones for the same seed. */
function partsOf(seed: number): CoreParts {
  const random = new SeededRandom(seed);
  const clock = {
    ...systemClock,
    async turn() {
      for (let turns = random.below(4); turns >= 0; turns -= 1) await systemClock.turn();
    },
  };
  const store = openMemoryStore();
  addProfile(store);
  return {
    store,
    gateway: { client: () => client },
    keys: createMemoryKeys(),
    files: createFiles({ clock }),
    clock,
    random,
    encode: encodePayoutBody,
    emit: () => undefined,
    limits: { submissions: 1, polls: 1 },
    requestsPerSecond: null,
    servesLive: true,
  };
}

const row = (place: number): PayoutRow => ({
  amount: `${place}.00`,
  currencyCode: 'EUR',
  paymentMethodCode: 'BANK_TRANSFER',
  accountName: 'Ada Byron',
  accountNumber: `ACC-${place}`,
  paymentOperatorCode: '',
  emailAddress: '',
  idPayout: '',
  reference: 'May',
});

let parts: CoreParts;
let handlers: ReturnType<typeof batchHandlers>;
beforeEach(() => {
  parts = partsOf(1);
  handlers = batchHandlers(parts);
});

/** A draft from a file of its own that pays the same as every other one that begins at the same place. */
async function draft(
  fileHash: string,
  rows: number,
  firstPlace = 1,
): Promise<{ batchId: string; rowsHash: string }> {
  const profile = parts.store.listProfiles()[0] ?? null;
  if (profile === null) throw new Error('no profile');
  const source = { profile, fileName: `${fileHash}.csv`, fileHash };
  // The name tells the rows of one file from those of another; the account makes them duplicates.
  const payouts = Array.from({ length: rows }, (_, index) => ({
    ...row(firstPlace + index),
    accountName: `Ada Byron of ${fileHash}`,
  }));
  return storeDraft(parts, source, payouts);
}

async function release(
  { batchId, rowsHash }: { batchId: string; rowsHash: string },
  confirm: (heldRows: number) => Promise<boolean>,
  duplicatesAreMeant = false,
): Promise<string> {
  const result = await handlers['batches.release'](
    { batchId, rowsHash, duplicatesAreMeant },
    { signal: AbortSignal.timeout(60_000), confirm: ({ heldRows }) => confirm(heldRows) },
  );
  return result.ok ? result.value.state : result.error.code;
}

const nobodyAsked = { signal: AbortSignal.timeout(60_000), confirm: unused };
const yes = (): Promise<boolean> => Promise.resolve(true);

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'I3: of drafts that pay the same and are confirmed at the same time, one is released and the others are held (seed %i)',
  async (seed) => {
    parts = partsOf(seed);
    handlers = batchHandlers(parts);
    const drafts = [await draft('a', 700), await draft('b', 700), await draft('c', 700)];
    const asked = Promise.withResolvers<boolean>();
    let waiting = drafts.length;
    const together = async (): Promise<boolean> => {
      waiting -= 1;
      if (waiting === 0) asked.resolve(true);
      const isMeant = await asked.promise;
      await parts.clock.turn();
      return isMeant;
    };
    const outcomes = await Promise.all(drafts.map((batch) => release(batch, together)));
    expect(outcomes.toSorted()).toEqual(['duplicateHeld', 'duplicateHeld', 'released']);
    const states = drafts.map(({ batchId }) => parts.store.findBatch(batchId)?.state);
    expect(states.toSorted()).toEqual(['draft', 'draft', 'released']);
  },
);

it('I3: holds a batch that pays what another is being released for, rows not yet queued included', async () => {
  const [first, second] = [await draft('a', 700), await draft('b', 700)];
  const { batchId, rowsHash } = first;
  // As after a crash in the middle of a release.
  parts.store.releaseBatch(batchId, { rowsHash, releasesSeen: null, cause: 'released', at: Date.now() });
  parts.store.queueRows(batchId, 100, Date.now());
  expect(await release(second, yes)).toBe('duplicateHeld');
  expect(parts.store.countByState(batchId)).toEqual({ queued: 700 });
});

it('releases a batch although one that pays something else was released while a person was thinking', async () => {
  const [batch, other] = [await draft('a', 3), await draft('b', 3, 4)];
  expect(await release(batch, async () => (await release(other, yes)) === 'released')).toBe('released');
});

it('lists a thousand duplicates, says that there are more, and tells the person of as many when they are meant', async () => {
  const [first, second] = [await draft('a', 1700), await draft('b', 1700)];
  expect(await release(first, yes)).toBe('released');
  const result = await handlers['batches.duplicates']({ batchId: second.batchId }, nobodyAsked);
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value.rows.map(({ rowNumber }) => rowNumber)).toEqual(
    Array.from({ length: 1000 }, (_, index) => index + 1),
  );
  expect(result.value).toMatchObject({ hasMore: true, sameFileAs: null });
  const told: number[] = [];
  const tell = (heldRows: number): Promise<boolean> => Promise.resolve(told.push(heldRows) > 0);
  expect(await release(second, tell, true)).toBe('released');
  expect(told).toEqual([1000]);
});
