import type { TableFormat } from '../../contract/operation.ts';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useRef, useState } from 'react';
import { dayText } from '../../contract/text/clock.ts';
import { largestXlsxRows } from '../../contract/text/export-columns.ts';
import { counted, countText } from '../../contract/text/numbers.ts';
import { isStopped } from '../call-error.ts';
import { useProgressOf } from '../events.ts';
import { useLater } from './fields/useLater.ts';
import { Progress } from './messages/Progress.tsx';
import { useToast } from './messages/useToast.tsx';
import { useDownload } from './useDownload.ts';
import { useMenu } from './useMenu.ts';

export type WrittenFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A sentence about its content, shown once it is saved. */
  readonly text: string;
  /** Called once it is saved. */
  readonly onSaved?: () => Promise<unknown>;
};

export type FileFormat<Format extends string> = {
  readonly format: Format;
  /** In the place of the usual progress text. */
  readonly label?: string;
  readonly title: string;
  readonly about: string;
  /** Whether it is unavailable now; `about` says why. */
  readonly isDisabled?: boolean;
};

type FileMenuProps<Format extends string> = {
  /** The progress text: `Writing the payouts`. */
  readonly label: string;
  /** The label of the button. */
  readonly title?: string;
  readonly formats: readonly FileFormat<Format>[];
  readonly write: (format: Format, signal: AbortSignal) => Promise<WrittenFile>;
};

const stoppedText = 'The export was stopped. No file was written.';

/** The export formats; shows progress, and stops if a person asks for it. */
export function FileMenu<Format extends string>({
  title = 'Export',
  formats,
  write,
  label: usual,
}: FileMenuProps<Format>) {
  const { button, menu, close } = useMenu();
  const [writing, setWriting] = useState<{
    readonly label: string;
    readonly stopping: AbortController;
  } | null>(null);
  const download = useDownload();
  const toast = useToast();
  const progress = useProgressOf(writing?.stopping.signal ?? null);

  const begin = async ({ format, label = usual }: FileFormat<Format>) => {
    close();
    const stopping = new AbortController();
    setWriting({ label, stopping });
    try {
      const { name, bytes, text, onSaved } = await write(format, stopping.signal);
      setWriting(null);
      // It may have been complete before it could be stopped.
      if (stopping.signal.aborted) toast.show(stoppedText);
      else if (await download(name, bytes, text)) await onSaved?.();
    } catch (thrown) {
      if (isStopped(thrown)) toast.show(stoppedText);
      else toast.error(thrown);
    } finally {
      setWriting(null);
    }
  };
  // A fast export leaves the button in place, with the keyboard on it.
  const isLong = useLater(writing !== null);
  const wasLong = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement === place.current;
    if (wasLong.current && !isLong && isHere) button.ref.current?.focus();
    wasLong.current = isLong;
  }, [isLong, button.ref]);
  return (
    // It keeps the keyboard while the button is away.
    <Box ref={place} tabIndex={-1} sx={isLong ? { width: 320 } : {}}>
      {writing !== null && isLong ? (
        <Progress
          label={writing.label}
          done={progress?.done ?? 0}
          total={progress?.total ?? null}
          onCancel={() => writing.stopping.abort()}
        />
      ) : (
        <Button
          {...button}
          {...(writing === null ? {} : { 'aria-busy': true, onClick: () => undefined })}
          variant="outlined"
          color="inherit"
          startIcon={<DownloadIcon />}
        >
          {title}
        </Button>
      )}
      <Menu {...menu}>
        {formats.map((each) => (
          <MenuItem key={each.format} disabled={each.isDisabled ?? false} onClick={() => void begin(each)}>
            <ListItemText primary={each.title} secondary={each.about} />
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}

type WriteList = (
  format: TableFormat,
  signal: AbortSignal,
) => Promise<{ readonly bytes: Uint8Array; readonly rows: number }>;

type ListExportProps = {
  /** What a row is: `payout`. */
  readonly noun: string;
  /** How the name of the file begins, if not with the noun. */
  readonly fileName?: string;
  readonly write: WriteList;
  /** Another file, offered after those of the list. */
  readonly more?: FileFormat<string> & { readonly write: (signal: AbortSignal) => Promise<WrittenFile> };
};

/** Writes what a list shows, all of it, to a file. */
export function ListExport({ noun, fileName = `${noun}s`, write, more }: ListExportProps) {
  return (
    <FileMenu
      formats={[
        { format: 'csv', title: 'CSV', about: `Any number of ${noun}s; opens everywhere` },
        { format: 'xlsx', title: 'Excel (XLSX)', about: `Up to ${countText(largestXlsxRows)} ${noun}s` },
        ...(more === undefined ? [] : [more]),
      ]}
      label={`Writing the ${noun}s`}
      write={async (format, signal) => {
        if (more?.format === format) return more.write(signal);
        const list = format === 'xlsx' ? 'xlsx' : 'csv';
        const { bytes, rows } = await write(list, signal);
        const name = `${fileName}-${dayText(new Date())}.${list}`;
        return { name, bytes, text: `${counted(rows, noun)} exported.` };
      }}
    />
  );
}
