import type { AuditFilter } from '../../contract/audit.ts';
import { evidenceFormat, writeEvidence } from '../evidence/evidence-file.ts';
import { ListExport } from '../kit/FileMenu.tsx';
import { exportEvents } from '../queries/activity.ts';

/** Saves the filtered events to a file, newest first; or evidence of all payouts created in the filtered days, regardless of the other filters. */
export function ExportEvents({ filter }: { readonly filter: AuditFilter }) {
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
