import {
  addDecimals,
  type Decimal,
  formatDecimal,
  negated,
  parseDecimal,
} from '../../contract/money/decimal.ts';
import { NumberLiteral } from '../http/exact-json.ts';

type Account = { total: Decimal; blocked: Decimal };

/** The balances of a merchant, by currency code. */
export type Accounts = Map<string, Account>;

const openingAmount = '10000000.00';
const zero: Decimal = { digits: 0n, scale: 0 };

/** Accounts with the given plain decimals, or with ten million in each of these currencies. */
export function openAccounts(
  balances: Readonly<Record<string, string>> | null,
  currencies: readonly string[],
): Accounts {
  const amounts =
    balances === null ? currencies.map((code) => [code, openingAmount] as const) : Object.entries(balances);
  const accounts: Accounts = new Map();
  for (const [currencyCode, amount] of amounts) {
    const total = parseDecimal(amount);
    if (total === null) throw new TypeError(`the opening balance of ${currencyCode} is not a plain decimal`);
    accounts.set(currencyCode, { total, blocked: zero });
  }
  return accounts;
}

/** Adds to (or, with a negative sum, subtracts from) an account, which opens at zero if there is none yet. */
export function book(
  accounts: Accounts,
  currencyCode: string,
  change: { total?: Decimal; blocked?: Decimal },
): void {
  const account = accounts.get(currencyCode) ?? { total: zero, blocked: zero };
  if (change.total !== undefined) account.total = addDecimals(account.total, change.total);
  if (change.blocked !== undefined) account.blocked = addDecimals(account.blocked, change.blocked);
  accounts.set(currencyCode, account);
}

/**
 * BalanceList of the named currencies, or of all (interface: Operation rule 3). `total` is the booked amount,
 * `blocked` the amounts and fees of payouts in process, and `available` the difference.
 */
export function balanceList(accounts: Accounts, currencyCodes: ReadonlySet<string> | null): object {
  const balances = [];
  for (const [currencyCode, { total, blocked }] of accounts) {
    if (currencyCodes !== null && !currencyCodes.has(currencyCode)) continue;
    const available = addDecimals(total, negated(blocked));
    balances.push({
      currencyCode,
      available: new NumberLiteral(formatDecimal(available)),
      blocked: new NumberLiteral(formatDecimal(blocked)),
      total: new NumberLiteral(formatDecimal(total)),
    });
  }
  return { balances };
}
