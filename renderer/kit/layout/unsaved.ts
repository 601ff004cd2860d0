import { useLayoutEffect } from 'react';
import { unsavedMark } from '../../../contract/window/bridge.ts';
import { createListeners } from '../listeners.ts';

/** How long a person has to do what they were told would discard something once more. */
const againWithinMs = 10_000;

/** How many of the dialogs and forms that are shown have something that was entered or chosen, and is not saved. */
let unsaved = 0;
/** Whether a form that keeps it while another screen is shown has something. */
let hasKept = false;
let toldAt = 0;
const tellings = createListeners<'wouldBeLost' | 'over'>();

/** Calls back when a person has to be told that what they do would discard something, and when that is over. Returns the function that ends it. */
export const onTellUnsaved = tellings.listen;

/** Says whether a dialog or form has something that was entered or chosen and is not saved: it is not lost without a word then. */
export function useUnsaved(isUnsaved: boolean): void {
  // Before the next key or click.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    toldAt = 0;
    unsaved += 1;
    mark();
    return () => {
      unsaved -= 1;
      mark();
      if (unsaved === 0) tellings.notify('over');
    };
  }, [isUnsaved]);
}

/** Says whether a form keeps something that only closing the window would lose. */
export function noteKept(isKept: boolean): void {
  hasKept = isKept;
  mark();
}

export function hasUnsaved(): boolean {
  return unsaved > 0;
}

/** Whether a person may do now what discards everything unsaved: there is nothing, or they were told and do it again. */
export function mayDiscard(): boolean {
  if (!hasUnsaved() || Date.now() - toldAt < againWithinMs) return true;
  toldAt = Date.now();
  tellings.notify('wouldBeLost');
  return false;
}

/** Has the browser, or the desktop app, ask before the page ends with something unsaved. What is entered after a warning needs another one. */
export function guardUnsaved(page: Document): void {
  page.addEventListener('input', () => {
    toldAt = 0;
  });
  addEventListener('beforeunload', (event) => {
    if (page.documentElement.hasAttribute(unsavedMark)) event.preventDefault();
  });
}

function mark(): void {
  document.documentElement.toggleAttribute(unsavedMark, hasUnsaved() || hasKept);
}
