import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import { countText } from '../../contract/text/numbers.ts';
import { isStopped } from '../call-error.ts';
import { useProgress } from '../events.ts';
import { Progress } from '../kit/messages/Progress.tsx';
import { useDownload } from '../kit/useDownload.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { dayText } from './days.ts';
import { exportPayouts } from '../queries/payouts.ts';
import type { PayoutView } from './view.ts';

const formats = [
  { format: 'csv', title: 'CSV', about: 'Any number of payouts; opens everywhere' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Up to 1,048,575 payouts' },
] as const;

/** Writes what the list shows, all of it and in its order, to a file. */
export function ExportMenu({ view }: { readonly view: PayoutView }) {
  const [isOpen, setIsOpen] = useState(false);
  const [stopping, setStopping] = useState<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const download = useDownload();
  const toast = useToast();
  const progress = useProgress('export', stopping !== null);

  const write = async (format: 'csv' | 'xlsx') => {
    setIsOpen(false);
    const controller = new AbortController();
    setStopping(controller);
    try {
      const { bytes, rows } = await exportPayouts(view.filter, view.order, format, controller.signal);
      setStopping(null);
      await download(`payouts-${dayText(new Date())}.${format}`, bytes);
      toast.say(`${countText(rows)} ${rows === 1 ? 'payout was' : 'payouts were'} written.`);
    } catch (thrown) {
      if (isStopped(thrown)) toast.say('The export was stopped. No file was written.');
      else toast.error(thrown);
    } finally {
      setStopping(null);
    }
  };
  if (stopping !== null)
    return (
      <Box sx={{ width: 320 }}>
        <Progress
          label="Writing the payouts"
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          onCancel={() => stopping.abort()}
        />
      </Box>
    );
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        color="inherit"
        startIcon={<DownloadIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': menuId } : {})}
        onClick={() => setIsOpen(true)}
      >
        Export
      </Button>
      <Menu id={menuId} open={isOpen} anchorEl={() => button.current} onClose={() => setIsOpen(false)}>
        {formats.map(({ format, title, about }) => (
          <MenuItem key={format} onClick={() => void write(format)}>
            <ListItemText primary={title} secondary={about} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
