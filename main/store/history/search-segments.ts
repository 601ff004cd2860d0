import type { Context } from '../context.ts';
import { integerIn } from '../read-row.ts';
import { memoryOf } from './memory.ts';
import { matchOfParts, partsOf } from './search-text.ts';
import { tableOf, textsInASegment, type TextSegment } from './text-segments.ts';

/** A trigram that this many texts of a segment have is skipped, if enough others remain: reading all of its texts narrows little. */
const most = { texts: textsInASegment / 4, othersLeft: 2 };

/** The query for any of these texts, without very frequent trigrams; null if the index does not know one of the texts. */
export function matchOfAny(context: Context, texts: readonly string[]): string | null {
  const matches: string[] = [];
  for (const text of texts) {
    const parts = partsOf(text);
    if (parts === null) return null;
    const rare = parts.filter((part) => !isFrequent(context, part));
    matches.push(`(${matchOfParts(rare.length >= most.othersLeft ? rare : parts)})`);
  }
  return matches.join(' OR ');
}

/** Whether a quarter of the texts or more have this trigram, by the newest full segment. */
function isFrequent(context: Context, part: string): boolean {
  const segment = memoryOf(context)
    .segments.all()
    .findLast(({ rows }) => rows >= textsInASegment);
  if (segment === undefined) return false;
  const row = context.connection.get(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${tableOf(segment)} WHERE ${tableOf(segment)} MATCH ? LIMIT +?)`,
    matchOfParts([part]),
    most.texts,
  );
  return row !== undefined && integerIn(row, 'count') >= most.texts;
}

/** Payments that may contain a text, segment by segment, newest or oldest first. */
export function* textsWith(
  context: Context,
  match: string,
  { first, last, isNewest }: { first: number; last: number; isNewest: boolean },
): Generator<readonly number[], undefined> {
  const { segments } = memoryOf(context);
  const wanted = segments.all().filter(({ least, greatest }) => least <= last && greatest >= first);
  for (const together of runsOf(wanted, isNewest)) {
    const found: number[] = [];
    for (const segment of together) {
      // A segment is dropped with its last text.
      if (!segments.all().some(({ shelfNumber }) => shelfNumber === segment.shelfNumber)) continue;
      const rows = context.connection.all(
        `SELECT rowid AS paymentId FROM ${tableOf(segment)} WHERE ${tableOf(segment)} MATCH ?`,
        match,
      );
      for (const row of rows) {
        const paymentId = integerIn(row, 'paymentId');
        if (paymentId >= first && paymentId <= last) found.push(paymentId);
      }
      if (together.length > 1) yield [];
    }
    yield found.toSorted((left, right) => (isNewest ? right - left : left - right));
  }
}

/** Segments in order; overlapping ones, since two imports ended in another order than they began, form one run. */
function runsOf(segments: readonly TextSegment[], isNewest: boolean): TextSegment[][] {
  const runs: TextSegment[][] = [];
  let end = -1;
  for (const segment of segments.toSorted((left, right) => left.least - right.least)) {
    const run = runs.at(-1);
    if (run === undefined || segment.least > end) runs.push([segment]);
    else run.push(segment);
    end = Math.max(end, segment.greatest);
  }
  return isNewest ? runs.toReversed() : runs;
}
