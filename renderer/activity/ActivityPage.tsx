import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AuditEvent, AuditFilter } from '../../contract/audit.ts';
import { payeeEventsText } from '../../contract/text/activity/payee-events.ts';
import { entityLabel } from '../../contract/text/activity/event-words.ts';
import { countText } from '../../contract/text/numbers.ts';
import { VerifyEvidence } from '../evidence/VerifyEvidence.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { dayOrderFault } from '../kit/fields/DayField.tsx';
import { Empty, NoMatch } from '../kit/messages/Empty.tsx';
import { countColumn, timeColumn } from '../kit/table/columns.tsx';
import { PagedTable } from '../kit/table/PagedTable.tsx';
import type { Column } from '../kit/table/table.ts';
import { useAddressView, type ChangeView } from '../kit/useAddressView.ts';
import { useActivity, useAuditStatus, useVerify, exportEvents } from '../queries/activity.ts';
import { useHost } from '../queries/host.ts';
import { EnterName } from '../settings/you/GiveName.tsx';
import { ActivityFilters } from './ActivityFilters.tsx';
import {
  everything,
  filterOf,
  isNarrowed,
  readView,
  writeView,
  type ActivityView,
} from './activity-filter.ts';
import { eventLink, subjectText } from './activity-labels.ts';
import { AuditState, VerifiedLine } from './AuditHeader.tsx';
import { evidenceFormat, writeEvidence } from '../evidence/evidence-file.ts';
import { ListExport } from '../kit/FileMenu.tsx';

/** The audit log: every event in words, who did it, and whether the log was verified. The filter is in the address. */
export function ActivityPage() {
  const [view, change] = useAddressView(readView, writeView);
  const filter = useMemo(() => filterOf(view), [view]);
  const verify = useVerify();
  const show: ChangeView<ActivityView> = (next) => change(next, true);
  return (
    <Page
      title="Activity"
      about={<VerifiedLine />}
      isFilling
      actions={
        <>
          <Button variant="outlined" color="inherit" disabled={verify.isPending} onClick={verify.run}>
            Verify audit log
          </Button>
          <VerifyEvidence />
          <ExportEvents filter={filter} />
        </>
      }
    >
      <AuditState verify={verify} />
      <EnterName />
      <EventList view={view} onShow={show} />
    </Page>
  );
}

type EventListProps = { readonly view: ActivityView; readonly onShow: ChangeView<ActivityView> };

function EventList({ view, onShow }: EventListProps) {
  const onClear = () => onShow(() => everything);
  const filter = useMemo(() => filterOf(view), [view]);
  const list = useActivity(filter);
  const status = useAuditStatus();
  const head = status.data?.events;
  const isInBrowser = useHost().data?.servesLive === false;
  // The end of the log when the list was read, and not that of an earlier visit: the list may leave out its last events.
  const [readTo, setReadTo] = useState<number>();
  if (readTo === undefined && head !== undefined && !status.isFetching) setReadTo(head);
  const navigate = useNavigate();
  const open = (event: AuditEvent) => {
    const place = eventLink(event);
    if (place !== null) void navigate(place);
  };
  const newer =
    isNarrowed(view) || readTo === undefined
      ? 0
      : (head ?? 0) - Math.max(list.rows[0]?.sequence ?? 0, readTo);
  const readAgain = () => {
    setReadTo(head);
    list.again();
  };
  return (
    <>
      <ActivityFilters view={view} onShow={onShow}>
        {newer > 0 ? (
          <Button size="small" color="inherit" variant="outlined" onClick={readAgain}>
            {`Show ${countText(newer)} newer`}
          </Button>
        ) : null}
      </ActivityFilters>
      {isInBrowser ? (
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>
          In a browser, this list leaves out events of approvers, policies and live profiles. The desktop app
          and bursar audit list show all of them.
        </Typography>
      ) : null}
      {view.payeeId === null ? null : (
        <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{payeeEventsText}</Typography>
      )}
      <PagedTable<AuditEvent>
        list={list}
        label="Events"
        columns={columns}
        rowKey={({ sequence }) => String(sequence)}
        onOpen={open}
        empty={
          isNarrowed(view) ? (
            <NoMatch
              title="No event matches"
              text={
                dayOrderFault(view.from, view.to) ??
                (isInBrowser
                  ? 'No event that is listed in a browser matches these filters.'
                  : 'No event in the audit log matches these filters.')
              }
              onClear={onClear}
            />
          ) : (
            <Empty
              title="No events yet"
              text="Every change that Bursar records appears here: connect a merchant or prepare a batch, and it is listed with who did it."
            />
          )
        }
      />
    </>
  );
}

const columns: readonly Column<AuditEvent>[] = [
  countColumn({ key: 'sequence', title: 'Event', width: 64 }, ({ sequence }) => sequence),
  timeColumn({ key: 'at', title: 'Time', width: 104 }, ({ at }) => at),
  {
    key: 'person',
    title: 'Person',
    width: 130,
    render: ({ actor, person }) =>
      person === null ? null : <span title={person}>{actor?.name ?? person}</span>,
  },
  { key: 'about', title: 'About', width: 84, isExtra: true, render: ({ entity }) => entityLabel(entity) },
  {
    key: 'subject',
    title: 'Which',
    width: 170,
    render: (event) => <span title={event.subject}>{subjectText(event)}</span>,
  },
  {
    key: 'cause',
    title: 'What happened',
    width: 290,
    render: ({ cause, detail }) => (
      <span title={detail === null ? cause : `${cause}. ${detail}`}>
        {cause}
        {detail === null ? null : (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · {detail}
          </Box>
        )}
      </span>
    ),
  },
];

/** Saves the filtered events to a file, newest first; or evidence of all payouts created in the filtered days, regardless of the other filters. */
function ExportEvents({ filter }: { readonly filter: AuditFilter }) {
  const { from, until } = filter;
  const isPeriod = from !== null && until !== null;
  return (
    <ListExport
      noun="event"
      write={(format, signal) => exportEvents(filter, format, signal)}
      more={{
        ...evidenceFormat,
        isDisabled: !isPeriod,
        about: isPeriod
          ? 'All payouts created in these days, for an auditor to verify'
          : 'Choose From and To first',
        write: (signal) => writeEvidence({ kind: 'period', from: from ?? '', until: until ?? '' }, signal),
      }}
    />
  );
}
