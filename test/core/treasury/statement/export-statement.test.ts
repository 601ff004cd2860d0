import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { sumAmounts } from '../../../../contract/money/amount.ts';
import type { StatementFormat } from '../../../../contract/treasury/statement.ts';
import type { PaperDocument, Store } from '../../../../main/core/ports/index.ts';
import { exportStatement } from '../../../../main/core/treasury/statement/export-statement.ts';
import { createFiles } from '../../../../main/files/index.ts';
import { anyMethod, painMessage } from '../../../files/messages/pain-001.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock, systemRandom } from '../../../../main/system.ts';
import { dayMs, firstDay, tell } from '../../../kit/money-history.ts';
import { addProfile, keyId, value } from '../../../kit/store.ts';
import { VirtualOffice } from '../../../kit/virtual-office.ts';

const { signal } = new AbortController();
const firstMs = firstDay * dayMs;
const usual = {
  kind: 'payout',
  currencyCode: 'EUR',
  paymentMethodCode: 'CARD',
  fee: null,
  isFeeLate: false,
} as const;

/** A store with two payouts, of which one never ended, and balances before and after that differ by more than the other one. */
function historyWithDifference() {
  const store = openMemoryStore();
  addProfile(store);
  const at = firstMs + 4.5 * dayMs;
  const told = tell(store, [
    { ...usual, amount: '50.00', end: 'paid', at, processedAt: at },
    { ...usual, amount: '120.00', end: 'unknown', at, processedAt: null },
  ]);
  keep(store, firstMs, '1000.00');
  keep(store, firstMs + 5 * dayMs - 1, '830.00');
  return { store, unknownId: told[1]?.id ?? '' };
}

function keep(store: Store, readAt: number, booked: string): void {
  const amounts = JSON.stringify([{ name: 'total', amount: booked }]);
  const list = [{ currencyCode: 'EUR', available: booked, amounts }];
  store.saveBalances(keyId, { asOf: readAt, json: '[]' }, { at: readAt, quietMs: 0, list });
}

/** One balance, and two payouts that were paid after it, on its day and on a later one. */
function historyAfterOneBalance() {
  const store = openMemoryStore();
  addProfile(store);
  keep(store, firstMs + 2.5 * dayMs, '1000.00');
  tell(
    store,
    [2.6, 4.5].map((day) => {
      const at = firstMs + day * dayMs;
      return { ...usual, amount: '50.00', end: 'paid' as const, at, processedAt: at };
    }),
  );
  return { store };
}

const Written = z.looseObject({
  opening: z.string(),
  closing: z.string(),
  movements: z.array(z.looseObject({ amount: z.string(), fee: z.string().nullable() })),
});

const which = { profileName: 'main', currencyCode: 'EUR', from: '2026-01-02', until: '2026-01-10' };

/** The statement in a format, and the paper of the PDF. */
async function exported(
  format: StatementFormat,
  {
    store,
    until = which.until,
  }: { readonly store: Store; readonly until?: string } = historyWithDifference(),
): Promise<{ text: string; paper: PaperDocument | null }> {
  let paper: PaperDocument | null = null;
  const real = createFiles({ clock: systemClock });
  const files: typeof real = {
    ...real,
    writePdf: (document) => {
      paper = document;
      return real.writePdf(document);
    },
  };
  const context = { store, clock: systemClock, random: systemRandom, files, emit: () => undefined };
  const { bytes } = value(await exportStatement(context, { ...which, until, format }, signal));
  store.close();
  return { text: Buffer.from(bytes).toString('latin1'), paper };
}

