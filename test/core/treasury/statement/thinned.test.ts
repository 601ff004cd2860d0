import { expect, it } from 'vitest';
import { openOffice } from '../../../kit/office.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

it('a statement keeps its opening and the difference of its first day when old balances are thinned', async () => {
  const { get, store, now } = await openOffice();
  const keyId = store.findProfile('main')?.keyId ?? '';
  const first = Math.floor(now() / day) * day - 100 * day;
  for (const [at, available] of [
    [first, '100.00'],
    [first + 20 * minute, '95.00'],
    [first + day, '95.00'],
  ] as const)
    store.saveBalances(
      keyId,
      { asOf: at, json: '[]' },
      {
        at,
        quietMs: 0,
        list: [
          {
            currencyCode: 'XAU',
            available,
            amounts: JSON.stringify([{ name: 'available', amount: available }]),
          },
        ],
      },
    );
  const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const which = { currencyCode: 'XAU', from: dayText(first), until: dayText(first + day) };
  const before = await get('statement.read', which);
  expect(before).toMatchObject({ openingBasis: 'derived', opening: '100.00', unexplained: '-5.00' });
  await get('balances.read', {});
  expect(await get('statement.read', which)).toEqual(before);
});
