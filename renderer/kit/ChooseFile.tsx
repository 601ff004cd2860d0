import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef } from 'react';
import { readFile } from './read-file.ts';
import { useToast } from './messages/useToast.tsx';

type ChooseFileProps = Pick<ButtonProps, 'variant' | 'color'> & {
  /** The label of the button. */
  readonly label: string;
  /** A description of the file, for screen readers. */
  readonly fileLabel: string;
  /** The extension of such files. */
  readonly accept: string;
  readonly mostBytes: number;
  /** The message about a larger file, after its name. */
  readonly tooLarge: string;
  readonly onChosen: (bytes: Uint8Array) => void;
  readonly isBusy?: boolean;
};

/** Reads a file that the person chooses. */
export function ChooseFile({
  label,
  fileLabel,
  accept,
  mostBytes,
  tooLarge,
  onChosen,
  isBusy = false,
  variant = 'outlined',
  color = 'primary',
}: ChooseFileProps) {
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > mostBytes) toast.show(`${file.name} ${tooLarge}`);
    else onChosen(await readFile(file));
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
