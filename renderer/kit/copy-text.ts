/**
 * Copies a text to the clipboard, like a person's own copy command; false if the browser does not allow it. The Clipboard API
 * needs a permission, and the desktop window grants none.
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
