import type { ComponentProps } from 'react';
import { ChooseFile } from '../kit/ChooseFile.tsx';
import { signedFileLimit } from '../kit/read-file.ts';

type Props = Omit<ComponentProps<typeof ChooseFile>, 'accept' | 'limit'>;

/** Reads a signed file that the person chooses. */
export function ChooseSignedFile(props: Props) {
  return <ChooseFile {...props} accept=".bursar" limit={signedFileLimit} />;
}
