import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useDownload } from '../../kit/useDownload.ts';
import { useExportEvidence, useExportReport, type BatchSummary } from '../../queries/batches.ts';
import { useMenu } from '../../kit/useMenu.ts';

const formats = [
  { format: 'pdf', title: 'Report to print (PDF)', about: 'Totals, outcome, who did what, audit log' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Every row with its outcome' },
  { format: 'csv', title: 'CSV', about: 'Every row with its outcome; opens everywhere' },
] as const;

/** Saves the report of a batch, or evidence of it that an auditor can verify without Bursar. */
export function ReportMenu({ batch }: { readonly batch: Pick<BatchSummary, 'batchId' | 'fileName'> }) {
  const { button, menu, close } = useMenu();
  const download = useDownload();
  const { batchId, fileName } = batch;
  const name = `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-report`;
  const report = useExportReport((format, bytes) => void download(`${name}.${format}`, bytes));
  const evidence = useExportEvidence((suggestedName, bytes) => void download(suggestedName, bytes));
  const isBusy = report.isPending || evidence.isPending;
  return (
    <>
      <Button {...button} variant="outlined" startIcon={<DownloadIcon />} disabled={isBusy}>
        {isBusy ? 'Exporting …' : 'Export report'}
      </Button>
      <Menu {...menu}>
        {formats.map(({ format, title, about }) => (
          <MenuItem
            key={format}
            onClick={() => {
              close();
              report.mutate({ batchId, format });
            }}
          >
            <ListItemText primary={title} secondary={about} />
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            close();
            evidence.mutate({ subject: { kind: 'batch', batchId } });
          }}
        >
          <ListItemText
            primary="Evidence pack (ZIP)"
            secondary="Requests, answers and events, for an auditor to verify"
          />
        </MenuItem>
      </Menu>
    </>
  );
}
