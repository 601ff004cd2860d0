import type { KnownCode } from '../../../contract/reference.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { isoTime } from '../payments/convert.ts';
import type { CodeItem } from '../ports/index.ts';
import { compareText } from '../../../contract/same-code.ts';

/** Longer names are shortened. Characters. */
export const longestName = 200;
/**
 * The most codes stored per list; those that the gateway no longer lists are dropped first. As many as are read from an answer: a list of banks
 * may have thousands.
 */
export const mostCodes = 20_000;

/**
 * A code list after the gateway answered at `at` (milliseconds since 1970), ordered by code. A code is new if it was not in
 * the previous answer, and none is new in the very first answer (`before` null). A code that is no longer listed stays, marked as gone.
 */
export function mergeCodes(
  before: readonly KnownCode[] | null,
  received: readonly CodeItem[],
  at: number,
): KnownCode[] {
  const firstSeenAt = isoTime(at);
  const known = new Map((before ?? []).map((code) => [code.code, code]));
  const listed = new Map<string, KnownCode>();
  for (const { code, name } of received) {
    if (listed.has(code) || listed.size >= mostCodes) continue;
    const earlier = known.get(code);
    listed.set(code, {
      code,
      name: shownName(name),
      firstSeenAt: earlier?.firstSeenAt ?? firstSeenAt,
      isNew: before !== null && (earlier === undefined || earlier.isGone),
      isGone: false,
    });
  }
  const gone = [...known.values()]
    .filter(({ code }) => !listed.has(code))
    .map((code) => ({ ...code, isNew: false, isGone: true }))
    .slice(0, mostCodes - listed.size);
  return [...listed.values(), ...gone].toSorted((left, right) => compareText(left.code, right.code));
}

/** The gateway's name for a code, a method or the merchant, on one line and in reading order. */
export function shownName(name: string | null): string | null {
  return name === null ? null : oneLine(name, longestName);
}
