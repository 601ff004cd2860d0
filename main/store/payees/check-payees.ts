import type { DerivedStep, DescribePayee } from '../../core/ports/index.ts';
import type { CurrencyTotal } from '../../../contract/money/money.ts';
import { accountOfKey, emailOfKey, payeeKeyOf } from '../../../contract/payees/payee-key.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { byNumber } from '../audit/audit-facts.ts';
import { lastSequence } from '../audit/chain-head.ts';
import { integerIn, integerOrNullIn, textIn, type Row } from '../read-row.ts';
import { followedUpTo } from '../audit/follow-log.ts';
import { withPayment } from './index-payees.ts';
import { keyOf, totalsIn } from './read-payee-row.ts';
import { recordedNames } from './recorded-names.ts';
import { withFormer } from './records.ts';

const rowsAtOnce = 200;

/** The total paid to a payee, when, and how often under each name; 0 for names that people only recorded. */
type Sum = {
  payments: number;
  totals: CurrencyTotal[];
  readonly names: Map<string, number>;
  /** In order of the events, and by the clock, which may have been set back: payees that were merged have the latter. */
  firstPaidAt: number[];
  lastPaidAt: number[];
};

/**
 * Payees against the payments that were paid, up to the event that the payees have reached, and against people's records. The
 * sums of all payees are held in memory meanwhile.
 */
export function* checkPayees(
  context: Context,
  done: number,
  describe: DescribePayee,
): Generator<DerivedStep, undefined> {
  const { connection } = context;
  const progress = followedUpTo(connection, 'payeesProgress');
  const upTo = progress ?? 0;
  const began = lastSequence(connection);
  const sums = new Map<string, Sum>();
  for (let after = 0; after < upTo; after += rowsAtOnce) {
    addPayments(connection, sums, after, Math.min(after + rowsAtOnce, upTo));
    yield { done, differences: [] };
  }
  const recorded = connection.all(
    `SELECT recordNumber, payeeRecords.environment, name, coalesce(formerPayees.payee, payeeRecords.payee) AS payee
     FROM payeeRecords ${withFormer}`,
  );
  for (const [index, row] of recorded.entries()) {
    const { names } = sumOf(sums, row);
    for (const name of recordedNames(connection, row)) names.set(name, names.get(name) ?? 0);
    if (index % rowsAtOnce === rowsAtOnce - 1) yield { done, differences: [] };
  }
  for (let after = 0; ;) {
    const rows = connection.all(
      'SELECT * FROM payees WHERE payeeNumber > +? ORDER BY payeeNumber LIMIT +?',
      after,
      rowsAtOnce,
    );
    const last = rows.at(-1);
    const through = last === undefined ? after : integerIn(last, 'payeeNumber');
    // Payees entered since the check began do not count as differences.
    const isSteady =
      followedUpTo(connection, 'payeesProgress') === progress && !hasRecordsAfter(connection, began);
    const names = isSteady ? namesWithin(connection, after, through) : new Map<number, Row[]>();
    const differences = isSteady
      ? rows.flatMap((row) => {
          const stored = names.get(integerIn(row, 'payeeNumber')) ?? [];
          return problemsOf(row, stored, sums.get(keyText(row)), describe);
        })
      : [];
    for (const row of rows) sums.delete(keyText(row));
    yield { done, differences };
    if (last === undefined || rows.length < rowsAtOnce) break;
    after = through;
  }
  yield {
    done,
    differences: Array.from(sums, () => ({ part: 'payees', difference: { code: 'payeeMissing' } })),
  };
}

/** How a payee and its stored names differ from what was paid and recorded. */
function problemsOf(
  row: Row,
  stored: readonly Row[],
  sum: Sum | undefined,
  describe: DescribePayee,
): DerivedStep['differences'][number][] {
  const payeeId = textIn(row, 'payeeId');
  const nameKeyOf = (accountName: string): string =>
    describe({ ...keyOf(row), accountName, accountNumber: '', emailAddress: '' }).nameKey;
  if (
    sum === undefined ||
    !isAs(row, sum) ||
    !hasNames(stored, sum, nameKeyOf) ||
    stored.some(({ environment }) => environment !== row['environment']) ||
    describe({ ...keyOf(row), accountName: '', accountNumber: '', emailAddress: '' }).payeeId !== payeeId
  )
    return [{ part: 'payees', difference: { code: 'payeeDiffers', payeeId } }];
  return stored.every(({ isSearchable }) => isSearchable === 1)
    ? []
    : [{ part: 'payees', difference: { code: 'payeeNotSearchable', payeeId } }];
}

