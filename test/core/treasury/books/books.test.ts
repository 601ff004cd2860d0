import { array, assert, asyncProperty, boolean, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAmounts, compareAmounts, sumAmounts } from '../../../../contract/money/amount.ts';
import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { PaymentProblem } from '../../../../contract/payments/problem.ts';
import { bookHandlers } from '../../../../main/core/treasury/books/book-handlers.ts';
import { accountFor } from '../../../../main/core/treasury/books/journal.ts';
import { createFiles } from '../../../../main/files/index.ts';
import { openMemoryStore } from '../../../kit/memory-store.ts';
import { systemClock } from '../../../../main/system.ts';
import { historyDays, stories, tell, type Told, paidOn } from '../../../kit/money-history.ts';
import { found } from '../../../kit/samples.ts';
import { addProfile, value } from '../../../kit/store.ts';

const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
const files = createFiles({ clock: systemClock });
const dayOf = (after: number): string => `2026-01-${String(1 + after).padStart(2, '0')}`;

const paidOnce = paidOn(2);

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
            const times = new Map<string, number>();
            const make = async (from: string, until: string, isKept: boolean): Promise<string[][]> => {
              const asked = { profileName: null, from, until, again: false } as const;
              const { first, accounts, ...counts } = value(
                await books['books.preview']({ ...asked, limit: 1000 }, call),
              );
              const made = value(await books['books.export']({ ...asked, format: 'csv' }, call));
              expect(made).toMatchObject(counts);
              expect(first.map(({ kind, amount, id }) => [kind, addAmounts(amount, '0.0000'), id])).toEqual(
                linesOf(made.bytes).map(([, kind, , , amount = '', , id]) => [
                  kind,
                  addAmounts(amount, '0.0000'),
                  id,
                ]),
              );
              const side = (name: 'debit' | 'credit') => sumAmounts(accounts.map((each) => each[name]));
              expect(compareAmounts(side('debit'), side('credit'))).toBe(0);
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
              times.set(`${kind} ${id}`, (times.get(`${kind} ${id}`) ?? 0) + 1);
            const paid = told.filter(({ state }) => state === 'paid');
            expect([...times.entries()].toSorted()).toEqual(
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

  it('have the difference in the next export if a fee becomes known or changes after an export', async () => {
    const store = openMemoryStore();
    addProfile(store);
    const [paid] = tell(store, [paidOnce]);
    const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
    const paymentId = store.findPayment(paid?.id ?? '', 'main')?.paymentId ?? 0;
    const reports = (fee: ReportedMoney) =>
      store.record([found(paymentId, 'paid', 'paid', { fee, dueAt: null })], paidOnce.at + 1);
    const make = async (first: number, isKept: boolean, again = false): Promise<string[]> => {
      const asked = { profileName: null, from: dayOf(first), until: dayOf(historyDays - 1), again };
      const made = value(await books['books.export']({ ...asked, format: 'csv' }, call));
      if (isKept) await books['books.keep']({ exportNumber: made.exportNumber }, call);
      const lines = linesOf(made.bytes).map(([, , debit, credit, ...money]) =>
        [debit, credit, ...money.slice(0, 2)].join(' '),
      );
      return [`${made.payments} payments, ${made.laterFees} later fees`, ...lines];
    };
    const nothing = ['0 payments, 0 later fees'];
    const payout = 'Payouts Gateway balance 10.00 EUR';
    expect(await make(0, true)).toEqual(['1 payments, 0 later fees', payout]);
    reports({ amount: '0.30', currencyCode: 'EUR' });
    const known = ['0 payments, 1 later fees', 'Fees Gateway balance 0.30 EUR'];
    for (const isKept of [false, true]) expect(await make(5, isKept)).toEqual(known);
    expect(await make(5, true)).toEqual(nothing);
    reports({ amount: '0.25', currencyCode: 'EUR' });
    expect(await make(0, true)).toEqual(['0 payments, 1 later fees', 'Gateway balance Fees 0.05 EUR']);
    reports({ amount: '0.2', currencyCode: 'USD' });
    expect((await make(5, true)).toSorted()).toEqual([
      '0 payments, 1 later fees',
      'Fees Gateway balance 0.2 USD',
      'Gateway balance Fees 0.25 EUR',
    ]);
    const again = ['1 payments, 0 later fees', payout, 'Fees Gateway balance 0.2 USD'];
    expect(await make(0, true, true)).toEqual(again);
    expect(await make(0, true)).toEqual(nothing);
    store.close();
  });

  it('note once that the gateway no longer confirms a payment they have as paid, move no money for it, and note once if it does again', async () => {
    const store = openMemoryStore();
    addProfile(store);
    const [booked, fresh] = tell(store, [paidOnce, { ...paidOnce, processedAt: paidOnce.at + 1 }]);
    const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
    const reports = (one: Told | undefined, gatewayStatus: string, problem: PaymentProblem | null = null) => {
      const paymentId = store.findPayment(one?.id ?? '', 'main')?.paymentId ?? 0;
      const said = { gatewayStatus, problem, notice: 'statusChanged', dueAt: null } as const;
      store.record([found(paymentId, 'paid', 'paid', said)], paidOnce.at + 1);
    };
    const make = async (first: number, isKept: boolean, again = false): Promise<string[]> => {
      const asked = { profileName: null, from: dayOf(first), until: dayOf(historyDays - 1), again };
      const preview = value(await books['books.preview']({ ...asked, limit: 1000 }, call));
      const made = value(await books['books.export']({ ...asked, format: 'csv' }, call));
      expect(made).toMatchObject({ lines: preview.first.length, toCheck: preview.toCheck });
      expect(preview.first.filter(({ kind }) => kind === 'note')).toMatchObject(
        preview.toCheck.map(({ kind: _kind, ...toCheck }) => toCheck),
      );
      expect(preview.notes).toBe(preview.toCheck.length);
      expect(preview.accounts.every(({ debit, credit }) => debit !== '0' || credit !== '0')).toBe(true);
      if (isKept) await books['books.keep']({ exportNumber: made.exportNumber }, call);
      return linesOf(made.bytes).map(([, kind, , , amount, , id, ...rest]) =>
        [kind, amount, id, rest.at(-1)].join(' ').trim(),
      );
    };
    const money = (one: Told | undefined): string => `payout 10.00 ${one?.id}`;
    const note = (one: Told | undefined, since: string): string =>
      `note 0 ${one?.id} Booked as paid: payout of 10.00 EUR. The gateway has since reported ${since}. What became of its money is not known and nothing is reversed here: check the statement and ask the gateway's operator.`;
    // Only the first of the two is in the books when the gateway takes back what it said of both.
    expect(await make(0, false)).toEqual([money(booked), money(fresh)]);
    store.addBooked(store.beginBooks({ from: 20454, until: 20465, environment: 'sandbox', keyId: null }, 1), [
      { paymentId: store.findPayment(booked?.id ?? '', 'main')?.paymentId ?? 0, fees: [], report: null },
    ]);
    await books['books.keep']({ exportNumber: 2 }, call);
    reports(booked, 'RETURNED');
    reports(fresh, 'FAILED');
    const both = [note(booked, 'the status RETURNED'), money(fresh), note(fresh, 'the status FAILED')];
    for (const isKept of [false, true]) expect(await make(0, isKept)).toEqual(both);
    expect(await make(0, true)).toEqual([]);
    reports(booked, 'SUCCESS', { code: 'otherMoney', held: { amount: '9.00', currencyCode: 'EUR' } });
    expect(await make(9, true)).toEqual([note(booked, '9.00 EUR for it')]);
    reports(booked, 'SUCCESS');
    const confirmed = `note 0 ${booked?.id} The gateway confirms again that this was paid: payout of 10.00 EUR. An earlier export has a note that it did not.`;
    expect(await make(9, true)).toEqual([confirmed]);
    expect(await make(0, true)).toEqual([]);
    expect(await make(0, true, true)).toEqual([
      money(booked),
      money(fresh),
      note(fresh, 'the status FAILED'),
    ]);
    store.close();
  });

  it('list the saved exports only, each with its period, profile and size', async () => {
    const store = openMemoryStore();
    addProfile(store);
    tell(store, [paidOnce]);
    const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
    const [profile] = store.listProfiles();
    const make = async (profileName: string | null, again: boolean): Promise<number> => {
      const asked = {
        profileName,
        from: dayOf(0),
        until: dayOf(historyDays - 1),
        format: 'csv',
        again,
      } as const;
      return value(await books['books.export'](asked, call)).exportNumber;
    };
    const list = async () => value(await books['books.list']({ profileName: undefined, limit: 10 }, call));
    const first = await make(null, false);
    expect(await list()).toEqual([]);
    await books['books.keep']({ exportNumber: first }, call);
    const second = await make(profile?.name ?? '', true);
    await books['books.keep']({ exportNumber: second }, call);
    await make(null, true);
    const period = { from: dayOf(0), until: dayOf(historyDays - 1), payments: 1 };
    expect(await list()).toMatchObject([
      { exportNumber: second, profileName: profile?.name, ...period },
      { exportNumber: first, profileName: null, ...period },
    ]);
    store.close();
  });

  it('are listed also without a profile, and after the last one was removed', async () => {
    const store = openMemoryStore();
    const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
    const list = async (limit = 10) =>
      value(await books['books.list']({ profileName: undefined, limit }, call)).map(
        ({ exportNumber }) => exportNumber,
      );
    expect(await list()).toEqual([]);
    addProfile(store);
    tell(store, [paidOnce]);
    const period = {
      profileName: null,
      from: dayOf(0),
      until: dayOf(historyDays - 1),
      format: 'csv',
    } as const;
    for (const again of [false, true]) {
      const { exportNumber } = value(await books['books.export']({ ...period, again }, call));
      await books['books.keep']({ exportNumber }, call);
    }
    expect(store.removeProfile('main', Date.now())).toBe(true);
    expect(await list()).toEqual([2, 1]);
    expect(await list(1)).toEqual([2]);
    store.close();
  });

  it('of one profile leave out payments before their period that no export of it should have had', async () => {
    const store = openMemoryStore();
    addProfile(store);
    addProfile(store, { keyId: 'other', name: 'other', merchantCode: 'M2' });
    tell(store, [paidOnce], 'other');
    const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
    const make = async (profileName: string, from: number) => {
      const asked = { profileName, from: dayOf(from), until: dayOf(historyDays - 1), again: false };
      const made = value(await books['books.export']({ ...asked, format: 'csv' }, call));
      await books['books.keep']({ exportNumber: made.exportNumber }, call);
      return [made.payments, made.late];
    };
    expect(await make('main', 0)).toEqual([0, 0]);
    expect(await make('other', 5)).toEqual([0, 0]);
    expect(await make('other', 1)).toEqual([1, 0]);
    store.close();
  });

  it('of all profiles have what removed ones of the environment paid', async () => {
    const store = openMemoryStore();
    addProfile(store);
    const [one] = tell(store, [paidOnce]);
    expect(store.removeProfile('main', Date.now())).toBe(true);
    const books = bookHandlers({ store, files, clock: systemClock, emit: () => undefined });
    const asked = { profileName: null, from: dayOf(0), until: dayOf(9), again: false } as const;
    const read = async () => value(await books['books.preview']({ ...asked, limit: 10 }, call)).first;
    const line = { id: one?.id, amount: '10.00', profileName: 'main' };
    expect(await read()).toMatchObject([line]);
    addProfile(store, { keyId: 'other', name: 'other', merchantCode: 'OTHER' });
    expect(await read()).toMatchObject([line]);
    addProfile(store, { keyId: 'live', name: 'live', merchantCode: 'LIVE', environment: 'live' });
    expect(store.removeProfile('other', Date.now())).toBe(true);
    expect(await read()).toEqual([]);
    store.close();
  });

  it('name the first account that fits, or the default', () => {
    const accounts = [
      { kind: 'fee', currencyCode: 'EUR', paymentMethodCode: 'CARD', account: '6855' },
      { kind: 'fee', currencyCode: '', paymentMethodCode: '', account: '6850' },
    ] as const;
    expect(accountFor(accounts, 'fee', 'EUR', 'CARD')).toBe('6855');
    expect(accountFor(accounts, 'fee', 'USD', 'CARD')).toBe('6850');
    expect(accountFor(accounts, 'balance', 'USD', 'CARD')).toBe('Gateway balance');
  });
});
