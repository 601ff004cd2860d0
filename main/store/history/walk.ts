import type { PayoutOrder } from '../../../contract/payments/history.ts';
import type { HistoryEntry, HistoryQuery } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { StoreError } from '../store-error.ts';
import { conditionsOf, fitting, type Conditions, type Fitting } from './conditions.ts';
import { fewCandidates } from './few-candidates.ts';
import { comparePlaces } from './facet-stream.ts';
import { memoryOf } from './memory.ts';
import { mergeFacets, mergeLists } from './merge.ts';
import { scanAll } from './scan.ts';
import { matchOfAny, textsWith } from './search-segments.ts';
import { textsInASegment } from './text-segments.ts';
import { mostInTopOfRange, topOfRange } from './top-of-range.ts';

type Entries = Generator<readonly HistoryEntry[], undefined>;
type Candidates = Generator<readonly number[], undefined>;

/** Up to this many candidates are all read and sorted, in any order: a tenth of the history, within these bounds. */
const gathered = { share: 10, least: 200, most: 4000 };
/**
 * Comparing a payment takes this many times as long as skipping one that has the text but does not match. So if the matching share of
 * all payments is smaller than that share of those with the text, the matching ones are compared.
 */
const comparing = 16;
/**
 * Payments with a text are all read and sorted up to the square root of this number times all payments; above that, one of
 * those that come first soon has it.
 */
const sortedTexts = 1500;
/** Candidates that one piece reads. */
const lookedAtOnce = 400;

/** See HistoryStore. */
export function walkHistory(context: Context, query: HistoryQuery): Entries {
  return query.isIndexed ? unlessRebuilt(context, walkIndex(context, query)) : scanAll(context, query);
}

/** An index that is being cleared is incomplete, so the walk ends with an error. */
function* unlessRebuilt(context: Context, walk: Entries): Entries {
  const { rebuilds } = memoryOf(context);
  for (;;) {
    const step = walk.next();
    if (memoryOf(context).rebuilds !== rebuilds)
      throw new StoreError(
        'stopped',
        'Reading the history stopped, since its index is being rebuilt. Try again in a moment.',
      );
    if (step.done === true) return;
    yield step.value;
  }
}

/**
 * Chooses the plan: if any one condition leaves few payments, those are read and sorted; if text is searched in order of
 * time, the text index is followed; else the facets, each of them in the order of the query.
 */
function* walkIndex(context: Context, query: HistoryQuery): Entries {
  const { filter, order, after, expected } = query;
  const conditionsNow = rememberedConditions(context, filter);
  const conditions = conditionsNow();
  const { count, first, last, mostInRange, search, hasAmounts } = conditions;
  if (count === 0 || first > last) return;
  const isByTime = order === 'newest' || order === 'oldest';
  const match = search === null ? null : matchOfAny(context, search);
  const few = fewCandidates(context, conditions);
  if (few !== null) return yield* sorted(context, query, conditionsNow, few);
  const isAmountOrder = order === 'amountDown' || order === 'amountUp';
  const isInOrder =
    search === null &&
    conditions.isRightTime === null &&
    (isAmountOrder || !hasAmounts) &&
    (isByTime || mostInRange === null);
  if (isInOrder) return yield* mergeFacets(context, conditionsNow, { order, after, expected });
  if (
    order !== 'newest' &&
    order !== 'oldest' &&
    search === null &&
    conditions.isRightTime === null &&
    mostInRange !== null &&
    mostInRange <= mostInTopOfRange
  )
    return yield* topOfRange(context, conditionsNow, { order, after, expected });

  const mostGathered = mostToGather(context);
  const byTime = { order: 'newest', after: null, expected: mostGathered } as const;
  const inRange = (): Entries => mergeFacets(context, conditionsNow, byTime);
  if (count <= mostGathered || (mostInRange !== null && mostInRange <= mostGathered))
    return yield* sorted(context, query, conditionsNow, idsOf(inRange()));
  if (hasAmounts) {
    const found = yield* fewOf(
      mostGathered,
      idsOf(mergeFacets(context, conditionsNow, { ...byTime, order: 'amountUp' })),
    );
    if (found !== null) return yield* sorted(context, query, conditionsNow, once(found));
  }
  if (match !== null) {
    const found = (start: number, end: number): Candidates =>
      textsWith(context, match, { first: start, last: end, isNewest: order !== 'oldest' });
    if (isByTime) {
      const start = order === 'oldest' && after !== null ? Math.max(first, after.paymentId + 1) : first;
      const end = order === 'newest' && after !== null ? Math.min(last, after.paymentId - 1) : last;
      if (!isCommonAmong(context, match, count))
        return yield* looked(context, query, conditionsNow, found(start, end));
      const meant = mergeFacets(context, conditionsNow, { order, after, expected: lookedAtOnce });
      return yield* looked(context, query, conditionsNow, idsOf(meant));
    }
    const mostTexts = Math.max(mostGathered, Math.sqrt(sortedTexts * countOfAll(context)));
    const gatheredTexts = yield* fewOf(mostTexts, found(first, last));
    if (gatheredTexts !== null) return yield* sorted(context, query, conditionsNow, once(gatheredTexts));
  }
  const candidates = idsOf(mergeFacets(context, conditionsNow, { order, after, expected: lookedAtOnce }));
  return yield* looked(context, query, conditionsNow, candidates);
}

