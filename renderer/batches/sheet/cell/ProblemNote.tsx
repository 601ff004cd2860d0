import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useLayoutEffect, useRef } from 'react';
import { faultText } from '../../../../contract/text/files/fault-text.ts';
import type { CellProblem, RowFinding } from '../../../../contract/batches/sheet.ts';

/** Pixels; the second is what stays free beside it. */
const width = 300;
const margin = 8;

const Frame = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 4,
  boxSizing: 'border-box',
  width,
  padding: '10px 12px',
  borderRadius: 8,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  borderLeft: `3px solid ${(theme.vars ?? theme).palette.error.main}`,
  '&.isHint': { borderLeftColor: (theme.vars ?? theme).palette.tone.doubt.fill },
  backgroundColor: (theme.vars ?? theme).palette.background.paper,
  color: (theme.vars ?? theme).palette.text.primary,
  boxShadow: theme.shadows[6],
  fontSize: 13,
  lineHeight: 1.4,
  // The note lies over other cells: a click that is not for its button is for the cell below.
  pointerEvents: 'none',
  '& button': { pointerEvents: 'auto' },
  '& p': { margin: 0 },
  '& .expected': { marginTop: 4, color: (theme.vars ?? theme).palette.text.secondary },
}));

type Props = {
  readonly problems: readonly CellProblem[];
  readonly findings: readonly RowFinding[];
  /** What is worth another look, though nothing is wrong with it; null: nothing. */
  readonly hint: string | null;
  /** Pixels from the top of the sheet; the note stands above this line when `isAbove`. */
  readonly top: number;
  /** Pixels from the left of the sheet to the cell, as far as it is scrolled. */
  readonly leftNow: () => number;
  readonly isAbove: boolean;
  /** What is scrolled: all of the note stays inside of what it shows. */
  readonly frame: HTMLElement;
  readonly onUse: (suggestion: string) => void;
  /** Uses what is suggested wherever this problem stands in the column; null where no other row has a problem. */
  readonly onUseAll: (() => void) | null;
};

/** Says what is wrong with a cell and what would be right, and offers it; or what is worth another look. */
export function ProblemNote({
  problems,
  findings,
  hint,
  top,
  leftNow,
  isAbove,
  frame,
  onUse,
  onUseAll,
}: Props) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { scrollLeft, clientWidth } = frame;
      const left = Math.max(scrollLeft, Math.min(leftNow(), scrollLeft + clientWidth - width - margin));
      if (note.current !== null) note.current.style.left = `${left}px`;
    };
    place();
    frame.addEventListener('scroll', place);
    return () => frame.removeEventListener('scroll', place);
  });
  return (
    <Frame
      ref={note}
      id="sheet-problem"
      role="status"
      className={problems.length === 0 ? 'isHint' : ''}
      style={isAbove ? { top, transform: 'translateY(calc(-100% - 4px))' } : { top: top + 4 }}
    >
      {hint === null ? null : <p>{hint}</p>}
      {[
        ...problems.map(noteOf),
        ...findings.map((finding) => ({ ...finding, next: nextOf(finding), isProblem: false })),
      ].map(({ message, next, suggestion, isProblem }) => (
        <div key={message}>
          <p>{message}</p>
          {next !== null && <p className="expected">{next}</p>}
          {suggestion !== null && (
            <Button
              size="small"
              sx={{ mt: 1 }}
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onUse(suggestion)}
            >
              {suggestion === '' ? 'Empty the cell' : `Use “${suggestion}”`} · Alt+Enter
            </Button>
          )}
          {suggestion !== null && isProblem && onUseAll !== null && (
            <Button
              size="small"
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={onUseAll}
            >
              Correct all of these · Alt+Shift+Enter
            </Button>
          )}
        </div>
      ))}
    </Frame>
  );
}

function noteOf({ fault, suggestion }: CellProblem) {
  const { message, expected } = faultText(fault);
  return { message, next: expected === null ? null : `Expected: ${expected}`, suggestion, isProblem: true };
}

/** What a finding means for the release; null: nothing. */
function nextOf({ kind, level }: RowFinding): string | null {
  if (kind === 'duplicate' || kind === 'possibleDuplicate')
    return 'Confirm it when you release, or change or remove the row.';
  if (level === 'block') return 'This blocks the release.';
  return level === 'warn' ? 'A warning: look before you release.' : null;
}
