import Box from '@mui/material/Box';
import { shortTime, timeAgo, wholeTime } from './times.ts';

type WhenProps = {
  readonly at: string;
  /** Says how long ago it was, and the time on hover, in place of the other way round. */
  readonly isRelative?: boolean;
};

/** A moment in local time; the whole of it, and how long ago it was, on hover. */
export function When({ at, isRelative = false }: WhenProps) {
  return (
    <Box
      component="time"
      dateTime={at}
      title={`${wholeTime(at)} (${timeAgo(at)})`}
      sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
    >
      {isRelative ? timeAgo(at) : shortTime(at)}
    </Box>
  );
}
