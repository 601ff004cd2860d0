import { describe, expect, it } from 'vitest';
import { openBook, retrySheet, type Desk } from '../pay-once/book-desk.ts';

const mistyped = { accountNumber: 'A-1', amount: '1000.00', accountName: 'Ada', reference: 'invoice 1' };
const corrected = { accountNumber: 'A-9', amount: '100.00' };
const refused = { posts: [{ isEffective: false, answer: 406 }] } as const;

/** A rejected payout with a wrong amount and account, and the released retry in which a person corrected both. */
async function correctedRetry() {
  const opened = await openBook();
  const { gateway, desk } = opened;
  gateway.treat('A-1', refused);
  const batchId = await desk.pay([mistyped]);
  const sheetId = await retrySheet(desk, batchId);
  const rows = [{ rowId: 1, cells: corrected }];
  await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
  const retry = (await desk.get('sheets.prepare', { sheetId })).batchId;
  expect(await desk.release(retry)).toMatchObject({ ok: true });
  return { ...opened, batchId, retry };
}

/** What a retry of the first batch, or of its payout, would pay, from the window and from the command line. */
async function retriesOf(desk: Desk, batchId: string) {
  const idPayouts = [desk.idOf(batchId)];
  const opened = await desk.get('sheets.open', { source: { kind: 'retryPayouts', idPayouts } });
  const sheetIds = [await retrySheet(desk, batchId), opened.kind === 'opened' ? opened.sheet.sheetId : ''];
  const cells = await Promise.all(
    sheetIds.map(async (sheetId) => {
      const { rows } = await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 10 });
      return rows.map((row) => row.cells);
    }),
  );
  const drafted = (await desk.get('batches.retry', { batchId })).batchId;
  return { drafted, rows: [...cells.flat(), ...desk.store().rowsOfBatch(drafted, 0, 10)] };
}

describe('a row that was corrected in a retry', () => {
  it('is retried as it was corrected, also from the page of the first batch, if the retry is rejected, too', async () => {
    const { gateway, desk, batchId, retry } = await correctedRetry();
    gateway.treat('A-9', { posts: [{ isEffective: false, answer: 403 }] });
    await desk.run(retry);
    expect([desk.states(batchId), desk.states(retry)]).toEqual([['rejected'], ['rejected']]);
    const sheetId = await retrySheet(desk, batchId);
    await desk.get('sheets.findings', { sheetId });
    const [row] = (await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 1 })).rows;
    const why = expect.stringMatching(/^Last attempt, .*: rejected\. .*403/);
    expect(row?.findings).toContainEqual(expect.objectContaining({ kind: 'lastAttempt', message: why }));
    const { drafted, rows } = await retriesOf(desk, batchId);
    expect(rows).toMatchObject([corrected, corrected, corrected]);
    expect((await desk.get('batches.retry', { batchId })).batchId).toBe(drafted);
    gateway.treat('A-9', {});
    expect(await desk.release(drafted, true)).toMatchObject({ ok: true });
    await desk.run(drafted);
    expect(gateway.accepted()).toMatchObject([corrected]);
  });

  it('is retried as it was corrected if the released retry was cancelled before it was sent', async () => {
    const { desk, batchId, retry } = await correctedRetry();
    await desk.get('batches.cancel', { batchId: retry });
    expect(desk.states(retry)).toEqual(['cancelled']);
    expect((await retriesOf(desk, batchId)).rows).toMatchObject([corrected, corrected, corrected]);
  });

  it('is retried as it was corrected, and not in a sheet that was begun before that retry was released', async () => {
    const { gateway, desk } = await openBook();
    const other = { accountNumber: 'B-2', amount: '5.00', accountName: 'Bea', reference: 'invoice 2' };
    for (const account of ['A-1', 'A-9', 'B-2']) gateway.treat(account, refused);
    const batchId = await desk.pay([mistyped, other]);
    const begun = await retrySheet(desk, batchId);
    expect(await retrySheet(desk, batchId)).toBe(begun);
    const source = { kind: 'retryPayouts' as const, idPayouts: [desk.idOf(batchId)] };
    const opened = await desk.get('sheets.open', { source });
    const sheetId = opened.kind === 'opened' ? opened.sheet.sheetId : '';
    const rows = [{ rowId: 1, cells: corrected }];
    await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    const retry = (await desk.get('sheets.prepare', { sheetId })).batchId;
    expect(await desk.release(retry)).toMatchObject({ ok: true });
    await desk.run(retry);
    expect(desk.states(retry)).toEqual(['rejected']);
    expect((await retriesOf(desk, batchId)).rows).toMatchObject([
      corrected,
      other,
      corrected,
      corrected,
      other,
    ]);
  });

  it('is retried as it was sent first if the draft of the retry was discarded', async () => {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', refused);
    const batchId = await desk.pay([mistyped]);
    const sheetId = await retrySheet(desk, batchId);
    const rows = [{ rowId: 1, cells: corrected }];
    await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows } });
    const draft = (await desk.get('sheets.prepare', { sheetId })).batchId;
    await desk.get('batches.cancel', { batchId: draft });
    const retry = (await desk.get('batches.retry', { batchId })).batchId;
    expect(desk.store().rowsOfBatch(retry, 0, 10)).toMatchObject([mistyped]);
  });
});

