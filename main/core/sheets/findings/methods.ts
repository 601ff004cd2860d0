import type { RowFinding } from '../../../../contract/batches/sheet.ts';
import { moneyKeyOf, type MoneyMethods } from '../../batches/check/gather.ts';
import { splitKnown } from '../../batches/check/look-up.ts';
import { missingOptions } from '../../batches/check/missing.ts';
import { storedCodes } from '../../reference/codes.ts';
import type { CoreContext } from '../../context/context.ts';
import type { StoredProfile } from '../../ports/index.ts';
import type { FindingsCache, RowFacts } from './cache.ts';
import type { SeenRow } from './row-facts.ts';
import { slicesOf } from '../../payments/pages.ts';

const rowsAtOnce = 500;

/** Marks rows whose method or operator the gateway does not offer; returns for how many amounts that is known, and how many combinations are not offered. */
export async function findMissingMethods(
  context: CoreContext,
  profile: StoredProfile,
  moneyMethods: readonly MoneyMethods[],
  rows: readonly (readonly [SeenRow, RowFacts])[],
  { answers }: FindingsCache,
  add: (row: SeenRow, finding: RowFinding) => void,
): Promise<{ checked: number; lacking: number }> {
  const { known, open } = await splitKnown(
    context,
    profile,
    moneyMethods.filter(({ key }) => !answers.has(key)),
  );
  for (const [{ key }, answer] of known) answers.set(key, answer);
  for (const { key } of open) answers.set(key, null);
  const missing = new Map<string, ReturnType<typeof missingOptions>[number]>();
  let checked = 0;
  for await (const some of slicesOf(context.clock, moneyMethods, rowsAtOnce))
    for (const ofMoney of some) {
      const answer = answers.get(ofMoney.key) ?? null;
      if (answer === null) continue;
      checked += 1;
      const { options, refusal } = answer;
      for (const found of missingOptions(ofMoney, { options, refusal }))
        missing.set(keyOf(ofMoney.money, found), found);
    }
  if (missing.size === 0) return { checked, lacking: 0 };
  for await (const some of slicesOf(context.clock, rows, rowsAtOnce))
    for (const [seen, { row }] of some) {
      const found = missing.get(keyOf(row, row));
      if (found !== undefined) add(seen, toRowFinding(found));
    }
  return { checked, lacking: missing.size };
}

/** Marks rows in a currency that was not in the gateway's list when it was last read, unless a method for them is known to be offered. */
export async function findUnlistedCurrencies(
  { store, clock }: CoreContext,
  profile: StoredProfile,
  rows: readonly (readonly [SeenRow, RowFacts])[],
  { answers }: Pick<FindingsCache, 'answers'>,
  add: (row: SeenRow, finding: RowFinding) => void,
): Promise<void> {
  const { codes } = storedCodes(store, profile, 'currencies');
  const listed = new Set(codes.flatMap(({ code, isGone }) => (isGone ? [] : [code])));
  if (listed.size === 0) return;
  for await (const some of slicesOf(clock, rows, rowsAtOnce))
    for (const [seen, { row }] of some) {
      const isOffered = (): boolean => (answers.get(moneyKeyOf(row))?.options.length ?? 0) > 0;
      if (!listed.has(row.currencyCode) && !isOffered()) add(seen, unlisted(row.currencyCode));
    }
}

/** New codes appear without notice, so this is not a problem of the cell: the row can be paid. */
function unlisted(currencyCode: string): RowFinding {
  const message = `The gateway did not list ${currencyCode} among its currencies. If the code is right, you can still pay it.`;
  return { column: 'currencyCode', kind: 'method', level: 'warn', message, suggestion: null };
}

function toRowFinding({
  message,
  column,
  suggestion,
}: ReturnType<typeof missingOptions>[number]): RowFinding {
  return { column, kind: 'method', level: 'warn', message, suggestion };
}

function keyOf(
  money: { readonly amount: string; readonly currencyCode: string },
  method: { readonly paymentMethodCode: string; readonly paymentOperatorCode: string },
): string {
  return JSON.stringify([moneyKeyOf(money), method.paymentMethodCode, method.paymentOperatorCode]);
}
