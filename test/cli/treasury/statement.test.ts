import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compareAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import { BookExport } from '../../../contract/treasury/books.ts';
import { FlowPeriod } from '../../../contract/treasury/flows.ts';
import { PositionLine } from '../../../contract/treasury/position.ts';
import { Movement, Statement } from '../../../contract/treasury/statement.ts';
import { payoutFile } from '../kit/payout-files.ts';
import { Balances, Failed, readJson } from '../kit/shapes.ts';
import type { Merchant } from '../kit/merchant.ts';
import { addProfile } from '../../kit/with-bursar.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const dayMs = 86_400_000;
const day = (after: number): string => new Date(Date.now() + after * dayMs).toISOString().slice(0, 10);
const FullStatement = Statement.extend({ movements: z.array(Movement) });

/** What the gateway has booked in euros. */
async function booked(merchant: Merchant): Promise<string> {
  const [euro] = readJson(await merchant.run('balances', '--currency', 'EUR', '--json'), Balances);
  return euro?.amounts.find(({ name }) => name === 'total')?.amount ?? '';
}

describe('bursar statement, flows and position', () => {
  it('agree with the gateway’s book to the last decimal', () =>
    withMerchant(async (merchant) => {
      const lines = [
        { accountNumber: 'ACC-1', amount: '120.10' },
        { accountNumber: 'ACC-2', amount: '0.01' },
        { accountNumber: 'ACC-9001', amount: '77.00' },
        { accountNumber: 'ACC-3', amount: '999.99' },
      ];
      const before = await booked(merchant);
      const paid = await merchant.run('pay', merchant.write('pay.csv', payoutFile(lines)), '--yes');
      expect(paid.exitCode).toBe(4);
      const topUp = [
        'topup',
        'create',
        '--amount',
        '500.50',
        '--currency',
        'EUR',
        '--method',
        'BANK_TRANSFER',
      ];
      await merchant.run(...topUp, '--wait');
      const after = await booked(merchant);
      const period = ['--from', day(-1), '--until', day(1)];
      const words = ['statement', '--currency', 'eur', ...period];
      const statement = readJson(await merchant.runProgram(...words, '--json'), FullStatement);
      const moved = statement.movements.flatMap(({ amount, fee }) => [amount, fee ?? '0']);
      expect(statement.movements.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
        'payout -0.01',
        'payout -120.10',
        'payout -999.99',
        'topup 500.50',
      ]);
      expect(compareAmounts(statement.opening ?? '', before)).toBe(0);
      expect(compareAmounts(statement.closing ?? '', after)).toBe(0);
      expect(compareAmounts(sumAmounts([before, ...moved]), after)).toBe(0);
      expect(statement.movements.at(-1)?.balance).toBe(statement.closing);
      expect(compareAmounts(statement.unexplained ?? '', '0')).toBe(0);
      const person = await merchant.run(...words);
      expect(person.stdout).toMatch(/^Unexplained +0\.00$/m);
      const unread = await merchant.run('statement', '--currency', 'SEK', ...period);
      expect(unread.stdout).toMatch(/^Opening +not known$/m);

      const csv = path.join(merchant.folder, 'statement.csv');
      expect((await merchant.run(...words, '--out', csv)).exitCode).toBe(0);
      const rows = readFileSync(csv, 'utf8').trim().split('\r\n');
      expect(rows).toHaveLength(1 + 1 + statement.movements.length + 3);
      expect(rows.at(-3)).toContain(`closing,,,,${statement.closing}`);

      const camt = path.join(merchant.folder, 'statement.xml');
      expect((await merchant.run(...words, '--format', 'camt.053', '--out', camt)).exitCode).toBe(0);
      const message = readFileSync(camt, 'utf8');
      expect(message.match(/<Ntry>/g)).toHaveLength(
        moved.filter((amount) => compareAmounts(amount, '0') !== 0).length,
      );
      expect(message).toMatch(new RegExp(`CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${after}</Amt>`));
      const pdf = path.join(merchant.folder, 'statement.pdf');
      expect((await merchant.run(...words, '--format', 'pdf', '--out', pdf)).exitCode).toBe(0);
      expect(readFileSync(pdf, 'latin1').slice(0, 5)).toBe('%PDF-');

      const [flow] = readJson(
        await merchant.run('flows', ...period, '--by', 'month', '--json'),
        z.array(FlowPeriod),
      );
      expect([flow?.in, flow?.out, flow?.fees]).toEqual([statement.in, statement.out, statement.fees]);
      expect(flow?.successRate).toBe(0.75);
      const flowFile = path.join(merchant.folder, 'flows.csv');
      expect((await merchant.run('flows', ...period, '--by', 'month', '--out', flowFile)).exitCode).toBe(0);
      const [titles, ...flowLines] = readFileSync(flowFile, 'utf8').trim().split('\r\n');
      expect(titles).toBe(
        'firstDay,lastDay,environment,currencyCode,in,out,fees,net,payoutsPaid,payoutsFailed,payoutsRejected',
      );
      expect(flowLines[0]).toBe(
        [flow?.from, flow?.until, 'sandbox,EUR', flow?.in, flow?.out, flow?.fees, flow?.net, '3,1,0'].join(
          ',',
        ),
      );

      const journal = path.join(merchant.folder, 'journal.csv');
      const bookWords = ['books', 'export', ...period, '--json', '--out'];
      const Exported = z.looseObject({ payments: z.number(), lines: z.number(), leftOut: z.number() });
      expect(readJson(await merchant.run(...bookWords, journal), Exported)).toMatchObject({
        payments: 4,
        late: 0,
      });
      expect(readFileSync(journal, 'utf8')).toContain(',Payouts,Gateway balance,999.99,EUR,');
      expect(readJson(await merchant.run(...bookWords, `${journal}.2`), Exported)).toMatchObject({
        payments: 0,
        leftOut: 4,
      });
      // A file that cannot be written takes no number.
      expect((await merchant.run(...bookWords, journal, '--again')).exitCode).toBe(2);
      const nowhere = path.join(merchant.folder, 'missing', 'journal.csv');
      expect((await merchant.run(...bookWords, nowhere, '--again')).exitCode).toBe(2);
      const saved = readJson(await merchant.run('books', 'list', '--json'), z.array(BookExport));
      expect(saved.map(({ payments }) => payments)).toEqual([0, 4]);
      const third = readJson(await merchant.run(...bookWords, `${journal}.3`), Exported);
      expect(third).toMatchObject({ exportNumber: 3 });

      const position = readJson(await merchant.run('position', '--json'), z.array(PositionLine));
      const euro = position.find(({ currencyCode }) => currencyCode === 'EUR');
      expect(Object.keys(euro ?? {})).toEqual(
        expect.arrayContaining([
          'profileName',
          'environment',
          'currencyCode',
          'available',
          'reserved',
          'committed',
        ]),
      );
      expect(euro).toMatchObject({ committed: '0', expectedIn: '0', estimatedFees: '0', projected: after });
      const history = await merchant.run('balances', 'history', '--currency', 'EUR', ...period, '--json');
      const { points, gaps } = readJson(
        history,
        z.object({ points: z.array(z.looseObject({ booked: z.string() })), gaps: z.array(z.unknown()) }),
      );
      expect(points.length).toBeGreaterThanOrEqual(3);
      expect([points.at(0)?.booked, points.at(-1)?.booked, gaps]).toEqual([before, after, []]);
    }));

  it('position --refresh shows the profiles that can be queried, names the one that cannot, and leaves out prepare-only ones', () =>
    withMerchant(async (merchant) => {
      await addProfile(merchant, 'down', 'OTHER', 'http://127.0.0.1:1');
      const place = [
        '--environment=sandbox',
        `--base-url=${merchant.sandbox.url}`,
        '--callback-url=http://127.0.0.1:9/c',
      ];
      const added = await merchant.run(
        'profile',
        'add',
        'prepares',
        '--prepare-only',
        '--merchant=ELSE',
        ...place,
      );
      expect(added.exitCode).toBe(0);
      const refreshed = await merchant.run('position', '--refresh', '--json');
      const lines = readJson(refreshed, z.array(PositionLine), 6);
      expect(new Set(lines.map(({ profileName }) => profileName))).toEqual(new Set(['test']));
      expect(refreshed.stderr).toContain('down: Could not ');
      expect(refreshed.stderr).not.toContain('prepares');
      const only = await merchant.run('position', '--refresh', '--profile=down', '--json');
      expect(readJson(only, Failed, 6).error.code).toBe('gatewayUnreachable');
    }));
});
