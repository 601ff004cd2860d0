import { useState } from 'react';
import { useUnsaved } from '../layout/unsaved.ts';

type Noted = { readonly target: EventTarget; readonly type: string; readonly key?: string };

/**
 * Whether a person has typed or chosen something in what lies over the screen. A click beside it does not close it then, and the first Escape
 * only says that the next one does: what was entered would be lost. `isDone`: it has been taken, and only the result is shown.
 */
export function useEntered(onClose: (() => void) | undefined, isDone = false) {
  const [found, setFound] = useState<'nothing' | 'something' | 'mayBeDiscarded'>('nothing');
  const entered = isDone ? 'nothing' : found;
  useUnsaved(entered !== 'nothing');
  /** A choice from a list that a field opens is no input event. */
  const noteChoice = ({ target, type, key = '' }: Noted) => {
    const isChoice = type === 'click' || key === 'Enter' || key === ' ';
    if (isChoice && target instanceof Element && target.closest('[role=option]') !== null)
      setFound('something');
  };
  return {
    hasEntered: entered !== 'nothing',
    /** Whether the next Escape closes it. */
    isTold: entered === 'mayBeDiscarded',
    noted: { onInput: () => setFound('something'), onClick: noteChoice, onKeyDown: noteChoice },
    tell: () => setFound('mayBeDiscarded'),
    onEscape: () => {
      if (entered === 'something') setFound('mayBeDiscarded');
      else onClose?.();
    },
  };
}
