import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef } from 'react';
import { readFile, type FileLimit } from './read-file.ts';
import { useToast } from './messages/useToast.tsx';

type ChooseFileProps = Pick<ButtonProps, 'variant' | 'color'> & {
  readonly label: string;
  /** A description of the file, for screen readers. */
  readonly fileLabel: string;
  /** The extension of such files. */
  readonly accept: string;
  readonly limit: FileLimit;
  readonly onChosen: (bytes: Uint8Array) => void;
  readonly isBusy?: boolean;
};

/** Reads a file that the person chooses. */
export function ChooseFile({
  label,
  fileLabel,
  accept,
  limit,
  onChosen,
  isBusy = false,
  variant = 'outlined',
  color = 'primary',
}: ChooseFileProps) {
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file !== undefined) onChosen(await readFile(file, limit));
  };
  return (
    <>
      <Button variant={variant} color={color} disabled={isBusy} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={fileLabel}
        accept={accept}
        onChange={({ target }) => {
          read(target.files?.[0]).catch(toast.error);
          target.value = '';
        }}
      />
    </>
  );
}
