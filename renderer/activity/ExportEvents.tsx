import type { AuditFilter } from '../../contract/audit.ts';
import { counted } from '../../contract/text/numbers.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { dayText } from '../payouts/days.ts';
import { exportEvents } from '../queries/activity.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Any number of events; opens everywhere' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Up to 1,048,575 events' },
] as const;

/** Writes what the filter finds in the log to a file, the newest first. */
export function ExportEvents({ filter }: { readonly filter: AuditFilter }) {
  return (
    <FileMenu
      formats={formats}
      label="Writing the events"
      progressId="export"
      write={async (format, signal) => {
        const { bytes, rows } = await exportEvents(filter, format, signal);
        const name = `events-${dayText(new Date())}.${format}`;
        return { name, bytes, text: `${counted(rows, 'event')} exported.` };
      }}
    />
  );
}
