import { useRef } from 'react';
import { counted } from '../../../../contract/text/numbers.ts';
import { useToast } from '../../../kit/messages/useToast.tsx';
import { columnsIn } from '../selection.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

const nothing = { text: '', own: '' };

/**
 * Copies the selected cells and pastes over them, through the browser's clipboard events, which need no permission. For
 * a wide range the rows are read first, and then copied by a second copy event.
 */
export function useGridClipboard(editor: SheetEditor, isEditing: boolean) {
  const toast = useToast();
  /** What the last copy took; null: it is still reading. */
  const copied = useRef<{ readonly text: string; readonly own: string } | null>(nothing);
  const copy = (isCut: boolean) =>
    editor.act(async () => {
      copied.current = null;
      const { text, own, rowIds } = await editor.copyCells().catch((thrown: unknown) => {
        copied.current = nothing;
        throw thrown;
      });
      copied.current = { text, own };
      writeClipboard(text);
      if (isCut) await editor.empty(rowIds);
      const cells = columnsIn(editor.selection) * rowIds.length;
      if (cells > 1) toast.show(`${counted(cells, 'cell')} copied.`);
    });
  const { held } = editor;
  /** What was copied here has the amounts of a sheet, which are not read again by what the others show. */
  const pasteText = (text: string) =>
    text === copied.current?.text ? editor.paste(copied.current.own, null) : editor.paste(text);
  const onCopy = (event: React.ClipboardEvent) => {
    if (isEditing) return;
    event.preventDefault();
    const isCut = event.type === 'cut';
    held.inTurn({ kind: 'command', name: isCut ? 'cut' : 'copy' }, () => copy(isCut));
  };
  /** Whether a copy was asked for that is not in the clipboard yet. */
  const isCopying = () =>
    copied.current === null ||
    held.all().some((each) => each.kind === 'command' && (each.name === 'copy' || each.name === 'cut'));
  return {
    copy,
    /** Pastes this text; null: what the copy before it took. */
    paste: (text: string | null) => pasteText(text ?? copied.current?.text ?? ''),
    onCopy,
    onCut: onCopy,
    onPaste: (event: React.ClipboardEvent) => {
      if (isEditing) return;
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      held.inTurn({ kind: 'paste', text: isCopying() ? null : text }, () => pasteText(text));
    },
  };
}

function writeClipboard(text: string): void {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', give, { capture: true, once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
}