describe('an exported statement', () => {
  it.each([
    ['json', '"unexplained": "-120.00"'],
    ['csv', 'unexplained,,,,-120.00,EUR'],
    ['camt.053', '<Prtry>UNEXPLAINED</Prtry></CdOrPrtry></Tp><Amt Ccy="EUR">120.00</Amt><CdtDbtInd>DBIT'],
  ] as const)('as %s shows the unexplained difference', async (format, said) => {
    expect((await exported(format)).text).toContain(said);
  });

  it.each([
    ['json', ['"reported": "1000.00"', '"reportedAt": "2026-01-03T12:00:00.000Z"', '"unexplained": null']],
    ['json', ['"sinceReported": {\n    "count": 2,\n    "amount": "-100.00"\n  }', '"closing": "900.00"']],
    [
      'csv',
      ['2026-01-03T12:00:00.000Z,reported,,,,1000.00,', 'sinceReported,,,,-100.00,', 'unexplained,,,,,'],
    ],
    ['camt.053', ['<Prtry>REPORTED</Prtry></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt>', 'OPENING DERIVED']],
  ] as const)(
    'as %s shows what was reported and when, what moved since, and that one balance alone proves nothing',
    async (format, said) => {
      const { text } = await exported(format, historyAfterOneBalance());
      for (const each of said) expect(text).toContain(each);
      expect(text).not.toMatch(/No unexplained difference|>UNEXPLAINED<|OPBD/);
    },
  );

  it('leaves a fee empty that the gateway did not report, and shows one of zero', async () => {
    const store = openMemoryStore();
    addProfile(store);
    const at = firstMs + 2.5 * dayMs;
    const fees = [null, { amount: '0', currencyCode: 'EUR' }, { amount: '1.00', currencyCode: 'USD' }];
    tell(
      store,
      fees.map((fee) => ({ ...usual, amount: '50.00', end: 'paid' as const, at, processedAt: at, fee })),
    );
    const { text } = await exported('csv', { store });
    const rows = text.split('\r\n').filter((line) => line.includes(',payout,'));
    expect(rows.map((line) => line.split(',').slice(3, 5))).toEqual([
      ['-50.00', ''],
      ['-50.00', '0'],
      ['-50.00', '0'],
    ]);
  });

  it('as PDF gives amounts of many decimals the width that they need', async () => {
    const store = openMemoryStore();
    addProfile(store);
    keep(store, firstMs + 2.5 * dayMs, '10000003.581876510972837996');
    const { paper } = await exported('pdf', { store });
    const table = paper?.parts.find((part) => part.kind === 'table');
    const [day, ...figures] = table?.kind === 'table' ? table.columns : [];
    expect(day?.share).toBeUndefined();
    const shares = new Map(figures.map(({ header, share }) => [header, share]));
    expect(shares.get('Closing')).toBe('10,000,003.581876510972837996'.length);
    expect(shares.get('Closing')).toBeGreaterThan(2 * (shares.get('Fees') ?? 0));
  });

  it('as PDF shows it in words, which are only about balances read in the period', async () => {
    const history = historyAfterOneBalance();
    keep(history.store, firstMs + 12 * dayMs, '900.00');
    const { paper } = await exported('pdf', history);
    const [notice, facts] = paper?.parts ?? [];
    const money = '1,000.00 EUR';
    expect(notice?.kind === 'text' ? notice.text : '').toBe(
      `Unexplained difference: not known. The opening is derived from the only balance read in the period, ${money} at 2026-01-03 12:00:00 UTC, and there is no other in it to compare it with. 2 movements since then, -100.00 EUR with fees, not covered by a balance in the period.`,
    );
    const told = new Map(facts?.kind === 'facts' ? facts.facts : []);
    expect(told.get('Reported by the gateway')).toBe(`${money}, read on 2026-01-03 12:00:00 UTC`);
    expect(told.get('Moved since then')).toBe('-100.00 EUR with fees, 2 movements');
    expect(told.get('Unexplained difference')).toBe('not known');
  });

  it('as PDF begins with the unexplained difference, the day it arose and the payment of that amount', async () => {
    const { text, paper } = await exported('pdf');
    expect(text.startsWith('%PDF-')).toBe(true);
    const [notice, facts] = paper?.parts ?? [];
    expect(notice).toMatchObject({ kind: 'text', isNotice: true });
    expect(notice?.kind === 'text' ? notice.text : '').toContain('Unexplained difference: -120.00 EUR.');
    expect(facts?.kind === 'facts' ? facts.facts : []).toContainEqual(['Closing balance', '950.00 EUR']);
    const tables = (paper?.parts ?? []).flatMap((part) => (part.kind === 'table' ? [part.rows] : []));
    expect(tables[0]?.[0]?.slice(0, 3)).toEqual(['2026-01-05', '-120.00 EUR', 'none']);
    expect(tables[0]?.[0]?.[3]).toContain('120.00 EUR (same amount)');
    expect(tables[2]).toHaveLength(1);
  });

  it('never says of a difference that no payment was found which may have caused it, if none was searched', async () => {
    const longHistory = (): { store: Store; until: string } => {
      const store = openMemoryStore();
      addProfile(store);
      for (let day = 0; day <= 33; day += 1) keep(store, firstMs + (day + 0.5) * dayMs, `${1000 - day}.00`);
      return { store, until: new Date(firstMs + 40 * dayMs).toISOString().slice(0, 10) };
    };
    const { paper } = await exported('pdf', longHistory());
    const [differences] = (paper?.parts ?? []).flatMap((part) => (part.kind === 'table' ? [part.rows] : []));
    const causes = (differences ?? []).map((cells) => cells.at(-1));
    expect(causes).toEqual([...Array.from({ length: 31 }, () => 'none found'), ...causes.slice(31)]);
    expect(causes.length).toBeGreaterThan(31);
    for (const cause of causes.slice(31)) expect(cause).toContain('Payments were not searched');
    const { text } = await exported('json', longHistory());
    const { days } = z
      .looseObject({ days: z.array(z.looseObject({ candidates: z.unknown() })) })
      .parse(JSON.parse(text));
    expect(days.filter(({ candidates }) => candidates === null)).toHaveLength(causes.length - 31);
  });

  it('closes exactly if a payout is paid while it is written', async () => {
    let turns = 1;
    for (let at = 1; at <= turns; at += 1) {
      const { store } = historyWithDifference();
      let taken = 0;
      const turn = (): Promise<void> => {
        taken += 1;
        const paidAt = firstMs + 6 * dayMs;
        if (taken === at) {
          tell(store, [{ ...usual, amount: '7.00', end: 'paid', at: paidAt, processedAt: paidAt }]);
          // As another reader of the flows does meanwhile.
          while (store.indexFlows(1000) > 0);
        }
        return Promise.resolve();
      };
      const clock = { ...systemClock, turn };
      const files = createFiles({ clock });
      const context = { store, clock, random: systemRandom, files, emit: () => undefined };
      const { bytes } = value(await exportStatement(context, { ...which, format: 'json' }, signal));
      store.close();
      const { opening, movements, closing } = Written.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
      const moved = sumAmounts([opening, ...movements.flatMap(({ amount, fee }) => [amount, fee ?? '0'])]);
      expect([at, moved]).toEqual([at, closing]);
      turns = Math.max(turns, Math.min(taken, 100));
    }
    expect(turns).toBeGreaterThan(1);
  });
});

