import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DuplicateConfirmation, Duplicates } from '../../../contract/batches/duplicates.ts';
import type { PayoutRow } from '../../../contract/payments/payment.ts';
import { fail, succeed } from '../../../contract/result.ts';
import { batchHandlers } from '../../../main/core/batches/batch-handlers.ts';
import { storeDraft } from '../../../main/core/batches/draft.ts';
import type { CoreContext } from '../../../main/core/context/context.ts';
import { createFiles } from '../../../main/files/index.ts';
import { encodePayoutBody } from '../../../main/gateway/index.ts';
import { createMemoryKeys } from '../../../main/keys/index.ts';
import { openMemoryStore } from '../../kit/memory-store.ts';
import { systemClock } from '../../../main/system.ts';
import { gatewayDouble } from '../../kit/gateway-double.ts';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { addProfile, close, openIn, raw, temporaryFolder } from '../../kit/store.ts';
import { scheduleErrorText } from '../../../contract/text/failure.ts';
import { releaseFaultText } from '../../../renderer/batches/batch/release-text.ts';
import { confirmedAll } from '../../kit/confirmed-all.ts';

const unused = (): never => {
  throw new Error('no release needs this');
};
const client = gatewayDouble({ checkAccess: () => Promise.resolve(succeed(null)) });

/** A core whose turns take a while that differs from turn to turn, the same ones for the same seed. */
function partsOf(seed: number): CoreContext {
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

let parts: CoreContext;
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
  confirmed: DuplicateConfirmation | null = null,
): Promise<string> {
  const result = await handlers['batches.release'](
    { batchId, rowsHash, confirmed },
    { signal: AbortSignal.timeout(60_000), confirm: ({ heldRows }) => confirm(heldRows) },
  );
  return result.ok ? result.value.state : result.error.code;
}

const nobodyAsked = { signal: AbortSignal.timeout(60_000), confirm: unused };
const yes = (): Promise<boolean> => Promise.resolve(true);

