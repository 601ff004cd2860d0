import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import { useDownload } from '../../kit/useDownload.ts';
import { useExportEvidence, useExportReport, type BatchSummary } from '../../queries/batches.ts';

const formats = [
  { format: 'pdf', title: 'Report to print (PDF)', about: 'Totals, outcome, who did what, audit log' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Every row with its outcome' },
  { format: 'csv', title: 'CSV', about: 'Every row with its outcome; opens everywhere' },
] as const;

/** Saves the report of a batch, or evidence of it that an auditor can verify without Bursar. */
export function ReportMenu({ batch }: { readonly batch: Pick<BatchSummary, 'batchId' | 'fileName'> }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const download = useDownload();
  const { batchId, fileName } = batch;
  const name = `${fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')}-report`;
  const report = useExportReport((format, bytes) => void download(`${name}.${format}`, bytes));
  const evidence = useExportEvidence((suggestedName, bytes) => void download(suggestedName, bytes));
  const isBusy = report.isPending || evidence.isPending;
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        startIcon={<DownloadIcon />}
        disabled={isBusy}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': menuId } : {})}
        onClick={() => setIsOpen(true)}
      >
        {isBusy ? 'Exporting …' : 'Export report'}
      </Button>
      <Menu id={menuId} open={isOpen} anchorEl={() => button.current} onClose={() => setIsOpen(false)}>
        {formats.map(({ format, title, about }) => (
          <MenuItem
            key={format}
            onClick={() => {
              setIsOpen(false);
              report.mutate({ batchId, format });
            }}
          >
            <ListItemText primary={title} secondary={about} />
          </MenuItem>
        ))}
        <MenuItem
          onClick={() => {
            setIsOpen(false);
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
