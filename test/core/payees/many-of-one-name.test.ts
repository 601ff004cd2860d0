import { expect, it } from 'vitest';
import { gatherParties } from '../../../main/core/payees/gather-parties.ts';
import type { KnownParty } from '../../../main/core/ports/index.ts';

const count = 400;

/** Rows and known payees under one name, each with an account of its own; the last row pays the last payee. */
async function gather() {
  const accountOf = (index: number): string => `DE${10_000_000 + index * 977}`;
  const known: KnownParty[] = Array.from({ length: count }, (_none, index) => ({
    nameNumber: index + 1,
    payeeNumber: index + 1,
    name: 'Refund Customer',
    account: accountOf(index),
  }));
  const rows = Array.from({ length: count }, (_none, index) => ({
    rowNumber: index + 1,
    accountName: 'Refund Customer',
    accountNumber: index + 1 === count ? accountOf(count - 1) : `${accountOf(count + index)}900`,
    emailAddress: '',
    amount: '1.00',
    currencyCode: 'EUR',
  }));
  let turns = 0;
  const store = {
    knownParties: (_environment: string, after: number, limit: number): KnownParty[] =>
      known.filter(({ nameNumber }) => nameNumber > after).slice(0, limit),
  };
  const clock = {
    now: () => 0,
    sleep: () => Promise.resolve(),
    turn: () => {
      turns += 1;
      return Promise.resolve();
    },
  };
  const pages = (async function* () {
    yield await Promise.resolve(rows);
  })();
  const parties = await gatherParties({ store, clock }, { environment: 'sandbox', rows: count }, pages);
  return { parties, turns };
}

it('a name with many rows and many payees keeps a few payees per row, and each row is found', async () => {
  const { parties } = await gather();
  expect(parties).toHaveLength(count);
  expect(new Set(parties.map(({ sameName }) => sameName.size))).toEqual(new Set([50]));
});

it('a payee is known by its account, however many have its name', async () => {
  const { parties } = await gather();
  expect(parties.at(-1)?.known).toBe(count);
  expect(parties.slice(0, -1).every((party) => party.known === null)).toBe(true);
});

it('a name with many rows and many payees lets other work run after a few hundred matches', async () => {
  const { turns } = await gather();
  expect(turns).toBeGreaterThanOrEqual(20);
});
