import { useState } from 'react';
import type { SheetSummary } from '../../../contract/batches/sheet.ts';
import { counted } from '../../../contract/text/numbers.ts';
import type { CallError } from '../../call-error.ts';
import { loadAhead } from '../../kit/layout/lazy-screens.ts';
import { useGoOn } from '../../kit/useGoOn.ts';
import { usePrepare } from '../../queries/sheet-findings.ts';
import { useSheetCache } from '../../queries/sheets.ts';
import type { SheetEditor } from './useSheetEditor.ts';

/** Makes a draft of the rows and opens it, once everything before it is stored; or says why not. */
export function useCheckRows({ sheet, changes, held, act, isUnsaved }: SheetEditor) {
  const { sheetId } = sheet;
  const goOn = useGoOn();
  const cache = useSheetCache(sheetId);
  const [fault, setFault] = useState<CallError | null>(null);
  const { isPending, prepare } = usePrepare(sheetId, (batchId) => goOn(`/batches/${batchId}`), setFault);
  const blockedReason = blockedReasonOf(sheet);
  const checkStored = () =>
    act(async () => {
      if (!(await changes.settled())) return '';
      const reason = blockedReasonOf(cache.newest() ?? sheet);
      if (reason !== null) return reason;
      prepare();
      loadAhead('batches/:batchId');
      return undefined;
    });
  const check = () => {
    if (isPending || isUnsaved) return;
    setFault(null);
    held.inTurn({ kind: 'later', run: checkStored }, checkStored);
  };
  return {
    check,
    canCheck: blockedReason === null && !isPending && !isUnsaved,
    isPending,
    blockedReason,
    fault,
  };
}

/** Why the rows cannot become a batch yet; null if they can. */
function blockedReasonOf({ rows, problemRows, markedRows }: SheetSummary): string | null {
  if (rows === 0) return 'There are no rows yet.';
  // Marked rows may be valid by now: the check runs again, and refuses if they are not.
  const wrong = problemRows - markedRows;
  if (wrong > 0)
    return `${counted(wrong, 'row has a problem', 'rows have problems')}. Fix ${wrong === 1 ? 'it' : 'them'} (F8 goes to the next one), or set ${wrong === 1 ? 'it' : 'them'} aside.`;
  return null;
}
