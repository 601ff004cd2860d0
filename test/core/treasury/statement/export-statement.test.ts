import { describe, expect, it } from 'vitest';
import type { StatementFormat } from '../../../../contract/treasury/statement.ts';
import type { PaperDocument } from '../../../../main/core/ports/index.ts';
import { exportStatement } from '../../../../main/core/treasury/statement/export-statement.ts';
import { createFiles } from '../../../../main/files/index.ts';
import { openMemoryStore } from '../../../../main/store/index.ts';
import { systemClock, systemRandom } from '../../../../main/system.ts';
import { dayMs, firstDay, tell } from '../../../kit/money-history.ts';
import { addProfile, keyId, value } from '../../../kit/store.ts';

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
  for (const [readAt, booked] of [
    [firstMs, '1000.00'],
    [firstMs + 5 * dayMs - 1, '830.00'],
  ] as const) {
    const amounts = JSON.stringify([{ name: 'total', amount: booked }]);
    const list = [{ currencyCode: 'EUR', available: booked, amounts }];
    store.keepBalances(keyId, { asOf: readAt, json: '[]' }, { at: readAt, quietMs: 0, list });
  }
  return { store, unknownId: told[1]?.id ?? '' };
}

const which = { profileName: 'main', currencyCode: 'EUR', from: '2026-01-02', until: '2026-01-10' };

/** The statement in a format, and the paper of the PDF. */
async function exported(format: StatementFormat): Promise<{ text: string; paper: PaperDocument | null }> {
  const { store } = historyWithDifference();
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
  const { bytes } = value(await exportStatement(context, { ...which, format }, signal));
  store.close();
  return { text: Buffer.from(bytes).toString('latin1'), paper };
}

describe('an exported statement', () => {
  it.each([
    ['json', '"unexplained": "-120.00"'],
    ['csv', 'unexplained,,,,-120.00,EUR'],
    ['camt.053', '<Prtry>UNEXPLAINED</Prtry></CdOrPrtry></Tp><Amt Ccy="EUR">120.00</Amt><CdtDbtInd>DBIT'],
  ] as const)('as %s says what nothing explains', async (format, said) => {
    expect((await exported(format)).text).toContain(said);
  });

  it('as PDF begins with what nothing explains, the day on which it arose and the payment of that amount', async () => {
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
});
