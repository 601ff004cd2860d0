import type { Environment } from '../../contract/profile.ts';
import { dayText } from '../../contract/text/clock.ts';
import { largestXlsxRows } from '../../contract/text/export-columns.ts';
import { counted, countText } from '../../contract/text/numbers.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { exportPayees, type PayeeFilter } from '../queries/payees.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Any number of payees; opens everywhere' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: `Up to ${countText(largestXlsxRows)} payees` },
] as const;

type ExportPayeesProps = { readonly filter: PayeeFilter; readonly environment: Environment };

/** Writes the payees that the list shows, all of them, to a file. */
export function ExportPayees({ filter, environment }: ExportPayeesProps) {
  return (
    <FileMenu
      formats={formats}
      label="Writing the payees"
      write={async (format, signal) => {
        const { bytes, rows } = await exportPayees(filter, environment, format, signal);
        const name = `payees-${dayText(new Date())}.${format}`;
        return { name, bytes, text: `${counted(rows, 'payee')} exported.` };
      }}
    />
  );
}
