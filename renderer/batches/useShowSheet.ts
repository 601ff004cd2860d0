import { noteText } from '../../contract/text/files/note-text.ts';
import { useToast } from '../kit/messages/useToast.tsx';
import { useGoOn } from '../kit/useGoOn.ts';
import { useOpenSheet } from '../queries/sheets.ts';

/**
 * Opens a sheet, of a draft or of payouts to retry or repeat, goes to it, or to this row of it, and shows what a person should know about
 * its rows.
 */
export function useShowSheet(rowNumber?: number): ReturnType<typeof useOpenSheet> {
  const goOn = useGoOn();
  const toast = useToast();
  const row = rowNumber === undefined ? '' : `?row=${rowNumber}`;
  return useOpenSheet((opening) => {
    if (opening.kind !== 'opened') return;
    goOn(`/sheets/${opening.sheet.sheetId}${row}`);
    if (opening.notes.length > 0) toast.show(opening.notes.map(noteText).join(' '));
  });
}
