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

/** Saves the report of a batch, or evidence of it that an auditor can verify without Bursar. */
export function ReportMenu({ batch }: { readonly batch: Pick<BatchSummary, 'batchId' | 'fileName'> }) {
  const { batchId, fileName } = batch;
  return (
    <FileMenu
      title="Export report"
      formats={formats}
      label="Writing the report"
      progressId="export"
      write={async (format, signal) => {
        if (format === 'evidence') return writeEvidence({ kind: 'batch', batchId }, signal);
        const { bytes, rows } = await exportReport(batchId, format, signal);
        const name = `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-report.${format}`;
        return { name, bytes, text: `${counted(rows, 'row')} exported.` };
      }}
    />
  );
}
