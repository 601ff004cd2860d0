import type { DerivedPart } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { integerIn, integerOrNullIn, textIn, type Row } from '../read-row.ts';
import { textOf } from './index-history.ts';
import { amountKeyOf, nameKeyOf } from './keys.ts';
import type { HistoryMemory } from './memory.ts';

/** How a payout differs from its entry in the index; the row has both. */
export function indexProblems(
  { facets, segments }: HistoryMemory,
  row: Row,
): { part: DerivedPart; difference: string }[] {
  const name = `Payout ${textIn(row, 'idPayment')}`;
  const facetNumber = integerOrNullIn(row, 'facetNumber');
  if (facetNumber === null)
    return [{ part: 'history', difference: `${name} is missing from the history index.` }];
  const facet = facets.ofNumber(facetNumber);
  const isInPlace =
    facet !== undefined &&
    facet.profileNumber === row['profileNumber'] &&
    facet.state === row['state'] &&
    facet.currencyCode === row['currencyCode'] &&
    facet.paymentMethodCode === row['paymentMethodCode'] &&
    row['amountKey'] === amountKeyOf(textIn(row, 'amount')) &&
    row['nameKey'] === nameKeyOf(textIn(row, 'accountName'));
  return [
    ...(isInPlace
      ? []
      : [{ part: 'history' as const, difference: `${name} is in the wrong place of the history index.` }]),
    ...(segments.has(integerIn(row, 'paymentId'), textOf(row))
      ? []
      : [{ part: 'search' as const, difference: `${name} is not found by a search.` }]),
  ];
}

/** How many payments of a facet the index has; some 20 ms for a million. */
export function countOfFacet({ connection }: Context, facetNumber: number): number {
  const row = connection.get(
    'SELECT count(*) AS count FROM history INDEXED BY historyOfFacet WHERE facetNumber = +?',
    facetNumber,
  );
  return row === undefined ? 0 : integerIn(row, 'count');
}
