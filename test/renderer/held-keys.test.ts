import { describe, expect, it } from 'vitest';
import {
  entryText,
  isEntryOpen,
  nextStep,
  type Entry,
  type Held,
} from '../../renderer/batches/sheet/held/held-keys.ts';

const key = (name: string, more: { isShift?: boolean; isCommand?: boolean; isAlt?: boolean } = {}): Held => ({
  kind: 'key',
  stroke: { key: name, isShift: false, isCommand: false, ...more },
});
const typed = (text: string): Held[] => [...text].map((letter) => key(letter));
const nextProblem: Held = { kind: 'command', name: 'nextProblem' };

const entriesOf = (held: readonly Held[], isOffered = false): (Entry | 'other' | 'refused')[] => {
  const step = nextStep(held, isOffered);
  if (step === null) return [];
  if (step.kind === 'refused') return ['refused'];
  return [step.kind === 'entry' ? step.entry : 'other', ...entriesOf(step.rest, isOffered)];
};
const texts = (held: readonly Held[], isOffered = false) =>
  entriesOf(held, isOffered).map((each) =>
    typeof each === 'string' ? each : [entryText(each, 'many'), each.ending],
  );

describe('keys typed while the rows are not ready', () => {
  it('are saved as complete entries, each with every letter and the key that ended it', () => {
    expect(
      texts([
        ...typed('987.22'),
        key('Enter'),
        ...typed('1'),
        key('Tab'),
        ...typed('2'),
        key('Enter', { isShift: true }),
      ]),
    ).toEqual([
      ['987.22', 'down'],
      ['1', 'right'],
      ['2', 'up'],
    ]);
  });

  it('can be corrected with Backspace, and extend the text of a cell that was opened', () => {
    expect(texts([...typed('97'), key('Backspace'), ...typed('8'), key('Enter')])).toEqual([['98', 'down']]);
    expect(texts([...typed('9'), key('Backspace'), key('Backspace'), key('Enter')])).toEqual([['', 'down']]);
    expect(texts([key('F2'), key('Backspace'), ...typed('x'), key('Tab')])).toEqual([['manx', 'right']]);
    expect(texts([key('Enter'), key('Enter')])).toEqual([['many', 'down']]);
  });

  it('are discarded when the person moves to the next problem or leaves the rows, and kept otherwise', () => {
    expect(texts([...typed('5'), nextProblem, ...typed('6')])).toEqual([
      ['5', 'stay'],
      'other',
      ['6', 'open'],
    ]);
    expect(texts([...typed('5'), { kind: 'leave' }])).toEqual([['5', 'stay']]);
    expect(texts([...typed('5'), key('Escape'), key('ArrowDown')])).toEqual([['5', 'cancel'], 'other']);
    expect(isEntryOpen(typed('5'), false)).toBe(true);
    expect(isEntryOpen([...typed('5'), key('Enter')], false)).toBe(false);
    expect(isEntryOpen([key('ArrowDown'), { kind: 'paste', text: '5' }], false)).toBe(false);
  });

  it('are refused as a whole if the cell’s text cannot be read, so that no part is saved', () => {
    expect(texts([key('F2'), ...typed('98'), key('ArrowLeft'), ...typed('7')])).toEqual(['refused']);
    expect(texts([...typed('98'), key('ArrowLeft', { isShift: true }), ...typed('7')])).toEqual(['refused']);
    expect(texts([...typed('98'), { kind: 'paste', text: '7' }, key('Enter')])).toEqual(['refused']);
    expect(texts([...typed('98'), key('a', { isCommand: true }), key('Enter')])).toEqual(['refused']);
    expect(isEntryOpen([...typed('98'), key('ArrowLeft', { isShift: true })], false)).toBe(true);
  });

  it('are ended by an arrow if they were typed over a cell, unless it goes through offered codes', () => {
    const down = [...typed('EU'), key('ArrowDown'), ...typed('7'), key('ArrowLeft')];
    expect(texts(down)).toEqual([
      ['EU', 'ArrowDown'],
      ['7', 'ArrowLeft'],
    ]);
    expect(isEntryOpen(down, false)).toBe(false);
    expect(texts(down, true)).toEqual(['refused']);
    expect(isEntryOpen(down.slice(0, 3), false)).toBe(false);
    expect(isEntryOpen(down.slice(0, 3), true)).toBe(true);
    expect(texts([...typed('EU'), key('ArrowRight')], true)).toEqual([['EU', 'ArrowRight']]);
  });

  it('include a letter typed with Ctrl and Alt together', () => {
    expect(
      texts([...typed('a'), key('@', { isCommand: true, isAlt: true }), ...typed('b'), key('Enter')]),
    ).toEqual([['a@b', 'down']]);
  });
});
