import type { PayoutOrder } from '../../../contract/payments/history.ts';
import type { HistoryEntry, HistoryQuery } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { StoreError } from '../store-error.ts';
import { conditionsOf, fitting, type Conditions, type Fitting } from './conditions.ts';
import { fewCandidates } from './few-candidates.ts';
import { comparePlaces } from './facet-stream.ts';
import { memoryOf } from './memory.ts';
import { mergeFacets } from './merge.ts';
import { scanAll } from './scan.ts';
import { matchOfAny } from './search-text.ts';
import { textsWith } from './search-segments.ts';
import { mostInTopOfRange, topOfRange } from './top-of-range.ts';

type Entries = Generator<readonly HistoryEntry[], undefined>;
type Candidates = Generator<readonly number[], undefined>;

/** Up to this many candidates are all read and sorted, whatever the order: a tenth of the history, within these bounds. */
const gathered = { share: 10, least: 200, most: 4000 };
/**
 * A text that this many of the newest payments have (of the twenty thousand that are searched at once) is common. Where the filter
 * leaves no more payments than this, comparing each of them is faster than reading all that have the text.
 */
const common = { texts: 400, payments: 20_000 };
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
 * Chooses the plan: where any one condition leaves few payments, those are read and sorted; where text is searched in order of
 * time, the text index is followed; else the facets, each of them in the order of the query.
 */
function* walkIndex(context: Context, query: HistoryQuery): Entries {
  const { filter, order, after, expected } = query;
  const conditionsNow = rememberedConditions(context, filter);
  const conditions = conditionsNow();
  const { count, first, last, mostInRange, search, hasAmounts } = conditions;
  if (count === 0 || first > last) return;
  const isByTime = order === 'newest' || order === 'oldest';
  const match = search === null ? null : matchOfAny(search);
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
      const texts = found(start, end);
      const newest = count <= common.payments ? texts.next() : null;
      if (newest === null) return yield* looked(context, query, conditionsNow, texts);
      if (newest.done === true) return;
      if (newest.value.length < common.texts)
        return yield* looked(context, query, conditionsNow, begunWith(newest.value, texts));
      const meant = mergeFacets(context, conditionsNow, { order, after, expected: lookedAtOnce });
      return yield* looked(context, query, conditionsNow, idsOf(meant));
    }
    const gatheredTexts = yield* fewOf(mostGathered, found(first, last));
    if (gatheredTexts !== null) return yield* sorted(context, query, conditionsNow, once(gatheredTexts));
  }
  const candidates = idsOf(mergeFacets(context, conditionsNow, { order, after, expected: lookedAtOnce }));
  return yield* looked(context, query, conditionsNow, candidates);
}

function mostToGather(context: Context): number {
  let count = 0;
  for (const facet of memoryOf(context).facets.all()) count += facet.count;
  return Math.min(gathered.most, Math.max(gathered.least, Math.ceil(count / gathered.share)));
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

/** Reads all candidates, sorts those that match, and yields those after the place where the walk begins. */
function* sorted(
  context: Context,
  query: HistoryQuery,
  conditionsNow: () => Conditions,
  candidates: Candidates,
): Entries {
  const { order, after } = query;
  const places: HistoryEntry[] = [];
  for (const piece of looked(context, query, conditionsNow, candidates)) {
    for (const place of piece)
      if (after === null || comparePlaces(order, place, after) > 0) places.push(place);
    yield [];
  }
  yield places.toSorted((left, right) => comparePlaces(order, left, right));
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

function* begunWith(first: readonly number[], rest: Candidates): Candidates {
  yield first;
  yield* rest;
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
