import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useToast } from '../../../kit/messages/useToast.tsx';
import { appErrorOf } from '../../../call-error.ts';
import type { Stroke } from '../selection.ts';
import { isEntryOpen, type Held } from './held-keys.ts';

const notUsed = 'What you typed meanwhile was not used.';

type HeldKeys = {
  /** Whether something is under way after which the keyboard may be in another cell, or the rows are others. */
  isBusy(): boolean;
  /** Whether what is done now has to wait for something. */
  isWaiting(): boolean;
  all(): readonly Held[];
  isEntryOpen(): boolean;
  hold(held: Held): void;
  /** What is still to be done. */
  keep(rest: readonly Held[]): void;
  /** Gives up what is held, with what follows in the same cell, and says so after the reason. */
  drop(reason: string): void;
  /** Whether this stroke belongs to an entry that was given up. */
  isGivenUp(stroke: Stroke): boolean;
  /** A person went to a cell with the mouse: what is under way no longer decides where the keyboard goes. */
  interrupt(): void;
};

/**
 * Keeps what is typed while rows are changed or the next problem is looked for, so that all of it goes into the cell where the
 * keyboard is then, or none of it does.
 */
export function useHeldKeys() {
  const toast = useToast();
  const queue = useRef<readonly Held[]>([]);
  const [isHolding, setHolding] = useState(false);
  const begun = useRef(0);
  const [ended, setEnded] = useState(0);
  const shown = useRef(0);
  const interruptions = useRef(0);
  const isGivingUp = useRef(false);
  // Only what is on the screen has ended: until then the selection is still the old one.
  useLayoutEffect(() => {
    shown.current = ended;
  }, [ended]);

  const held = useMemo((): HeldKeys => {
    const keep = (rest: readonly Held[]): void => {
      queue.current = rest;
      setHolding(rest.length > 0);
    };
    const isBusy = () => begun.current !== shown.current;
    return {
      isBusy,
      isWaiting: () => isBusy() || queue.current.length > 0,
      all: () => queue.current,
      isEntryOpen: () => isEntryOpen(queue.current),
      hold: (each) => keep([...queue.current, each]),
      keep,
      drop: (reason) => {
        const isTold = queue.current.some(({ kind }) => kind !== 'leave');
        isGivingUp.current = isEntryOpen(queue.current);
        keep([]);
        const told = isGivingUp.current
          ? `${notUsed} Press Escape, then type it again.`
          : isTold
            ? notUsed
            : '';
        if (reason !== '' || told !== '') toast.say([reason, told].filter((text) => text !== '').join(' '));
      },
      isGivenUp: ({ key }) => {
        if (!isGivingUp.current) return false;
        const isOver = ['Enter', 'Tab', 'Escape'].includes(key);
        const isTyped = key.length === 1 || key === 'Backspace';
        isGivingUp.current = isTyped || /^(Shift|Alt|AltGraph|CapsLock)$/.test(key);
        if (isOver && key !== 'Escape') toast.say(`${notUsed} Type it again.`);
        return isOver || isTyped;
      },
      interrupt: () => {
        interruptions.current += 1;
        isGivingUp.current = false;
        if (queue.current.length > 0) held.drop('');
      },
    };
  }, [toast]);
  useEffect(() => () => held.drop(''), [held]);

  return {
    held,
    /** Whether something was typed that is not in its cell yet. */
    isHolding,
    /**
     * Holds what is typed during this work, which is told whether a person went elsewhere meanwhile, and gives the reason where the
     * keyboard did not get where it was to go.
     */
    during: (work: (isElsewhere: () => boolean) => Promise<string | void>): void => {
      begun.current += 1;
      const before = interruptions.current;
      const end = (reason: string | undefined): void => {
        // Rows that were read again reach the screen by a timer that was set before this one.
        setTimeout(() => {
          if (reason !== undefined) held.drop(reason);
          setEnded((count) => count + 1);
        });
      };
      work(() => interruptions.current !== before).then(
        (reason) => end(typeof reason === 'string' ? reason : undefined),
        (thrown: unknown) => {
          toast.error(appErrorOf(thrown));
          end('');
        },
      );
    },
  };
}