it.each([0, 1, 2, 3])(
  'I3: of equal drafts confirmed at the same time, one is released and the others are held (seed %i)',
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

it('I3: holds a batch with the same payments as one that is being released, including rows not yet queued', async () => {
  const [first, second] = [await draft('a', 700), await draft('b', 700)];
  const { batchId, rowsHash } = first;
  // As after a crash in the middle of a release.
  parts.store.releaseBatch(batchId, { rowsHash, releasesSeen: null, at: Date.now() });
  parts.store.queueRows(batchId, 100, Date.now());
  expect(await release(second, yes)).toBe('duplicateHeld');
  expect(parts.store.countByState(batchId)).toEqual({ queued: 700 });
});

it('says that nothing was released where the gateway does not answer, and the page adds only what to do', async () => {
  const silent = gatewayDouble({ checkAccess: () => Promise.resolve(fail('gatewayNoAnswer', 'No answer.')) });
  handlers = batchHandlers({ ...parts, gateway: { client: () => silent } });
  const { batchId, rowsHash } = await draft('a', 1);
  expect(
    await handlers['batches.release']({ batchId, rowsHash, confirmed: null }, nobodyAsked),
  ).toMatchObject({
    error: { code: 'gatewayNoAnswer', message: 'No answer. Nothing was released.' },
  });
  expect(releaseFaultText('gatewayNoAnswer')).toBe('Release the batch when the gateway answers again.');
});

it('releases a batch although one with other payments was released while the person considered it', async () => {
  const [batch, other] = [await draft('a', 3), await draft('b', 3, 4)];
  expect(await release(batch, async () => (await release(other, yes)) === 'released')).toBe('released');
});

it('ends, and releases nothing, if other payouts change each time that it is compared with them, and does not call its rows changed', async () => {
  const batch = await draft('a', 3);
  let changes = 0;
  Object.assign(parts.store, { countReleases: () => (changes -= 1) });
  expect(await release(batch, yes)).toBe('releaseOvertaken');
  expect(parts.store.findBatch(batch.batchId)?.state).toBe('draft');
  // Its own message says all: release it again.
  expect(releaseFaultText('releaseOvertaken')).toBeNull();
  expect(scheduleErrorText('releaseOvertaken')).toBe(
    'Other payouts kept changing while it was compared with them.',
  );
});

it('does not call a batch unreleased that another window released while the person considered it', async () => {
  const batch = await draft('a', 3);
  const declines = async (): Promise<boolean> => {
    await release(batch, yes);
    return false;
  };
  expect(await release(batch, declines)).toBe('alreadyReleased');
  expect(await release(await draft('b', 2, 9), () => Promise.resolve(false))).toBe('releaseDeclined');
});

async function duplicatesOf({ batchId }: { batchId: string }): Promise<Duplicates> {
  const result = await handlers['batches.duplicates']({ batchId }, nobodyAsked);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

it('lists a thousand duplicates, counts all of them, and names the same count when they are confirmed', async () => {
  const [first, second] = [await draft('a', 1700), await draft('b', 1700)];
  expect(await release(first, yes)).toBe('released');
  const duplicates = await duplicatesOf(second);
  expect(duplicates.rows.map(({ rowNumber }) => rowNumber)).toEqual(
    Array.from({ length: 1000 }, (_, index) => index + 1),
  );
  expect(duplicates).toMatchObject({ exactRows: 1700, possibleRows: 0, hasMore: true, sameFileAs: null });
  const told: number[] = [];
  const tell = (heldRows: number): Promise<boolean> => Promise.resolve(told.push(heldRows) > 0);
  expect(await release(second, tell, confirmedAll(duplicates))).toBe('released');
  expect(told).toEqual([1700]);
});

it('refuses to compare a batch that is not a draft', async () => {
  const batch = await draft('a', 1);
  expect(await release(batch, yes)).toBe('released');
  const result = await handlers['batches.duplicates']({ batchId: batch.batchId }, nobodyAsked);
  expect(result.ok ? null : result.error.code).toBe('alreadyReleased');
});

describe('a person’s confirmation', () => {
  it('covers the named rows and no others', async () => {
    expect(await release(await draft('a', 3), yes)).toBe('released');
    const again = await draft('b', 3);
    const { findingsHash } = await duplicatesOf(again);
    const of = (...rowNumbers: (number | null)[]): DuplicateConfirmation => ({
      findingsHash,
      rows: rowNumbers.map((rowNumber) => ({ rowNumber, reason: 'second instalment' })),
    });
    expect(await release(again, unused, of(1, 3))).toBe('duplicateHeld');
    expect(await release(again, yes, of(3, 1, 2))).toBe('released');
  });

  it('covers a file that was released before only if it names the file', async () => {
    expect(await release(await draft('a', 1), yes)).toBe('released');
    const again = await draft('a', 1);
    const { findingsHash, sameFileAs } = await duplicatesOf(again);
    expect(sameFileAs).not.toBeNull();
    const of = (...rowNumbers: (number | null)[]): DuplicateConfirmation => ({
      findingsHash,
      rows: rowNumbers.map((rowNumber) => ({ rowNumber, reason: 'second instalment' })),
    });
    expect(await release(again, unused, of(1))).toBe('duplicateHeld');
    expect(await release(again, yes, of(null, 1))).toBe('released');
  });

  it('does not cover later findings: neither those before the person is asked, nor those while the person considers it', async () => {
    expect(await release(await draft('a', 2), yes)).toBe('released');
    const [third, other] = [await draft('c', 3), await draft('b', 1, 3)];
    const seen = confirmedAll(await duplicatesOf(third));
    const meanwhile = async (): Promise<boolean> => (await release(other, yes)) === 'released';
    expect(await release(third, meanwhile, seen)).toBe('duplicateHeld');
    expect(parts.store.findBatch(third.batchId)?.state).toBe('draft');
    expect(await release(third, unused, seen)).toBe('duplicateHeld');
    expect(await release(third, yes, confirmedAll(await duplicatesOf(third)))).toBe('released');
  });

  it('still holds if only the state of the other payout changed', async () => {
    const first = await draft('a', 1);
    expect(await release(first, yes)).toBe('released');
    const again = await draft('b', 1);
    const seen = confirmedAll(await duplicatesOf(again));
    parts.store.claimQueued([first.batchId], 1, 5000, parts.encode);
    expect((await duplicatesOf(again)).rows[0]?.equalTo.state).toBe('sending');
    expect(await release(again, yes, seen)).toBe('released');
  });

  it('is in the audit log row by row, with level, kind and reason', async () => {
    const directory = temporaryFolder();
    parts = { ...parts, store: openIn(directory) };
    addProfile(parts.store);
    handlers = batchHandlers(parts);
    expect(await release(await draft('a', 1300), yes)).toBe('released');
    const [profile] = parts.store.listProfiles();
    if (profile === undefined) throw new Error('no profile');
    const source = { profile, fileName: 'b', fileHash: 'b' };
    const rows = [row(1), row(2), { ...row(3), reference: 'June' }, row(5000), row(4), row(6)];
    const again = await storeDraft(parts, source, rows);
    const { findingsHash } = await duplicatesOf(again);
    const confirmed = {
      findingsHash,
      rows: [1, 2, 3, 5, 6].map((rowNumber) => ({ rowNumber, reason: rowNumber < 5 ? 'agreed' : 'by Ada' })),
    };
    expect(await release(again, yes, confirmed)).toBe('released');
    const all = await draft('c', 1300);
    expect(await release(all, yes, confirmedAll(await duplicatesOf(all)))).toBe('released');
    close(parts.store);
    const database = raw(directory);
    const details = database
      .prepare(
        `SELECT cause, detail FROM events JOIN batches ON batchNumber = entityId
         WHERE entity = 'batch' AND toState = 'releasing' ORDER BY sequence`,
      )
      .all();
    database.close();
    const exact = { level: 'exact', kind: 'samePayment' };
    expect(details).toEqual([
      { cause: '{"code":"released"}', detail: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { cause: '{"code":"released"}', detail: expect.any(String) },
      { cause: '{"code":"released"}', detail: expect.any(String) },
    ]);
    const readDetail = z.object({ detail: z.string() });
    const [, second, third] = details.map((event) => readDetail.parse(event).detail);
    expect(JSON.parse(second ?? '')).toEqual({
      rowsHash: again.rowsHash,
      confirmed: {
        findingsHash,
        sameFileAs: null,
        rows: [
          { ...exact, reason: 'agreed', rows: '1-2' },
          { level: 'possible', kind: 'otherReference', reason: 'agreed', rows: '3' },
          { ...exact, reason: 'by Ada', rows: '5-6' },
        ],
      },
    });
    expect(JSON.parse(third ?? '')).toMatchObject({
      confirmed: { rows: [{ ...exact, reason: 'intended', rows: '1-1300' }] },
    });
  });
});
