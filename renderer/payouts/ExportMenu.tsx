import { largestXlsxRows } from '../../contract/text/export-columns.ts';
import { counted, countText } from '../../contract/text/numbers.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { exportPayouts } from '../queries/payouts.ts';
import { dayText } from '../../contract/text/clock.ts';
import type { PayoutView } from './view.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Any number of payouts; opens everywhere' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: `Up to ${countText(largestXlsxRows)} payouts` },
] as const;

/** Saves the complete list, in its order, to a file. */
export function ExportMenu({ view }: { readonly view: PayoutView }) {
  return (
    <FileMenu
      formats={formats}
      label="Writing the payouts"
      write={async (format, signal) => {
        const { bytes, rows } = await exportPayouts(view.filter, view.order, format, signal);
        const name = `payouts-${dayText(new Date())}.${format}`;
        return { name, bytes, text: `${counted(rows, 'payout')} exported.` };
      }}
    />
  );
}