it('a camt.053 has the IDs under which a payment file named a payment and its part, and of any other payment its batch', async () => {
  const office = new VirtualOffice({ start: firstMs });
  onTestFinished(() => office.close());
  office.addProfile('main');
  const ids = ['GROUP-1', 'G'.repeat(36)];
  const message = painMessage({
    groups: ids.map((id, index) => ({
      id,
      payments: [{ endToEndId: `E2E-${index}`, amount: `${index + 1}.00` }],
    })),
  });
  const { batch } = await office.get('batches.import', {
    fileName: 'message.xml',
    bytes: Buffer.from(message),
    methodRules: anyMethod.map((rule) => ({ ...rule, paymentMethodCode: 'BANK_TRANSFER' })),
  });
  const other = await office.draft([{ amount: '3.00', account: 'A' }]);
  for (const { batchId } of [batch, other]) value(await office.release(batchId));
  await office.get('batches.run', { batchIds: null, until: 'still', silenceLimitMs: 60_000 });
  await office.get('balances.read', {});
  const day = new Date(firstMs).toISOString().slice(0, 10);
  const asked = { currencyCode: 'EUR', from: day, until: day, format: 'camt.053' } as const;
  const { bytes } = await office.get('statement.export', asked);
  const references = [...new TextDecoder().decode(bytes).matchAll(/<Refs>(.*?)<\/Refs>/g)].map(
    ([, text]) => text,
  );
  expect(new Set(references)).toEqual(
    new Set([
      '<AcctSvcrRef>E2E-0</AcctSvcrRef><PmtInfId>GROUP-1</PmtInfId><EndToEndId>E2E-0</EndToEndId>',
      '<AcctSvcrRef>E2E-1</AcctSvcrRef><EndToEndId>E2E-1</EndToEndId>',
      `<AcctSvcrRef>${other.batchId}-1</AcctSvcrRef><PmtInfId>${other.batchId}</PmtInfId>`,
    ]),
  );
});
