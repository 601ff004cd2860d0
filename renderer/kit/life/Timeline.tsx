import Box from '@mui/material/Box';
import type { EventRecord } from '../../../contract/payments/payment.ts';
import { StateDot } from '../states/StateDot.tsx';
import { exactTime, timeAgo, wholeTime } from '../times.ts';
import { indentedJson } from './exact-json.ts';

type TimelineProps = {
  readonly events: readonly EventRecord[];
  readonly createdAt: string;
  /** The label of its creation. */
  readonly beginning?: string;
};

/** Every change of state with its cause, newest first. */
export function Timeline({ events, createdAt, beginning = 'Prepared as a draft' }: TimelineProps) {
  return (
    <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, fontSize: 13 }}>
      {events.toReversed().map((event) => (
        <Entry key={event.sequence} event={event} />
      ))}
      <Line at={createdAt}>
        <Box sx={{ color: 'text.secondary' }}>{beginning}</Box>
      </Line>
    </Box>
  );
}

function Entry({ event }: { readonly event: EventRecord }) {
  const { at, to, cause, reason, detail } = event;
  // The detail of a sent request is a hash, which nobody reads.
  const isReadable = detail !== null && detail !== '' && reason.code !== 'sent';
  return (
    <Line at={at}>
      {to === null ? null : <StateDot state={to} />}
      <Box sx={{ color: 'text.secondary' }}>{cause}</Box>
      {isReadable ? (
        <Box component="details" sx={{ marginTop: 0.5 }}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
            Details
          </Box>
          <Box
            component="pre"
            sx={{
              typography: 'mono',
              fontSize: 12,
              margin: '4px 0 0',
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
            }}
          >
            {indentedJson(detail)}
          </Box>
        </Box>
      ) : null}
    </Line>
  );
}

function Line({ at, children }: { readonly at: string; readonly children: React.ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '104px minmax(0, 1fr)',
        columnGap: 2,
        paddingBottom: 1.5,
      }}
    >
      <Box sx={{ color: 'text.secondary' }}>
        <time dateTime={at} title={`${wholeTime(at)} (${timeAgo(at)})`}>
          {exactTime(at)}
        </time>
      </Box>
      <div>{children}</div>
    </Box>
  );
}
