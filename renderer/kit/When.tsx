import type { MouseEvent } from 'react';
import { shortTime, timeAgo, wholeTime } from './times.ts';

type WhenProps = {
  readonly at: string;
  /** Says how long ago it was, and the time on hover, in place of the other way round. */
  readonly isRelative?: boolean;
};

/** A moment in local time; the whole of it, and how long ago it was, on hover. It is put into words then: that takes some milliseconds. */
export function When({ at, isRelative = false }: WhenProps) {
  const tell = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.title = `${wholeTime(at)} (${timeAgo(at)})`;
  };
  return (
    <time className="when" dateTime={at} onMouseEnter={tell}>
      {isRelative ? timeAgo(at) : shortTime(at)}
    </time>
  );
}
