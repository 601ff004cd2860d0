import type { PaletteEntry } from './matching.ts';

/**
 * The available actions on the screen: the buttons of its heading, its sections, its details and its rows, with their labels, those of open
 * details first, then the most important. The palette presses the actual button, so that there is only one way of doing it. `onGone` gets
 * the label of an action whose button has gone or become another one meanwhile, such as Pause that became Resume.
 */
export function screenActions(onGone: (title: string) => void): PaletteEntry[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>('main [data-actions] button:not(:disabled)');
  const weightOf = (button: HTMLButtonElement): number =>
    ['.MuiButton-outlined', '.MuiButton-contained'].findIndex((each) => button.matches(each)) +
    (button.closest('aside') === null ? 0 : 2);
  const byTitle = new Map(
    [...buttons]
      .toSorted((left, right) => weightOf(right) - weightOf(left))
      .filter((button) => button.offsetParent !== null && button.getAttribute('aria-pressed') === null)
      .map((button) => [labelOf(button), button] as const),
  );
  return [...byTitle]
    .filter(([title]) => title !== '')
    .map(([title, button]) => ({
      key: `here ${title}`,
      group: 'On this screen',
      title,
      run: () => {
        const isThere = button.isConnected && !button.disabled && labelOf(button) === title;
        if (isThere) button.click();
        else onGone(title);
      },
    }));
}

function labelOf(button: HTMLButtonElement): string {
  return (button.getAttribute('aria-label') ?? button.textContent).trim();
}
