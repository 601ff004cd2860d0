import type { HttpAnswer } from './transport.ts';

const longestPauseMs = 60_000;
const firstPauseMs = 1000;

/**
 * Milliseconds that a 429 asks to wait (interface: Limits): its Retry-After in seconds or as a date, at most a
 * minute; null if there is none that can be parsed or is in the future.
 */
export function retryAfterMs(headers: HttpAnswer['headers'], nowMs: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : untilDate(text, headers['date'], nowMs);
  return waitMs === null || waitMs <= 0 ? null : Math.min(waitMs, longestPauseMs);
}

function untilDate(text: string, answeredAt: string | undefined, nowMs: number): number | null {
  const until = parseHttpDate(text);
  if (until === null) return null;
  // The gateway's own clock tells best how far away the gateway's date is.
  return until - (parseHttpDate(answeredAt) ?? nowMs);
}

/** The pause after the n-th consecutive 429 without a time: a second, which is the gateway's window, then half as much again, up to a minute. */
export function defaultPauseMs(repetition: number): number {
  return Math.min(Math.round(firstPauseMs * 1.5 ** Math.max(repetition - 1, 0)), longestPauseMs);
}

const endsWithYear = / \d{4}$/;

/** Milliseconds since 1970 of an HTTP date; null if it is invalid. The form of `asctime` (RFC 9110, 5.6.7) names no zone, and `Date` would take that of this computer. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? .{10,40}$/.test(text)) return null;
  const milliseconds = Date.parse(endsWithYear.test(text) ? `${text} GMT` : text);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
