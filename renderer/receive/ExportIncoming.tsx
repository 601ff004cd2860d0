import { largestXlsxRows } from '../../contract/text/export-columns.ts';
import { counted, countText } from '../../contract/text/numbers.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { dayText } from '../../contract/text/clock.ts';
import { exportIncoming } from '../queries/incoming.ts';
import type { ReceiveFilter } from './filter.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Any number of payments; opens everywhere' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: `Up to ${countText(largestXlsxRows)} payments` },
] as const;

type ExportIncomingProps = { readonly filter: ReceiveFilter; readonly profileName: string };

/** Writes what the list shows, all of it, to a file. */
export function ExportIncoming({ filter, profileName }: ExportIncomingProps) {
  return (
    <FileMenu
      formats={formats}
      label="Writing the payments"
      write={async (format, signal) => {
        const { bytes, rows } = await exportIncoming(filter, profileName, format, signal);
        const name = `receive-${dayText(new Date())}.${format}`;
        return { name, bytes, text: `${counted(rows, 'payment')} exported.` };
      }}
    />
  );
}
