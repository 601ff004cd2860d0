import { anotherOpenText } from '../../contract/text/approvals.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useDownload } from '../kit/useDownload.ts';
import { useRequestApproval, useShareSigned, useWithdrawRequest } from '../queries/approvals.ts';
import { useSettings } from '../queries/settings.ts';

/** Hands over a file that was signed here: to the shared folder if one is set, otherwise to the person. */
export function useSaveSigned(): (suggestedName: string, file: Uint8Array) => void {
  const toast = useToast();
  const download = useDownload();
  const hasFolder = (useSettings().data?.approvalFolder ?? null) !== null;
  const share = useShareSigned((path) => toast.show(`Saved in the shared folder as ${path}.`));
  return (suggestedName, file) => {
    if (hasFolder) share.mutate({ file }, { onError: () => void download(suggestedName, file) });
    else void download(suggestedName, file);
  };
}

/** Signs a request for a draft and hands over the file. */
export function useSaveRequest() {
  const save = useSaveSigned();
  return useRequestApproval(({ bytes }, { batchId }) => save(`request-${batchId}.bursar`, bytes));
}

/** Withdraws the latest request for a batch, and hands over the withdrawal file. */
export function useSaveWithdrawal(onDone: () => void) {
  const toast = useToast();
  const save = useSaveSigned();
  return useWithdrawRequest(({ bytes, isAnotherOpen }, { batchId }) => {
    toast.show(isAnotherOpen ? `Request withdrawn. ${anotherOpenText}` : 'Request withdrawn.');
    onDone();
    save(`withdrawal-${batchId}.bursar`, bytes);
  });
}
