import { useEffect, type RefObject } from 'react';

/** A row of a form, and the button that adds one: they get the focus of a row that is removed. */
const formRow = '[data-row]';
const addRow = '[data-add-row]';
/** What gets the focus in the place of an element inside it. */
const homes = 'section, aside, [tabindex]';
const overScreen = '.MuiModal-root';
const listOfScreen = '[data-filling] [role=grid]';

/**
 * Keeps the keyboard on the screen: where the focused element is removed, disabled or hidden, as by its own click, the browser would leave
 * nothing focused. The part of the screen around it gets the focus; if that is the screen itself, its list. Where a row of a form is
 * removed, the same button of the next row gets it, or of the one before. An element that is only disabled for a while gets it back,
 * also from a dialog that opened meanwhile.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const giveBack = (): void => {
      if (lost !== null && document.activeElement === lost.home && canHaveFocus(lost.element))
        lost.element.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(giveBack);
    let lost: { readonly element: HTMLElement; readonly home: HTMLElement } | null = null;
    const forget = (): void => {
      watcher.disconnect();
      lost = null;
    };
    const onFocusOut = ({ target: element, relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null || !(element instanceof HTMLElement)) return;
      // Once it is removed, nothing says where it was.
      const around = ancestorsOf(element);
      const beside = besideRow(element);
      setTimeout(() => {
        const isLost = document.activeElement === document.body && !canHaveFocus(element);
        if (!isLost || main.current === null) return;
        const home = beside.find(canHaveFocus) ?? homeIn(around, main.current);
        const dialog = document.querySelector('[aria-modal="true"]');
        // What is behind a dialog gets no focus.
        if (dialog !== null && !home.contains(dialog) && !dialog.contains(home)) return;
        if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
        forget();
        home.focus({ preventScroll: true });
        lost = { element, home };
        if (element.isConnected)
          watcher.observe(element, { attributes: true, attributeFilter: ['disabled', 'class'] });
      });
    };
    const onFocusIn = ({ target }: FocusEvent): void => {
      // A dialog that opened meanwhile returns the focus to where it was, before it lets it go elsewhere.
      if (target instanceof Element && target.closest(overScreen) !== null) return;
      if (target === lost?.home) setTimeout(giveBack);
      else forget();
    };
    document.addEventListener('focusout', onFocusOut);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('focusin', onFocusIn);
      forget();
    };
  }, [main]);
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

/** What takes the place of this button once its row of a form is removed, in order. */
function besideRow(element: HTMLElement): HTMLElement[] {
  const row = element.closest(formRow);
  const place = [...(row?.querySelectorAll('button') ?? [])].findIndex((each) => each === element);
  if (row === null || place < 0) return [];
  const sameButtons = [row.nextElementSibling, row.previousElementSibling].map((each) =>
    each?.matches(formRow) === true ? each.querySelectorAll('button').item(place) : null,
  );
  const add = row.parentElement?.querySelector<HTMLElement>(addRow) ?? null;
  return [...sameButtons, add].filter((each) => each !== null);
}

function homeIn(around: readonly HTMLElement[], main: HTMLElement): HTMLElement {
  // All of a screen is hidden while the one that takes its place is loaded.
  const home = around.find((each) => canHaveFocus(each) && each.matches(homes)) ?? main;
  const list = home === main ? main.querySelector<HTMLElement>(listOfScreen) : null;
  return list !== null && canHaveFocus(list) ? list : home;
}

/** Whether it is there, and a person can use it. */
function canHaveFocus(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
