import { parsePath } from 'react-router';
import { hasUnsaved, mayDiscard } from './unsaved.ts';

/** What lies over the screen and has the keyboard: a dialog, the palette, a menu. One below another is hidden from screen readers. */
const topmost = '.MuiModal-root:not([aria-hidden="true"])';

/**
 * Back and Forward close what lies over the screen as Escape does, which says what would be lost, in place of leaving the screen with it. A
 * browser lets each press or click in the page prevent this once, so that Back pressed again in its toolbar leaves at last. What leads to an
 * address from outside the page, such as the menu of the desktop app, does the same where something is unsaved. A screen with something unsaved
 * is left, in whatever way, only by a second attempt.
 */
export function guardNavigation(page: Document): void {
  // Not every browser has it yet.
  if (!('navigation' in globalThis)) return;
  navigation.addEventListener('navigate', (event) => {
    if (!event.cancelable) return;
    const over = page.querySelector(topmost);
    if (over === null) {
      if (isLeaving(event) && !mayDiscard()) event.preventDefault();
      return;
    }
    // The page's own steps change the address by its history alone.
    const isFromOutside = event.hashChange && hasUnsaved();
    if (event.navigationType !== 'traverse' && !isFromOutside) return;
    event.preventDefault();
    const focused = over.contains(page.activeElement) ? page.activeElement : over;
    focused?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
}

/** Whether it leads to another screen, or to this one by an address from outside; a filter or open details in the address are no other screen. */
function isLeaving({ destination, hashChange, navigationType }: NavigateEvent): boolean {
  const pathOf = (hash: string): string => parsePath(hash.slice(1)).pathname ?? '';
  const isFromOutside = hashChange && navigationType !== 'traverse';
  return (
    destination.sameDocument &&
    (isFromOutside || pathOf(new URL(destination.url).hash) !== pathOf(location.hash))
  );
}
