import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { isStopped } from '../call-error.ts';
import { useProgress } from '../events.ts';
import { Progress } from './messages/Progress.tsx';
import { useToast } from './messages/useToast.tsx';
import { useDownload } from './useDownload.ts';
import { useMenu } from './useMenu.ts';

type WrittenFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A sentence about what is in it, told once it is saved. */
  readonly text: string;
  /** What is to be done once it is saved. */
  readonly onSaved?: () => Promise<unknown>;
};

type FileMenuProps<Format extends string> = {
  readonly formats: readonly { readonly format: Format; readonly title: string; readonly about: string }[];
  /** What is written, for the progress: `Writing the payouts`. */
  readonly label: string;
  /** Of the progress events. */
  readonly progressId: string;
  readonly write: (format: Format, signal: AbortSignal) => Promise<WrittenFile>;
};

/** The formats in which something is exported; shows progress, and stops when a person asks for it. */
export function FileMenu<Format extends string>({
  formats,
  label,
  progressId,
  write,
}: FileMenuProps<Format>) {
  const { button, menu, close } = useMenu();
  const [stopping, setStopping] = useState<AbortController | null>(null);
  const download = useDownload();
  const toast = useToast();
  const progress = useProgress(progressId, stopping !== null);

  const begin = async (format: Format) => {
    close();
    const controller = new AbortController();
    setStopping(controller);
    try {
      const { name, bytes, text, onSaved } = await write(format, controller.signal);
      setStopping(null);
      if (!(await download(name, bytes))) return;
      await onSaved?.();
      toast.say(text);
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
          label={label}
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          onCancel={() => stopping.abort()}
        />
      </Box>
    );
  return (
    <>
      <Button {...button} variant="outlined" color="inherit" startIcon={<DownloadIcon />}>
        Export
      </Button>
      <Menu {...menu}>
        {formats.map(({ format, title, about }) => (
          <MenuItem key={format} onClick={() => void begin(format)}>
            <ListItemText primary={title} secondary={about} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