describe('a retry that pays somebody else', () => {
  /** Releases a retry of a rejected payout to Ada with these cells; what a person saw about it in the sheet, and before the release. */
  async function seenAbout(cells: { readonly accountName?: string; readonly accountNumber?: string }) {
    const { gateway, desk } = await openBook();
    gateway.treat('A-1', refused);
    const batchId = await desk.pay([mistyped]);
    const sheetId = await retrySheet(desk, batchId);
    await desk.get('sheets.change', { sheetId, change: { kind: 'set', rows: [{ rowId: 1, cells }] } });
    await desk.get('sheets.findings', { sheetId });
    const [row] = (await desk.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 1 })).rows;
    const retry = (await desk.get('sheets.prepare', { sheetId })).batchId;
    const { findings } = await desk.get('batches.findings', { batchId: retry });
    expect(await desk.release(retry, true)).toMatchObject({ ok: true });
    return {
      inDraft: findings.filter(({ kind }) => kind === 'lastAttempt'),
      inSheet: row?.findings.find(({ kind }) => kind === 'lastAttempt'),
      inQuestion: desk.confirmed()?.otherPayees,
    };
  }

  it('says at its row, in the findings that a request for approval has, and in the question before its release, who is not paid by it', async () => {
    expect(await seenAbout({ accountName: 'Bob', accountNumber: 'B-7' })).toMatchObject({
      inSheet: {
        level: 'warn',
        message: expect.stringMatching(
          /^This retry pays Bob, B-7, instead of Ada, A-1, who is not paid by it\. Last attempt, /,
        ),
      },
      inDraft: [
        {
          row: 1,
          level: 'warn',
          message: 'This retry pays Bob, B-7, instead of Ada, A-1, who is not paid by it.',
        },
      ],
      inQuestion: {
        count: 1,
        first: [
          {
            rowNumber: 1,
            payee: { accountName: 'Bob', account: 'B-7' },
            insteadOf: { accountName: 'Ada', account: 'A-1' },
          },
        ],
      },
    });
  });

  it.each([
    ['its account was corrected', { accountNumber: 'A-9' }],
    ['its name was corrected', { accountName: 'Lovelace' }],
    [
      'its account was corrected and its name completed',
      { accountNumber: 'A-9', accountName: 'Ada Lovelace' },
    ],
  ])('is not assumed where %s', async (_what, cells) => {
    expect(await seenAbout(cells)).toMatchObject({
      inSheet: { level: 'info', message: expect.stringMatching(/^Last attempt, /) },
      inDraft: [],
      inQuestion: { count: 0, first: [] },
    });
  });
});
