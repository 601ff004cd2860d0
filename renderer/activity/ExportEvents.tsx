import type { AuditFilter } from '../../contract/audit.ts';
import { largestXlsxRows } from '../../contract/text/export-columns.ts';
import { counted, countText } from '../../contract/text/numbers.ts';
import { evidenceFormat, writeEvidence } from '../evidence/evidence-file.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { dayText } from '../../contract/text/clock.ts';
import { exportEvents } from '../queries/activity.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Any number of events; opens everywhere' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: `Up to ${countText(largestXlsxRows)} events` },
] as const;

/** Evidence covers all payouts created in a period, regardless of the other filters. */
const evidence = { ...evidenceFormat, about: 'All payouts created in these days, for an auditor to verify' };
const noEvidence = { ...evidenceFormat, about: 'Choose From and To first', isDisabled: true };

/** Saves the filtered events to a file, newest first; or evidence of the filtered days. */
export function ExportEvents({ filter }: { readonly filter: AuditFilter }) {
  const { from, until } = filter;
  const isPeriod = from !== null && until !== null;
  return (
    <FileMenu
      formats={[...formats, isPeriod ? evidence : noEvidence]}
      label="Writing the events"
      write={async (format, signal) => {
        if (format === 'evidence')
          return writeEvidence({ kind: 'period', from: from ?? '', until: until ?? '' }, signal);
        const { bytes, rows } = await exportEvents(filter, format, signal);
        const name = `events-${dayText(new Date())}.${format}`;
        return { name, bytes, text: `${counted(rows, 'event')} exported.` };
      }}
    />
  );
}
