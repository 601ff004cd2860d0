import type { PaletteEntry } from './matching.ts';

/**
 * The available actions on the screen: the buttons of its heading, its sections, its details and its rows, with their labels, those of open
 * details first, then the most important. The palette presses the actual button, so that there is only one way of doing it.
 */
export function screenActions(): PaletteEntry[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button:not(:disabled)');
  const weightOf = (button: HTMLButtonElement): number =>
    ['.MuiButton-outlined', '.MuiButton-contained'].findIndex((each) => button.matches(each)) +
    (button.closest('aside') === null ? 0 : 2);
  const byTitle = new Map(
    [...buttons]
      .toSorted((left, right) => weightOf(right) - weightOf(left))
      .filter((button) => button.offsetParent !== null && button.getAttribute('aria-pressed') === null)
      .map((button) => [(button.getAttribute('aria-label') ?? button.textContent).trim(), button] as const),
  );
  return [...byTitle]
    .filter(([title]) => title !== '')
    .map(([title, button]) => ({
      key: `here ${title}`,
      group: 'On this screen',
      title,
      run: () => button.click(),
    }));
}
