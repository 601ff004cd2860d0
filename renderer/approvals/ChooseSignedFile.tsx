import type { ComponentProps } from 'react';
import { largestSignedFileBytes } from '../../contract/approvals/approval-operations.ts';
import { ChooseFile } from '../kit/ChooseFile.tsx';

type Props = Omit<ComponentProps<typeof ChooseFile>, 'accept' | 'mostBytes' | 'tooLarge'>;

/** Reads a signed file that the person chooses. */
export function ChooseSignedFile(props: Props) {
  return (
    <ChooseFile
      {...props}
      accept=".bursar"
      mostBytes={largestSignedFileBytes}
      tooLarge="is larger than any signed file of Bursar."
    />
  );
}
