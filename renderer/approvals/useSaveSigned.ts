import { anotherOpenText } from '../../contract/text/approvals.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useDownload } from '../kit/useDownload.ts';
import { useRequestApproval, useShareSigned, useWithdrawRequest } from '../queries/approvals.ts';
import { useSettings } from '../queries/settings.ts';

type Place = 'shared' | 'saved' | 'unsaved';

/** Says `text`, and hands over a file that was signed here: to the shared folder if one is set, otherwise to the person. */
export function useSaveSigned(): (suggestedName: string, file: Uint8Array, text?: string) => Promise<Place> {
  const toast = useToast();
  const download = useDownload();
  const hasFolder = (useSettings().data?.approvalFolder ?? null) !== null;
  const share = useShareSigned();
  const pathInFolder = (file: Uint8Array): Promise<string | null> =>
    // Not by the callbacks of `mutate`, which are left out once the screen that asked is gone.
    share.mutateAsync({ file }).then(
      ({ path }) => path,
      () => null,
    );
  return async (suggestedName, file, text = '') => {
    // Where it was saved follows it in the same message: a second one would replace it.
    if (text !== '') toast.show(text);
    const path = hasFolder ? await pathInFolder(file) : null;
    if (path === null) return (await download(suggestedName, file, text)) ? 'saved' : 'unsaved';
    toast.show(`${text} Saved in the shared folder as ${path}.`.trim());
    return 'shared';
  };
}

/** Signs a request for a draft and hands over the file. */
export function useSaveRequest() {
  const save = useSaveSigned();
  return useRequestApproval(({ bytes }, { batchId }) => void save(`request-${batchId}.bursar`, bytes));
}

/** Withdraws the latest request for a batch, and hands over the withdrawal file. */
export function useSaveWithdrawal(onDone: () => void) {
  const save = useSaveSigned();
  return useWithdrawRequest(({ bytes, isAnotherOpen }, { batchId }) => {
    onDone();
    const text = isAnotherOpen ? `Request withdrawn. ${anotherOpenText}` : 'Request withdrawn.';
    void save(`withdrawal-${batchId}.bursar`, bytes, text);
  });
}
