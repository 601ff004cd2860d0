/** What a press is meant for: a control, also where the pointer is on its icon. */
const controls = 'button, a, [role="button"], .MuiChip-root';

/**
 * Ignores the second click of a double click if what the first one pressed has gone, such as the button that removes a row: in its place
 * is another one by then, which nobody meant.
 */
export function ignoreSecondClicks(page: Document): void {
  let pressed: Element | null = null;
  page.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.detail <= 1) pressed = target?.closest(controls) ?? null;
      else if (pressed?.isConnected === false) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}
