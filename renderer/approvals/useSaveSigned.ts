import { anotherOpenText } from '../../contract/text/approvals.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useDownload } from '../kit/useDownload.ts';
import { useRequestApproval, useShareSigned, useWithdrawRequest } from '../queries/approvals.ts';
import { useSettings } from '../queries/settings.ts';

/** Says `text`, and hands over a file that was signed here: to the shared folder if one is set, otherwise to the person. */
export function useSaveSigned(): (suggestedName: string, file: Uint8Array, text?: string) => void {
  const toast = useToast();
  const download = useDownload();
  const hasFolder = (useSettings().data?.approvalFolder ?? null) !== null;
  const share = useShareSigned();
  return (suggestedName, file, text = '') => {
    // Where it was saved follows it in the same message: a second one would replace it.
    if (text !== '') toast.show(text);
    const give = () => void download(suggestedName, file, text);
    if (!hasFolder) return give();
    const onSuccess = ({ path }: { readonly path: string }) =>
      toast.show(`${text} Saved in the shared folder as ${path}.`.trim());
    return share.mutate({ file }, { onSuccess, onError: give });
  };
}

/** Signs a request for a draft and hands over the file. */
export function useSaveRequest() {
  const save = useSaveSigned();
  return useRequestApproval(({ bytes }, { batchId }) => save(`request-${batchId}.bursar`, bytes));
}

/** Withdraws the latest request for a batch, and hands over the withdrawal file. */
export function useSaveWithdrawal(onDone: () => void) {
  const save = useSaveSigned();
  return useWithdrawRequest(({ bytes, isAnotherOpen }, { batchId }) => {
    onDone();
    const text = isAnotherOpen ? `Request withdrawn. ${anotherOpenText}` : 'Request withdrawn.';
    save(`withdrawal-${batchId}.bursar`, bytes, text);
  });
}
