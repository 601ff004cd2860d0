import { describe, expect, it } from 'vitest';
import { keepSearched, searchedDraft } from '../../../main/core/batches/check/searched-draft.ts';
import { noRules } from '../../../main/core/batches/rules/rules-of-profile.ts';
import { paymentKeysOf } from '../../../main/core/payments/payee.ts';
import { openOffice, type Office } from '../../kit/office.ts';
import { openSheetOf } from '../../kit/office-sheets.ts';

const header = 'amount,currency,method,name,account,operator,reference';
const line = (name: string): string =>
  `10.00,EUR,BANK_TRANSFER,${name},ACC-${name},SANDBOX_BANK,Invoice ${name}`;

async function searched(office: Office, lines: readonly string[]): Promise<string> {
  const { sheetId } = await openSheetOf(office, [header, ...lines]);
  await office.get('sheets.findings', { sheetId });
  return sheetId;
}

async function prepared(office: Office, sheetId: string): Promise<string> {
  return (await office.get('sheets.prepare', { sheetId })).batchId;
}

/** Releases a payout of this line, from a file. */
async function pay(office: Office, name: string): Promise<void> {
  const bytes = new TextEncoder().encode(`${header}\n${line(name)}\n`);
  const { batch } = await office.get('batches.import', { fileName: `${name}.csv`, bytes });
  await office.releaseAll(batch.batchId);
}

/** The rows of a draft that repeat payouts, and how its rows were read: to compare them with released ones, or with each other. */
async function checked(office: Office, batchId: string): Promise<{ rows: number[]; compared: string[] }> {
  const compared: string[] = [];
  const { compareRows } = office.store;
  Object.assign(office.store, {
    compareRows: (...input: Parameters<typeof compareRows>) => {
      compared.push(input[1] === null ? 'each other' : 'released');
      return compareRows(...input);
    },
  });
  const { duplicates } = await office.get('batches.check', { batchId, withOptions: false });
  Object.assign(office.store, { compareRows });
  return { rows: duplicates.rows.map(({ rowNumber }) => rowNumber), compared };
}

