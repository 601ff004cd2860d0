import { useToast } from '../../../kit/messages/useToast.tsx';
import { appErrorOf } from '../../../call-error.ts';
import { sizeOf } from '../selection.ts';
import type { SheetEditor } from '../useSheetEditor.ts';

/**
 * Copies the selected cells and pastes over them, through the clipboard events of the browser, which ask for no permission. The
 * rows of a wide range are read first, and then given to the clipboard by a second copy.
 */
export function useGridClipboard(editor: SheetEditor, isEditing: boolean) {
  const toast = useToast();
  const copy = async (isCut: boolean) => {
    try {
      const text = await editor.copyText();
      writeClipboard(text);
      if (isCut) editor.clear();
      const { cells } = sizeOf(editor.selection);
      if (cells > 1) toast.say(`${cells} cells copied.`);
    } catch (thrown) {
      toast.error(appErrorOf(thrown));
    }
  };
  const onCopy = (event: React.ClipboardEvent) => {
    if (isEditing) return;
    event.preventDefault();
    void copy(event.type === 'cut');
  };
  return {
    onCopy,
    onCut: onCopy,
    onPaste: (event: React.ClipboardEvent) => {
      if (isEditing) return;
      event.preventDefault();
      editor.paste(event.clipboardData.getData('text/plain'));
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
