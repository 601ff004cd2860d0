import { expect, it } from 'vitest';
import { z } from 'zod';
import { withBursar } from '../../kit/with-bursar.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFile, payoutFileTo } from '../kit/payout-files.ts';
import { BatchList, Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const Checked = z.strictObject({
  rows: z.number().int(),
  totals: z.array(z.strictObject({ currencyCode: z.string(), amount: z.string(), count: z.number().int() })),
  problems: z.array(
    z.strictObject({
      row: z.number().int().nullable(),
      column: z.string().nullable(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  comparison: z.looseObject({ batchId: z.string(), newPayees: z.array(z.string()) }).nullable(),
  findings: z.array(
    z.strictObject({
      row: z.number().int().nullable(),
      kind: z.string(),
      level: z.enum(['info', 'warn', 'block']),
      message: z.string(),
      evidence: z.looseObject({}),
    }),
  ),
});

const penrose = { accountNumber: '44556677', accountName: 'Penrose Foundry Ltd', amount: '12.50' };

const check = async (merchant: Merchant, target: string, exitCode: number) =>
  readJson(await merchant.run('check', target, '--json'), Checked, exitCode);

/** What a check found: row, kind and level. */
const found = ({ findings }: z.output<typeof Checked>) =>
  findings.map(({ row, kind, level }) => [row, kind, level]);

it.concurrent('check ends with 0 for a file where nothing blocks, and stores nothing of it', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payouts.csv', payoutFileTo('ACC-1', 'ACC-2'));
    const checked = await check(merchant, file, 0);
    expect(checked).toMatchObject({
      rows: 2,
      totals: [{ currencyCode: 'EUR', amount: '4.00', count: 2 }],
      problems: [],
    });
    expect(found(checked)).toEqual([
      [1, 'newPayee', 'info'],
      [2, 'newPayee', 'info'],
    ]);
    expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toEqual([]);
    expect((await merchant.run('audit', 'verify')).exitCode).toBe(0);
    expect((await merchant.run('doctor')).exitCode).toBe(0);
    expect(onlyBatch(await merchant.run('pay', file, '--yes', '--json')).byState).toEqual({ paid: 2 });
  }));

it.concurrent('check ends with 3 and names row and column of every invalid cell', () =>
  withMerchant(async (merchant) => {
    const lines = payoutFileTo('ACC-1', 'ACC-2', 'ACC-3').trimEnd().split('\n');
    // An empty line is no row.
    const file = merchant.write(
      'wrong.csv',
      [...lines.slice(0, 3), '', lines[3]?.replace('3.50', 'x')].join('\n'),
    );
    const { rows, problems, findings } = await check(merchant, file, 3);
    expect([rows, findings]).toEqual([3, []]);
    expect(problems).toEqual([
      {
        row: 3,
        column: 'amount',
        code: 'amountNotNumber',
        message: 'The amount cannot be read as a number.',
      },
    ]);
    expect((await merchant.run('check', file)).exitCode).toBe(3);
    const neither = readJson(await merchant.run('check', 'nobatch', '--json'), Failed, 2);
    expect(neither.error.code).toBe('notFound');
  }));

it.concurrent('the report of a batch includes its comparison with the last comparable one, as check does', () =>
  withMerchant(async (merchant) => {
    const first = merchant.write('first.csv', payoutFile([{ ...penrose, reference: 'May' }]));
    const { batchId: may } = onlyBatch(await merchant.run('pay', first, '--yes', '--json'));
    const next = [{ ...penrose, amount: '13.00', reference: 'June' }];
    const second = merchant.write('second.csv', payoutFile(next));
    const { comparison } = await check(merchant, second, 0);
    expect(comparison).toMatchObject({ batchId: may, newPayees: [], changedAmounts: [{ now: '13.00' }] });
    const { batchId } = onlyBatch(await merchant.run('pay', second, '--yes', '--json'));
    const Report = z.looseObject({ comparison: Checked.shape.comparison });
    const report = readJson(await merchant.run('batch', 'show', batchId, '--json'), Report);
    expect(report.comparison).toEqual(comparison);
    expect((await merchant.run('batch', 'show', batchId)).stdout).toContain(`Compared with batch ${may} of `);
    const none = readJson(await merchant.run('batch', 'show', may, '--json'), Report);
    expect(none.comparison).toBeNull();
  }));

it.concurrent('check ends with 8 for everything that holds a release: duplicates, limits, blocked payees and the policy', () =>
  withMerchant(async (merchant) => {
    const first = merchant.write('first.csv', payoutFile([{ ...penrose, reference: 'May' }]));
    expect((await merchant.run('pay', first, '--yes')).exitCode).toBe(0);
    expect(found(await check(merchant, first, 8))).toEqual([
      [null, 'duplicate', 'block'],
      [1, 'duplicate', 'block'],
    ]);
    const possible = merchant.write('possible.csv', payoutFile([{ ...penrose, reference: 'June' }]));
    const repeated = await check(merchant, possible, 8);
    expect(found(repeated)).toEqual([[1, 'possibleDuplicate', 'block']]);
    expect(repeated.comparison).toMatchObject({ newPayees: [], changedAmounts: [] });
    expect(repeated.findings[0]?.evidence).toMatchObject({ equalTo: { reference: 'May', state: 'paid' } });

    const other = { ...penrose, accountNumber: '10203040', amount: '900.00', reference: 'July' };
    const changed = merchant.write('changed.csv', payoutFile([other]));
    expect(found(await check(merchant, changed, 0))).toEqual([[1, 'changedDetails', 'warn']]);
    await withBursar(merchant, async (get) => {
      const limit = { currencyCode: 'EUR', largestPayout: '800.00', largestBatch: null };
      await get('settings.change', { releaseLimits: [limit], payeePolicy: { changedDetails: 'block' } });
    });
    const checked = await check(merchant, changed, 8);
    expect(found(checked).toSorted()).toEqual([
      [1, 'changedDetails', 'block'],
      [1, 'limit', 'block'],
    ]);
    expect(checked.findings.find(({ kind }) => kind === 'changedDetails')?.evidence).toMatchObject({
      account: '10203040',
      known: [{ account: '44556677', payments: 1 }],
    });
    const [payee] = readJson(
      await merchant.run('payee', 'list', '--json'),
      z.array(z.looseObject({ payeeId: z.string() })),
    );
    await merchant.run('payee', 'block', payee?.payeeId ?? '');
    const blocked = payoutFile([{ ...penrose, amount: '13.00', reference: 'August' }]);
    expect(found(await check(merchant, merchant.write('blocked.csv', blocked), 8))).toEqual([
      [1, 'blockedPayee', 'block'],
    ]);
    expect(merchant.sandbox.gateway.book()).toHaveLength(1);
  }));

it.concurrent('check of a batch finds what a check of its file finds, with methods and funds as warnings', () =>
  withMerchant(async (merchant) => {
    const rows = [
      { accountNumber: 'ACC-1', amount: '99999999.00' },
      { accountNumber: 'ACC-2', amount: '4060.07' },
    ];
    const file = merchant.write('payouts.csv', payoutFile(rows));
    const ofFile = await check(merchant, file, 0);
    expect(found(ofFile).filter(([, kind]) => kind !== 'newPayee')).toEqual([
      [null, 'funds', 'warn'],
      [2, 'method', 'warn'],
    ]);
    const { batchId } = readJson(
      await merchant.run('prepare', file, '--json'),
      z.looseObject({ batchId: z.string() }),
    );
    const ofBatch = await check(merchant, batchId, 0);
    expect([ofBatch.rows, ofBatch.totals, found(ofBatch)]).toEqual([
      ofFile.rows,
      ofFile.totals,
      found(ofFile),
    ]);
    // The draft was there before the check and stays.
    expect(found(await check(merchant, file, 0))).toEqual(found(ofFile));
    expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toMatchObject([{ batchId }]);
    const text = await merchant.run('check', batchId);
    expect(text.stdout).toContain('Short by');
  }));
