import { useGoOn } from '../kit/useGoOn.ts';
import { useOpenSheet } from '../queries/sheets.ts';

/** Opens a sheet, of a draft or of payouts to retry or repeat, and goes to it, or to this row of it. */
export function useShowSheet(rowNumber?: number): ReturnType<typeof useOpenSheet> {
  const goOn = useGoOn();
  const row = rowNumber === undefined ? '' : `?row=${rowNumber}`;
  return useOpenSheet((opening) => {
    if (opening.kind === 'opened') goOn(`/sheets/${opening.sheet.sheetId}${row}`);
  });
}
