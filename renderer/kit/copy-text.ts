/**
 * Puts a text on the clipboard, as a person's own copying does; false when the browser does not let it. The clipboard's own interface
 * asks for a permission, and the desktop window grants none.
 */
export function copyText(text: string): boolean {
  let isTaken = false;
  const take = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isTaken = true;
  };
  document.addEventListener('copy', take, { capture: true });
  try {
    return document.execCommand('copy') && isTaken;
  } finally {
    document.removeEventListener('copy', take, { capture: true });
  }
}
