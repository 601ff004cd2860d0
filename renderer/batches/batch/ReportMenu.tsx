import { counted } from '../../../contract/text/numbers.ts';
import { evidenceFormat, writeEvidence } from '../../evidence/evidence-file.ts';
import { FileMenu } from '../../kit/FileMenu.tsx';
import { exportReport, type BatchSummary } from '../../queries/batches.ts';

const formats = [
  { format: 'pdf', title: 'Report to print (PDF)', about: 'Totals, outcome, who did what, audit log' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Every row with its outcome' },
  { format: 'csv', title: 'CSV', about: 'Every row with its outcome; opens everywhere' },
  evidenceFormat,
] as const;

const statusReport = {
  format: 'pain.002',
  title: 'Status report (pain.002)',
  about: 'The outcome of each payment, for the program that made the file',
} as const;

type ReportMenuProps = {
  readonly batch: Pick<BatchSummary, 'batchId' | 'fileName'>;
  /** Whether the batch came from a pain.001, which a pain.002 answers. */
  readonly isOfMessage: boolean;
};

/** Saves the report of a batch, the answer to its payment file, or evidence that an auditor can verify without Bursar. */
export function ReportMenu({ batch, isOfMessage }: ReportMenuProps) {
  const { batchId, fileName } = batch;
  return (
    <FileMenu
      title="Export report"
      formats={isOfMessage ? [...formats, statusReport] : formats}
      label="Writing the report"
      write={async (format, signal) => {
        if (format === 'evidence') return writeEvidence({ kind: 'batch', batchId }, signal);
        const { bytes, rows, leftOut } = await exportReport(batchId, format, signal);
        const name = `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-report.${format === 'pain.002' ? 'xml' : format}`;
        const others =
          leftOut === 0 ? '' : ` ${counted(leftOut, 'row')} left out: not from the payment file.`;
        return { name, bytes, text: `${counted(rows, 'row')} exported.${others}` };
      }}
    />
  );
}
