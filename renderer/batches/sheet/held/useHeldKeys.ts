import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useToast } from '../../../kit/messages/useToast.tsx';
import { appErrorOf } from '../../../call-error.ts';
import type { Stroke } from '../selection.ts';
import { isEntryOpen, type Held } from './held-keys.ts';

const notUsed = 'What you typed meanwhile was not used.';

type HeldKeys = {
  /** Whether running work may move the keyboard to another cell, or change the rows. */
  isBusy(): boolean;
  /** Whether new input has to wait. */
  isWaiting(): boolean;
  all(): readonly Held[];
  isEntryOpen(): boolean;
  hold(held: Held): void;
  /** Does this now, or buffers it where something before it is still to be done. */
  inTurn(held: Held, now: () => void): void;
  /** The buffered input. */
  keep(rest: readonly Held[]): void;
  /** Discards buffered input, including later input for the same cell, and shows the reason. */
  drop(reason: string): void;
  /** Whether this key belongs to a discarded entry. */
  isGivenUp(stroke: Stroke): boolean;
  /** A person clicked a cell: running work no longer moves the keyboard. */
  interrupt(): void;
};

/**
 * Buffers input while rows are changed or the next problem is searched, so that all of it goes into the cell where the
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
  // Work has ended only once its result is on screen: until then the selection is still the old one.
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
      isEntryOpen: () => isEntryOpen(queue.current, false),
      hold: (each) => keep([...queue.current, each]),
      inTurn: (each, now) => (held.isWaiting() ? held.hold(each) : now()),
      keep,
      drop: (reason) => {
        const isTold = queue.current.some(({ kind }) => kind !== 'leave');
        // An arrow may have gone through the codes that are offered.
        isGivingUp.current = isEntryOpen(queue.current, true);
        keep([]);
        const notice = isGivingUp.current
          ? `${notUsed} Press Escape, then type it again.`
          : isTold
            ? notUsed
            : '';
        if (reason !== '' || notice !== '')
          toast.show([reason, notice].filter((text) => text !== '').join(' '));
      },
      isGivenUp: ({ key }) => {
        if (!isGivingUp.current) return false;
        const isOver = ['Enter', 'Tab', 'Escape'].includes(key);
        const isTyped = key.length === 1 || key === 'Backspace';
        isGivingUp.current = isTyped || /^(Shift|Alt|AltGraph|CapsLock)$/.test(key);
        if (isOver && key !== 'Escape') toast.show(`${notUsed} Type it again.`);
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
    /** Whether there is typed input that is not in its cell yet. */
    isHolding,
    /**
     * Buffers input during this work, which is told whether a person clicked elsewhere meanwhile, and returns the reason if the
     * keyboard did not reach its target.
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