describe('a check of the draft of a sheet whose rows were searched', () => {
  it('does not compare rows again of which none repeats another payout', async () => {
    const office = await openOffice();
    await pay(office, 'Ada');
    const batchId = await prepared(office, await searched(office, [line('Bo'), line('Cy')]));
    expect(await checked(office, batchId)).toEqual({ rows: [], compared: [] });
    expect(await office.get('batches.duplicates', { batchId })).toMatchObject({ rows: [] });
  });

  it('finds equal rows of the sheet all the same', async () => {
    const office = await openOffice();
    const batchId = await prepared(office, await searched(office, [line('Bo'), line('Bo')]));
    expect(await checked(office, batchId)).toEqual({ rows: [2], compared: ['each other'] });
  });

  it('compares rows with each other if the search was overtaken by a change before it had', async () => {
    const office = await openOffice();
    const { sheetId } = await openSheetOf(office, [header, line('Bo'), line('Bo'), line('Cy')]);
    const { readSetting } = office.store;
    const removed: Promise<unknown>[] = [];
    Object.assign(office.store, {
      readSetting: (name: string) => {
        if (name === 'releaseLimits' && removed.length === 0)
          removed.push(office.get('sheets.change', { sheetId, change: { kind: 'remove', rowIds: [3] } }));
        return readSetting(name);
      },
    });
    expect(await office.get('sheets.findings', { sheetId })).toMatchObject({ isComplete: false });
    Object.assign(office.store, { readSetting });
    await Promise.all(removed);
    expect(await checked(office, await prepared(office, sheetId))).toEqual({
      rows: [2],
      compared: ['each other'],
    });
  });

  it('compares them with payouts that were released since', async () => {
    const office = await openOffice();
    const sheetId = await searched(office, [line('Bo'), line('Cy')]);
    await pay(office, 'Cy');
    const batchId = await prepared(office, sheetId);
    expect(await checked(office, batchId)).toEqual({ rows: [2], compared: ['released'] });
  });

  it('compares them again after five minutes, or once duplicates are searched for further back', async () => {
    const office = await openOffice();
    const batchId = await prepared(office, await searched(office, [line('Bo')]));
    const { clock } = office.parts;
    const { now } = clock;
    for (const [passedMs, compared] of [
      [4 * 60_000, []],
      [5 * 60_000, ['released']],
      [-60_000, ['released']],
    ] as const) {
      Object.assign(clock, { now: () => now() + passedMs });
      expect((await checked(office, batchId)).compared).toEqual(compared);
    }
    Object.assign(clock, { now });
    expect((await checked(office, batchId)).compared).toEqual([]);
    await office.get('settings.change', { duplicateWindowDays: 365 });
    expect((await checked(office, batchId)).compared).toEqual(['released']);
  });

  it('compares them with payouts that were released during one of two searches', async () => {
    const office = await openOffice();
    const { sheetId } = await openSheetOf(office, [header, line('Bo')]);
    const { clock } = office.parts;
    const { turn } = clock;
    const { compareGiven } = office.store;
    Object.assign(office.store, {
      compareGiven: (...input: Parameters<typeof compareGiven>) => {
        const found = compareGiven(...input);
        // What the first search found is older than this release, which the second one sees.
        Object.assign(office.store, { compareGiven });
        Object.assign(clock, {
          turn: async () => {
            Object.assign(clock, { turn });
            await pay(office, 'Bo');
            await office.get('sheets.findings', { sheetId });
          },
        });
        return found;
      },
    });
    expect(await office.get('sheets.findings', { sheetId })).toMatchObject({
      isComplete: true,
      toConfirm: 1,
    });
    const batchId = await prepared(office, sheetId);
    expect(await checked(office, batchId)).toEqual({ rows: [1], compared: ['released'] });
  });

  it('compares them with payouts of a release that was still being queued during the search', async () => {
    const office = await openOffice();
    await pay(office, 'Ada');
    const { unfinishedBatches } = office.store;
    Object.assign(office.store, {
      unfinishedBatches: () =>
        unfinishedBatches().map((batch) => ({ ...batch, state: 'releasing' as const })),
    });
    const sheetId = await searched(office, [line('Bo')]);
    Object.assign(office.store, { unfinishedBatches });
    expect((await checked(office, await prepared(office, sheetId))).compared).toEqual(['released']);
  });

  it('compares rows that were found to repeat payouts, or were changed, or not searched', async () => {
    const office = await openOffice();
    await pay(office, 'Ada');
    const repeating = await prepared(office, await searched(office, [line('Ada'), line('Bo')]));
    expect(await checked(office, repeating)).toEqual({ rows: [1], compared: ['released'] });
    const changed = await searched(office, [line('Cy')]);
    const cells = { accountName: 'Ada', accountNumber: 'ACC-Ada', reference: 'Invoice Ada' };
    await office.get('sheets.change', {
      sheetId: changed,
      change: { kind: 'set', rows: [{ rowId: 1, cells }] },
    });
    expect(await checked(office, await prepared(office, changed))).toEqual({
      rows: [1],
      compared: ['released'],
    });
    const { sheetId } = await openSheetOf(office, [header, line('Di')]);
    expect((await checked(office, await prepared(office, sheetId))).compared).toEqual(['released']);
  });

  it('compares them itself when it is released', async () => {
    const office = await openOffice();
    const batchId = await prepared(office, await searched(office, [line('Bo')]));
    const { compareRows } = office.store;
    const compared: (number | null)[] = [];
    Object.assign(office.store, {
      compareRows: (...input: Parameters<typeof compareRows>) => {
        compared.push(input[1]);
        return compareRows(...input);
      },
    });
    expect((await office.release(batchId)).ok).toBe(true);
    expect(compared).not.toEqual([]);
    expect(compared).not.toContain(null);
  });

  it('checks the cells by rules that are newer than the search', async () => {
    const office = await openOffice();
    const batchId = await prepared(office, await searched(office, [line('Bo')]));
    const problems = async (): Promise<number> =>
      (await office.get('batches.check', { batchId, withOptions: false })).rowProblems.count;
    expect(await problems()).toBe(0);
    const [profile] = office.store.listProfiles();
    const code = { code: 'Bank_Transfer', name: null, firstSeenAt: '2026-11-28T00:00:00.000Z' };
    const json = JSON.stringify([{ ...code, isNew: false, isGone: false }]);
    office.store.saveCodes(profile?.keyId ?? '', 'methods', { asOf: office.now(), json });
    expect(await problems()).toBe(1);
  });
});

it('the draft of a searched sheet has the keys that its rows have without a search', async () => {
  const office = await openOffice();
  const batchId = await prepared(office, await searched(office, [line('Bo'), line('Émile')]));
  const { rows } = office.store.compareRows(batchId, null, { afterRowNumber: 0, limit: 10 });
  const expected = office.store.contentOfBatch(batchId, 0, 10).map((row) => paymentKeysOf(row));
  expect(rows).toEqual(expected.map(({ payee: _payee, ...hashes }) => expect.objectContaining(hashes)));
});

it('what a search found holds for exactly the rows of its draft', () => {
  const store = Object(null);
  const draft = {
    batchId: 'a',
    rowsHash: '1',
    rules: noRules,
    conditions: { stamp: '', at: 0 },
    repeatsNone: new Uint8Array(2),
    allDiffer: true,
    payees: null,
  };
  keepSearched(store, draft);
  expect(searchedDraft(store, draft)).toBe(draft);
  expect(searchedDraft(store, { batchId: 'a', rowsHash: '2' })).toBeNull();
  expect(searchedDraft(store, { batchId: 'b', rowsHash: '1' })).toBeNull();
});
