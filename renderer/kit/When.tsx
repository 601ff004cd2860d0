import type { MouseEvent } from 'react';
import { shortTime, timeAgo, wholeTime } from './times.ts';
import { useClock } from './useClock.ts';

type WhenProps = {
  readonly at: string;
  /** Shows how long ago it was, and the time on hover, instead of the reverse. */
  readonly isRelative?: boolean;
};

/** A moment in local time, which stays true while it is shown: `14:02` is of today. The full time, and how long ago it was, on hover. Formatted only then, because that takes milliseconds. */
export function When({ at, isRelative = false }: WhenProps) {
  useClock(isRelative ? 'minute' : 'day');
  const tell = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.title = `${wholeTime(at)} (${timeAgo(at)})`;
  };
  return (
    <time className="when" dateTime={at} onMouseEnter={tell}>
      {isRelative ? timeAgo(at) : shortTime(at)}
    </time>
  );
}
