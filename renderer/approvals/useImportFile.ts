import { useNavigate } from 'react-router';
import { useToast } from '../kit/messages/useToast.tsx';
import { useImportSignedFile } from '../queries/approvals.ts';
import { importedText } from './imported-text.ts';

/** Imports a signed file, and says what it is about if that is not the batch that the screen shows; null: it shows none. */
export function useImportFile(shownBatchId: string | null) {
  const toast = useToast();
  const navigate = useNavigate();
  return useImportSignedFile((imported) => {
    const { batchId } = imported;
    const isElsewhere = batchId !== null && batchId !== shownBatchId;
    toast.show(
      importedText(imported, shownBatchId),
      isElsewhere ? { label: 'Show', onClick: () => void navigate(`/batches/${batchId}`) } : undefined,
    );
  });
}
