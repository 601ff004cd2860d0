/** What lies over the screen and has the keyboard: a dialog, the palette, a menu. One below another is hidden from screen readers. */
const topmost = '.MuiModal-root:not([aria-hidden="true"])';
/** Something was typed into it. */
const typedInto = '[data-typed]';

/**
 * Back and Forward close what lies over the screen as Escape does, which says what would be lost, in place of leaving the screen with it. A
 * browser lets each press or click in the page prevent this once, so that Back pressed again in its toolbar leaves at last. What leads to an
 * address from outside the page, such as the menu of the desktop app, does the same where something was typed.
 */
export function closeByBack(page: Document): void {
  // Not every browser has it yet.
  if (!('navigation' in globalThis)) return;
  navigation.addEventListener('navigate', (event) => {
    const over = page.querySelector(topmost);
    if (over === null || !event.cancelable) return;
    // The page's own steps change the address by its history alone.
    const isFromOutside = event.hashChange && over.matches(typedInto);
    if (event.navigationType !== 'traverse' && !isFromOutside) return;
    event.preventDefault();
    const focused = over.contains(page.activeElement) ? page.activeElement : over;
    focused?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  });
}
