/** What a press is meant for: a control, also where the pointer is on its icon. */
const controls = 'button, a, [role="button"], .MuiChip-root';
/** Where Enter that is held down goes on from line to line, or from row to row. */
const lines = 'textarea, [role="grid"]';

/**
 * Ignores a press that nobody meant for what has come in the place of what was pressed: the second click of a double click if what the first
 * one pressed has gone, such as the button that removes a row; and Enter that is held down, which would press what its first press opened.
 */
export function ignoreSecondPresses(page: Document): void {
  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  let pressed: Element | null = null;
  page.addEventListener(
    'click',
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.detail <= 1) pressed = target?.closest(controls) ?? null;
      else if (pressed?.isConnected === false) ignore(event);
    },
    { capture: true },
  );
  page.addEventListener(
    'keydown',
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.repeat && event.key === 'Enter' && target?.closest(lines) == null) ignore(event);
    },
    { capture: true },
  );
}
