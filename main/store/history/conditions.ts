import { codeKeyOf } from '../../../contract/same-code.ts';
import { asksWhenPaid } from '../../../contract/payments/history.ts';
import type { HistoryFilter } from '../../core/ports/index.ts';
import type { Value } from '../connection.ts';
import type { Context } from '../context.ts';
import { batchNumberOf, paymentIdsOf } from '../payments/payment-id.ts';
import { integerIn } from '../read-row.ts';
import { containsOne, searchedColumns, searchedFor } from './search-text.ts';
import type { Facet } from './facets.ts';
import { amountKeyOf } from './keys.ts';
import { memoryOf } from './memory.ts';

/** A filter in the form that the index uses. */
export type Conditions = {
  readonly facets: readonly Facet[];
  /** Whether no facet is left out that has payments in the range: facet by facet, several times as many entries would be read. */
  readonly isAnyFacet: boolean;
  /** How many payments these facets have. */
  readonly count: number;
  readonly first: number;
  readonly last: number;
  /** The largest number of payments between first and last; null: any number. */
  readonly mostInRange: number | null;
  /** For batches between first and last that were created at another time, because the clock was set back in between. */
  readonly isRightTime: ((paymentId: number) => boolean) | null;
  readonly leastAmount: string;
  readonly greatestAmount: string;
  readonly hasAmounts: boolean;
  /** The texts of which a payment contains one. */
  readonly search: readonly string[] | null;
  /** When the payment was paid: at or after the first, before the second. */
  readonly paid: { readonly from: number; readonly until: number } | null;
  readonly payee: HistoryFilter['payee'];
};

const beforeAllKeys = '';
const afterAllKeys = '\u{10ffff}';

export function conditionsOf(context: Context, filter: HistoryFilter): Conditions {
  const { facets: known } = memoryOf(context);
  const matches = facetTest(context, filter);
  const range = rangeOf(context, filter);
  const facets: Facet[] = [];
  let count = 0;
  let isAnyFacet = true;
  for (const facet of known.all()) {
    if (facet.count === 0) continue;
    if (!matches(facet)) isAnyFacet = false;
    else if (isInRange(context, facet, range)) {
      facets.push(facet);
      count += facet.count;
    }
  }
  const { amountFrom, amountUntil, search } = filter;
  return {
    facets,
    isAnyFacet,
    count,
    ...range,
    leastAmount: amountFrom === null ? beforeAllKeys : amountKeyOf(amountFrom),
    greatestAmount: amountUntil === null ? afterAllKeys : amountKeyOf(amountUntil),
    hasAmounts: amountFrom !== null || amountUntil !== null,
    search: search === null ? null : searchedFor(search),
    paid: paidRange(filter),
    payee: filter.payee,
  };
}

/** Whether any payment of the facet is in the range: walking a facet without one, in another order, would read all of it. */
function isInRange(
  { connection }: Context,
  { facetNumber }: Facet,
  { first, last, mostInRange }: Range,
): boolean {
  if (mostInRange === null) return true;
  const found = connection.get(
    `SELECT EXISTS (SELECT 1 FROM history INDEXED BY historyOfFacet
       WHERE facetNumber = +? AND paymentId BETWEEN +? AND +?) AS isThere`,
    facetNumber,
    first,
    last,
  );
  return found?.['isThere'] === 1;
}

/** Whether a filter names nothing but profile, state, currency and method. */
export function isOfFacets(filter: HistoryFilter): boolean {
  const { batchId, payee, fromMs, untilMs, amountFrom, amountUntil, search } = filter;
  return [batchId, payee, fromMs, untilMs, amountFrom, amountUntil, search].every((each) => each === null);
}

/** Tests whether the profile, state, currency and method of a facet match the filter. */
export function facetTest(
  { connection }: Context,
  { profileName, environment, states, currencyCodes, paymentMethodCodes, ...filter }: HistoryFilter,
): (facet: Omit<Facet, 'facetNumber' | 'count'>) => boolean {
  const profiles =
    profileName === null && environment === undefined
      ? null
      : new Set(
          connection
            .all(
              'SELECT profileNumber FROM profiles WHERE name = coalesce(?, name) AND environment = coalesce(?, environment)',
              profileName,
              environment ?? null,
            )
            .map((row) => integerIn(row, 'profileNumber')),
        );
  const meant = new Set(states);
  // A person who types a code need not know its case.
  const currencies = new Set(currencyCodes.map(codeKeyOf));
  const methods = new Set(paymentMethodCodes.map(codeKeyOf));
  return (facet) =>
    (profiles === null || profiles.has(facet.profileNumber)) &&
    (meant.size === 0 || meant.has(facet.state)) &&
    (filter.dateOf !== 'paid' || facet.state === 'paid') &&
    (currencies.size === 0 || currencies.has(codeKeyOf(facet.currencyCode))) &&
    (methods.size === 0 || methods.has(codeKeyOf(facet.paymentMethodCode)));
}

/** The payment times that the filter allows, as flows count them; null: any, or never paid. */
export function paidRange(filter: HistoryFilter): Conditions['paid'] {
  if (!asksWhenPaid(filter)) return null;
  return { from: filter.fromMs ?? 0, until: filter.untilMs ?? Number.MAX_SAFE_INTEGER };
}