/** Whether so much of the history has the text, by the newest segment, that comparing this many payments costs less than following the text. */
function isCommonAmong(context: Context, match: string, payments: number): boolean {
  const share = payments / countOfAll(context);
  if (share * comparing >= 1) return false;
  const newest = textsWith(context, match, {
    first: 0,
    last: Number.MAX_SAFE_INTEGER,
    isNewest: true,
  }).next();
  return newest.done !== true && share * comparing < newest.value.length / textsInASegment;
}

function mostToGather(context: Context): number {
  return Math.min(gathered.most, Math.max(gathered.least, Math.ceil(countOfAll(context) / gathered.share)));
}

function countOfAll(context: Context): number {
  let count = 0;
  for (const facet of memoryOf(context).facets.all()) count += facet.count;
  return count;
}

/** Reads the conditions again when the index changed, since facets may be new. */
function rememberedConditions(context: Context, filter: HistoryQuery['filter']): () => Conditions {
  let version = -1;
  let conditions: Conditions | null = null;
  return () => {
    const { version: present } = memoryOf(context);
    if (conditions === null || version !== present) conditions = conditionsOf(context, filter);
    version = present;
    return conditions;
  };
}

/** Reads candidates that come in order, and yields those that match. */
function* looked(
  context: Context,
  { order }: HistoryQuery,
  conditionsNow: () => Conditions,
  candidates: Candidates,
): Entries {
  for (const some of candidates) {
    for (let start = 0; start < some.length; start += lookedAtOnce) {
      const ids = some.slice(start, start + lookedAtOnce);
      const found = fitting(context, conditionsNow(), ids);
      yield found.map((fit) => placeOf(order, fit));
    }
    if (some.length === 0) yield [];
  }
}

/** Reads all candidates, sorts those that match, and yields those after the start position. Texts are compared last, in order. */
function* sorted(
  context: Context,
  query: HistoryQuery,
  conditionsNow: () => Conditions,
  candidates: Candidates,
): Entries {
  const { order, after } = query;
  const { search } = conditionsNow();
  const compare = (left: HistoryEntry, right: HistoryEntry): number => comparePlaces(order, left, right);
  const lists: HistoryEntry[][] = [];
  const anyText = (): Conditions => ({ ...conditionsNow(), search: null });
  for (const piece of looked(context, query, anyText, candidates)) {
    const rest = after === null ? piece : piece.filter((place) => compare(place, after) > 0);
    if (rest.length > 0) lists.push(rest.toSorted(compare));
    yield [];
  }
  const inOrder = mergeLists(order, lists, lookedAtOnce);
  return yield* search === null ? inOrder : looked(context, query, conditionsNow, idsOf(inOrder));
}

/** All candidates, or null as soon as there are too many. */
function* fewOf(
  most: number,
  candidates: Candidates,
): Generator<readonly HistoryEntry[], readonly number[] | null> {
  const few: number[] = [];
  for (const some of candidates) {
    few.push(...some);
    if (few.length > most) return null;
    yield [];
  }
  return few;
}

function* once(paymentIds: readonly number[]): Candidates {
  yield paymentIds;
}

function* idsOf(entries: Entries): Candidates {
  for (const piece of entries) yield piece.map(({ paymentId }) => paymentId);
}

function placeOf(order: PayoutOrder, { paymentId, amountKey, nameKey }: Fitting): HistoryEntry {
  switch (order) {
    case 'newest':
    case 'oldest':
      return { key: '', paymentId };
    case 'amountDown':
    case 'amountUp':
      return { key: amountKey, paymentId };
    case 'name':
      return { key: nameKey, paymentId };
  }
}
