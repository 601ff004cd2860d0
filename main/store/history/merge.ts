import type { PayoutOrder } from '../../../contract/payments/history.ts';
import type { HistoryEntry, HistoryQuery } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import type { Conditions } from './conditions.ts';
import { comparePlaces, FacetStream } from './facet-stream.ts';
import { memoryOf } from './memory.ts';

/** Bounds of one piece: reads of an index after the first of each stream, and positions returned. */
const readsAtOnce = 250;
const placesAtOnce = 2000;

type Walk = Pick<HistoryQuery, 'order' | 'after' | 'expected'>;

/**
 * The payments of several facets in order, merged from one stream each. If the index changed between two pieces, the streams
 * start again after the last position, so that none is left out or returned twice, and new facets are included.
 */
export function* mergeFacets(
  context: Context,
  conditionsNow: () => Conditions,
  { order, after, expected }: Walk,
): Generator<readonly HistoryEntry[], undefined> {
  let last = after;
  for (;;) {
    const { version } = memoryOf(context);
    const isStale = (): boolean => memoryOf(context).version !== version;
    const heads = new Heads<FacetStream>(order);
    const piece: HistoryEntry[] = [];
    let reads = 0;
    for (const stream of streamsOf(context, conditionsNow(), { order, after: last, expected }))
      heads.add(stream);
    while (!isStale()) {
      const stream = heads.takeFirst();
      const entry = stream?.head();
      if (stream === undefined || entry === undefined) {
        yield piece;
        return;
      }
      stream.take();
      piece.push(entry);
      last = entry;
      if (stream.isEmpty()) reads += 1;
      heads.add(stream);
      if (reads >= readsAtOnce || piece.length >= placesAtOnce || piece.length === expected) {
        reads = 0;
        yield piece.splice(0);
      }
    }
    if (piece.length > 0) yield piece;
  }
}

function streamsOf(
  context: Context,
  conditions: Conditions,
  { order, after, expected }: Walk,
): Iterable<FacetStream> {
  const bounds = conditions;
  if (conditions.isAnyFacet && (order === 'newest' || order === 'oldest'))
    return [new FacetStream(context, null, order, { bounds, after, atOnce: expected })];
  const atOnce = Math.ceil((2 * expected) / Math.max(1, conditions.facets.length));
  return conditions.facets.map(
    ({ facetNumber }) => new FacetStream(context, facetNumber, order, { bounds, after, atOnce }),
  );
}

/** Merges lists of positions, each in order, in pieces. Sorting all of them in one piece would take too long. */
export function* mergeLists(
  order: PayoutOrder,
  lists: readonly (readonly HistoryEntry[])[],
  atOnce: number,
): Generator<readonly HistoryEntry[], undefined> {
  const heads = new Heads<ListStream>(order);
  for (const list of lists) heads.add(new ListStream(list));
  const piece: HistoryEntry[] = [];
  for (;;) {
    const stream = heads.takeFirst();
    const entry = stream?.head();
    if (stream === undefined || entry === undefined) {
      yield piece;
      return;
    }
    stream.take();
    heads.add(stream);
    piece.push(entry);
    if (piece.length === atOnce) yield piece.splice(0);
  }
}

class ListStream {
  readonly #list: readonly HistoryEntry[];
  #index = 0;

  constructor(list: readonly HistoryEntry[]) {
    this.#list = list;
  }

  head(): HistoryEntry | undefined {
    return this.#list[this.#index];
  }

  take(): void {
    this.#index += 1;
  }
}

/** Streams sorted by their heads. */
class Heads<Stream extends Pick<FacetStream, 'head' | 'take'>> {
  readonly #order: PayoutOrder;
  /** The last one comes first. */
  readonly #streams: Stream[] = [];

  constructor(order: PayoutOrder) {
    this.#order = order;
  }

  add(stream: Stream): void {
    const head = stream.head();
    if (head === undefined) return;
    let low = 0;
    let high = this.#streams.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#streams[middle]?.head();
      if (other !== undefined && comparePlaces(this.#order, other, head) > 0) low = middle + 1;
      else high = middle;
    }
    this.#streams.splice(low, 0, stream);
  }

  takeFirst(): Stream | undefined {
    return this.#streams.pop();
  }
}