type Range = Pick<Conditions, 'first' | 'last' | 'mostInRange' | 'isRightTime'>;
const nothing: Range = { first: 1, last: 0, mostInRange: 0, isRightTime: null };

/** The range of payment IDs of the batch, or of the batches created in time. */
export function rangeOf({ connection, batchCache }: Context, filter: HistoryFilter): Range {
  const { batchId } = filter;
  const isCreated = filter.dateOf === 'created';
  // The gateway's clock, which determines when a payment was paid, does not bound what Bursar created by its own clock.
  const fromMs = isCreated ? filter.fromMs : null;
  const untilMs = isCreated ? filter.untilMs : null;
  if (batchId === null && fromMs === null && untilMs === null)
    return { first: 0, last: Number.MAX_SAFE_INTEGER, mostInRange: null, isRightTime: null };
  const from = fromMs ?? Number.MIN_SAFE_INTEGER;
  const until = untilMs ?? Number.MAX_SAFE_INTEGER;
  const batchNumber = batchId === null ? null : batchCache.numberOf(batchId);
  if (batchId !== null && batchNumber === null) return nothing;
  const made = connection.get(
    `SELECT min(batchNumber) AS least, max(batchNumber) AS greatest FROM batches
     WHERE createdAt >= +? AND createdAt < +? ${batchNumber === null ? '' : 'AND batchNumber = +?'}`,
    from,
    until,
    ...(batchNumber === null ? [] : [batchNumber]),
  );
  if (made === undefined || made['least'] === null) return nothing;
  const [least, greatest] = [integerIn(made, 'least'), integerIn(made, 'greatest')];
  const between = connection.get(
    `SELECT coalesce(sum(rows), 0) AS rows, coalesce(sum(createdAt < ? OR createdAt >= ?), 0) AS others
     FROM batches WHERE batchNumber BETWEEN +? AND +?`,
    from,
    until,
    least,
    greatest,
  );
  const isMixed = between !== undefined && integerIn(between, 'others') > 0;
  const isRightTime = (paymentId: number): boolean => {
    const { createdAt } = batchCache.ofBatch(batchNumberOf(paymentId));
    return createdAt >= from && createdAt < until;
  };
  return {
    first: paymentIdsOf(least)[0],
    last: paymentIdsOf(greatest)[1],
    mostInRange: between === undefined ? 0 : integerIn(between, 'rows'),
    isRightTime: isMixed ? isRightTime : null,
  };
}

/** SQL for a payment of `history` that the flows count as paid between two moments. */
const isPaidIn = `EXISTS (SELECT 1 FROM flowPayments CROSS JOIN flows USING (flowNumber)
  WHERE flowPayments.paymentId = history.paymentId AND state = 'paid' AND at >= ? AND at < ?)`;
/** SQL for one to a payee in an environment. */
const isToPayee = `EXISTS (SELECT 1 FROM paymentKeys JOIN profiles USING (profileNumber)
  WHERE paymentKeys.paymentId = history.paymentId AND payee = ? AND environment = ?)`;

/** A candidate that matches. */
export type Fitting = {
  readonly paymentId: number;
  readonly amountKey: string;
  readonly nameKey: string;
};

/** The candidates that meet every condition, in order. */
export function fitting(
  { connection }: Context,
  conditions: Conditions,
  paymentIds: readonly number[],
): Fitting[] {
  if (paymentIds.length === 0) return [];
  const { facets, isAnyFacet, first, last, isRightTime, leastAmount, greatestAmount, search } = conditions;
  const { paid, payee } = conditions;
  const values: Value[] = [JSON.stringify(paymentIds), first, last, leastAmount, greatestAmount];
  const parts = [
    'history.paymentId BETWEEN +? AND +?',
    // A unary plus keeps SQLite from walking another index.
    '+amountKey BETWEEN ? AND ?',
  ];
  if (!isAnyFacet) {
    parts.push('+facetNumber IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(facets.map(({ facetNumber }) => facetNumber)));
  }
  if (paid !== null) {
    parts.push(isPaidIn);
    values.push(paid.from, paid.until);
  }
  if (payee !== null) {
    parts.push(isToPayee);
    values.push(payee.payee, payee.environment);
  }
  const rows = connection.all(
    `SELECT history.paymentId AS paymentId, amountKey, nameKey${search === null ? '' : `, ${searchedColumns}`}
     FROM json_each(?) AS candidates CROSS JOIN history ON history.paymentId = candidates.value
     ${search === null ? '' : 'CROSS JOIN payments ON payments.paymentId = history.paymentId'}
     WHERE ${parts.join(' AND ')}`,
    ...values,
  );
  // The columns of an index that Bursar wrote itself, read by the million: their types are those of the STRICT table.
  const found = rows as unknown as readonly (Fitting & Parameters<typeof containsOne>[0])[];
  return found.filter(
    (row) =>
      (isRightTime === null || isRightTime(row.paymentId)) && (search === null || containsOne(row, search)),
  );
}
