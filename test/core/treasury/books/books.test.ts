import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts, sumAmounts } from '../../../../contract/money/amount.ts';
import { bookHandlers } from '../../../../main/core/treasury/books/export-books.ts';
import { accountFor } from '../../../../main/core/treasury/books/journal.ts';
import { createFiles } from '../../../../main/files/index.ts';
import { openMemoryStore } from '../../../../main/store/index.ts';
import { systemClock } from '../../../../main/system.ts';
import { historyDays, stories, tell, type Told } from '../../../kit/money-history.ts';
import { addProfile, value } from '../../../kit/store.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
const files = createFiles({ clock: systemClock });
const dayOf = (after: number): string => `2026-01-${String(1 + after).padStart(2, '0')}`;

/** Rows of a file of journal lines, below its header. */
function linesOf(bytes: Uint8Array): string[][] {
  const [, ...rows] = new TextDecoder().decode(bytes).trim().split('\r\n');
  return rows.map((row) => row.split(','));
}

describe('the books', () => {
  it('have each paid payment and fee in exactly one kept export, whatever was exported when, and learned late', async () => {
    const exported = record({
      first: integer({ min: 0, max: historyDays - 1 }),
      days: integer({ min: 0, max: historyDays }),
      isKept: boolean(),
    });
    await assert(
      asyncProperty(
        stories(8),
        stories(6),
        array(exported, { maxLength: 5 }),
        async (early, late, exports) => {
          const store = openMemoryStore();
          try {
            addProfile(store);
            const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
            const told: Told[] = tell(store, early);
            const found = new Map<string, number>();
            const make = async (from: string, until: string, isKept: boolean): Promise<string[][]> => {
              const made = value(
                await books['books.export'](
                  { profileName: null, from, until, format: 'csv', again: false },
                  call,
                ),
              );
              if (!isKept) return [];
              await books['books.keep']({ exportNumber: made.exportNumber }, call);
              return linesOf(made.bytes);
            };
            const lines: string[][] = [];
            for (const [index, { first, days, isKept }] of exports.entries()) {
              lines.push(
                ...(await make(dayOf(first), dayOf(Math.min(first + days, historyDays - 1)), isKept)),
              );
              // What the gateway reports only after an export may belong to days that are exported already.
              if (index === 0) told.push(...tell(store, late));
            }
            lines.push(...(await make(dayOf(0), dayOf(historyDays - 1), true)));
            for (const [, kind, , , , , id] of lines)
              found.set(`${kind} ${id}`, (found.get(`${kind} ${id}`) ?? 0) + 1);
            const paid = told.filter(({ state }) => state === 'paid');
            expect([...found.entries()].toSorted()).toEqual(
              paid
                .flatMap(({ kind, id, fee }) => [
                  [`${kind} ${id}`, 1],
                  ...(fee === null ? [] : [[`fee ${id}`, 1]]),
                ])
                .toSorted(),
            );
            const money = sumAmounts(
              lines.filter(([, kind]) => kind !== 'fee').map(([, , , , amount]) => amount ?? ''),
            );
            expect(compareAmounts(money, sumAmounts(paid.map(({ amount }) => amount)))).toBe(0);
            expect(await make(dayOf(0), dayOf(historyDays - 1), true)).toEqual([]);
          } finally {
            store.close();
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('name the first account that fits, and the usual one where none does', () => {
    const accounts = [
      { kind: 'fee', currencyCode: 'EUR', paymentMethodCode: 'CARD', account: '6855' },
      { kind: 'fee', currencyCode: '', paymentMethodCode: '', account: '6850' },
    ] as const;
    expect(accountFor(accounts, 'fee', 'EUR', 'CARD')).toBe('6855');
    expect(accountFor(accounts, 'fee', 'USD', 'CARD')).toBe('6850');
    expect(accountFor(accounts, 'balance', 'USD', 'CARD')).toBe('Gateway balance');
  });
});
