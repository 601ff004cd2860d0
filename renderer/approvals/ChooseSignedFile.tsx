import Button, { type ButtonProps } from '@mui/material/Button';
import { useRef } from 'react';
import { largestSignedFileBytes } from '../../contract/approvals/approval-operations.ts';
import { useToast } from '../kit/messages/useToast.tsx';

type Props = {
  /** The words of the button. */
  readonly label: string;
  /** What the file is, for those who cannot see the button. */
  readonly fileLabel: string;
  readonly onChosen: (bytes: Uint8Array) => void;
  readonly variant?: ButtonProps['variant'];
  readonly isBusy?: boolean;
};

/** Reads a signed file that the person chooses. */
export function ChooseSignedFile({
  label,
  fileLabel,
  onChosen,
  variant = 'outlined',
  isBusy = false,
}: Props) {
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > largestSignedFileBytes)
      toast.say(`${file.name} is larger than any signed file of Bursar.`);
    else onChosen(new Uint8Array(await file.arrayBuffer()));
  };
  return (
    <>
      <Button variant={variant} disabled={isBusy} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={fileLabel}
        accept=".bursar"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = '';
        }}
      />
    </>
  );
}
