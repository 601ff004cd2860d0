import { currencyCodeOf, isCurrencyCode } from '../../../contract/money/money.ts';
import type { Balance } from '../../core/ports/index.ts';
import type { Json, JsonObject } from '../exact-json.ts';
import { readAmount, readCurrencyCode } from './money.ts';
import { isCurrencyKey, isList, isObject, rowsOf, textProperty } from './shape.ts';

type NamedAmount = Balance['amounts'][number];

// Numbers of a row that are not amounts.
const otherNumbers =
  /(^id|Id|ID|_id|[Nn]umber|[Cc]ode|At|[Dd]ate|[Tt]ime|[Tt]imestamp|[Vv]ersion|[Ii]ban|IBAN|[Nn]ame|[Tt]ype|[Cc]ount|[Dd]ecimals|[Pp]recision|[Ss]cale|[Mm]inor[Uu]nits?|[Rr]ate)$/;
// Names that only say "here is an amount"; the surrounding property says of what.
const plainNames = new Set(['amount', 'value', 'money', 'amounts', 'balance', 'balances']);
const labelNames = ['name', 'type', 'balanceType', 'kind', 'label'];
const deepest = 4;
const largestAmounts = 200;

/**
 * The balance list (interface: Endpoints, GET /balances; its fields are not shown). Every amount found beside or
 * below a currency code, with the name it came under. An empty list is fine; null when nothing is recognised.
 */
export function readBalances(json: Json): Balance[] | null {
  const rows = rowsOf(json, {
    wrappers: ['balances', 'balanceList', 'accounts', 'currencies', 'wallets'],
    isRow: (row) => currencyOf(row) !== null,
    keyName: 'currencyCode',
    isKey: isCurrencyKey,
  });
  if (rows === null) return null;
  const balances: Balance[] = [];
  for (const row of rows) {
    const currencyCode = currencyOf(row);
    if (currencyCode !== null && isObject(row)) add(balances, { currencyCode, amounts: amountsOf(row) });
  }
  return balances;
}

/** The row's currency code; null if it has none, or a text that is no code: it would stand in every list of currencies. */
function currencyOf(row: Json): string | null {
  const code = codeIn(row);
  return code !== null && isCurrencyCode(currencyCodeOf(code)) ? code : null;
}

/** Beside its amounts, or in the one object that wraps them. */
function codeIn(row: Json): string | null {
  const direct = readCurrencyCode(row);
  if (direct !== null || !isObject(row)) return direct;
  for (const value of Object.values(row)) {
    const inner = readCurrencyCode(value);
    if (inner !== null) return inner;
  }
  const code = textProperty(row, ['code', 'id']);
  return code !== null && isCurrencyKey(code) && amountsOf(row).length > 0 ? code : null;
}

function amountsOf(row: JsonObject): NamedAmount[] {
  const found: NamedAmount[] = [];
  const label = textProperty(row, labelNames);
  const isLabel = label !== null && readAmount(label) === null;
  collect(row, isLabel ? label : null, found, 0);
  return found;
}

function collect(json: Json, outerName: string | null, found: NamedAmount[], depth: number): void {
  if (depth > deepest || found.length >= largestAmounts) return;
  if (isList(json))
    return json.forEach((item) => collect(item, labelOf(item) ?? outerName, found, depth + 1));
  if (!isObject(json)) return;
  for (const [name, value] of Object.entries(json)) {
    if (found.length >= largestAmounts) return;
    const amountName = plainNames.has(name) ? (outerName ?? name) : name;
    const amount = otherNumbers.test(name) ? null : readAmount(value);
    if (amount !== null) found.push({ name: amountName, amount });
    else collect(value, surroundingName(name, outerName, value), found, depth + 1);
  }
}

/** What a generically named amount below this property is of. */
function surroundingName(name: string, outerName: string | null, value: Json): string | null {
  if (name === 'balance') return outerName ?? name;
  return plainNames.has(name) ? outerName : (labelOf(value) ?? name);
}

function labelOf(json: Json): string | null {
  return isObject(json) ? textProperty(json, labelNames) : null;
}

/** Rows of one currency that each have one differently named amount are merged; others stay separate. */
function add(balances: Balance[], next: Balance): void {
  const index = balances.findIndex(
    (known) =>
      known.currencyCode === next.currencyCode &&
      !next.amounts.some(({ name }) => known.amounts.some((amount) => amount.name === name)),
  );
  const known = balances[index];
  if (known === undefined) balances.push(next);
  else balances[index] = { ...known, amounts: [...known.amounts, ...next.amounts] };
}