function addPayments(connection: Connection, sums: Map<string, Sum>, after: number, through: number): void {
  const rows = connection.all(
    `SELECT events.at, environment, payee, amount, currencyCode, accountName
     FROM events CROSS JOIN paymentKeys ON paymentKeys.paymentId = events.entityId
       CROSS JOIN payments ON payments.paymentId = events.entityId
       CROSS JOIN profiles ON profiles.profileNumber = payments.profileNumber
     WHERE sequence > +? AND sequence <= +? AND entity = 'payment' AND toState = 'paid' AND fromState <> 'paid'
     ORDER BY sequence`,
    after,
    through,
  );
  for (const row of rows) {
    const sum = sumOf(sums, row);
    const name = textIn(row, 'accountName');
    const at = integerIn(row, 'at');
    sum.payments += 1;
    const [first = at, earliest = at] = sum.firstPaidAt;
    const [, latest = at] = sum.lastPaidAt;
    sum.firstPaidAt = [first, Math.min(earliest, at)];
    sum.lastPaidAt = [at, Math.max(latest, at)];
    sum.totals = withPayment(sum.totals, {
      amount: textIn(row, 'amount'),
      currencyCode: textIn(row, 'currencyCode'),
    });
    sum.names.set(name, (sum.names.get(name) ?? 0) + 1);
  }
}

/** The sum of this row's payee, created if missing. */
function sumOf(sums: Map<string, Sum>, row: Row): Sum {
  const sum = sums.get(keyText(row)) ?? {
    payments: 0,
    totals: [],
    names: new Map(),
    firstPaidAt: [],
    lastPaidAt: [],
  };
  sums.set(keyText(row), sum);
  return sum;
}

function hasRecordsAfter(connection: Connection, sequence: number): boolean {
  return (
    connection.get(`SELECT 1 FROM events WHERE sequence > +? AND entity = 'payee' LIMIT 1`, sequence) !==
    undefined
  );
}

function namesWithin(connection: Connection, after: number, through: number): Map<number, Row[]> {
  return byNumber(
    connection.all(
      // The index of the search has a row for each text in a table of its own.
      `SELECT payeeNumber, environment, nameKey, name, payments,
         EXISTS (SELECT 1 FROM payeeSearch_docsize WHERE id = nameNumber) AS isSearchable
       FROM payeeNames WHERE payeeNumber > +? AND payeeNumber <= +?`,
      after,
      through,
    ),
    'payeeNumber',
  );
}

/** Whether these are the names of a payee, each as often paid as its spellings together. */
function hasNames(stored: readonly Row[], { names }: Sum, nameKeyOf: (name: string) => string): boolean {
  const payments = new Map<string, number>();
  for (const [name, count] of names) {
    const nameKey = nameKeyOf(name);
    payments.set(nameKey, (payments.get(nameKey) ?? 0) + count);
  }
  return (
    stored.length === payments.size &&
    stored.every((row) => {
      const nameKey = textIn(row, 'nameKey');
      return (
        nameKeyOf(textIn(row, 'name')) === nameKey && integerIn(row, 'payments') === payments.get(nameKey)
      );
    })
  );
}

function keyText(row: Row): string {
  return `${textIn(row, 'environment')} ${textIn(row, 'payee')}`;
}

function isAs(row: Row, sum: Sum): boolean {
  return (
    integerIn(row, 'payments') === sum.payments &&
    JSON.stringify(totalsIn(row)) === JSON.stringify(sum.totals) &&
    isOneOf(sum.firstPaidAt, integerOrNullIn(row, 'firstPaidAt')) &&
    isOneOf(sum.lastPaidAt, integerOrNullIn(row, 'lastPaidAt')) &&
    isKeyOf(row)
  );
}

function isOneOf(times: readonly number[], at: number | null): boolean {
  return at === null ? times.length === 0 : times.includes(at);
}

/** Whether the account and the address of a payee, with which findings compare those of a draft, are those of its key. */
function isKeyOf(row: Row): boolean {
  const { payee } = keyOf(row);
  const [accountNumber, emailAddress] = [textIn(row, 'accountNumber'), textIn(row, 'emailAddress')];
  const key = payeeKeyOf({ accountNumber, emailAddress, accountName: '' });
  return isNameKey(key) ? isNameKey(payee) : key === payee;
}

function isNameKey(payee: string): boolean {
  return accountOfKey(payee) === null && emailOfKey(payee) === null;
}
