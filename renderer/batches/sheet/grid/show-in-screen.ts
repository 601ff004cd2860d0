/** Where a part of the rows is in the window. */
type Place = { readonly top: number; readonly bottom: number };

/** Brings the rows onto the screen if this part of them is above or below it, as in a low or enlarged window. */
export function showInScreen(frame: HTMLElement, { top, bottom }: Place): void {
  const seen = frame.closest('main')?.getBoundingClientRect();
  if (seen !== undefined && (top < seen.top || bottom > seen.bottom))
    frame.scrollIntoView({ block: 'nearest' });
}
