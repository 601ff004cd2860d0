import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useLayoutEffect, useRef } from 'react';
import { faultText } from '../../../../contract/text/files/fault-text.ts';
import type { CellProblem, RowFinding } from '../../../../contract/batches/sheet.ts';
import { headHeight } from '../grid/gridStyles.ts';

/** Pixels; the second is the free margin beside and below it. */
const width = 300;
const margin = 8;
/** Pixels between the note and its cell. */
const gap = 4;

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
  // The note covers other cells: a click that is not on its button is for the cell below.
  pointerEvents: 'none',
  '& button': { pointerEvents: 'auto' },
  '& p': { margin: 0 },
  '& .expected': { marginTop: 4, color: (theme.vars ?? theme).palette.text.secondary },
}));

type Box = { readonly top: number; readonly left: number; readonly width: number; readonly height: number };

type Props = {
  readonly problems: readonly CellProblem[];
  readonly findings: readonly RowFinding[];
  /** The position of the cell, in pixels of the sheet, including scrolling. */
  readonly cellNow: () => Box;
  /** The scrolling element: the whole note stays inside its visible area. */
  readonly frame: HTMLElement;
  readonly onUse: (suggestion: string) => void;
  /** Applies the suggestion to every cell of the column with this problem; null if no other row has it. */
  readonly onUseAll: (() => void) | null;
  /** Whether the keyboard is in the cell, so that shortcuts apply to it. */
  readonly hasKeys: boolean;
};

/** Shows the problem of a cell with its correction, and offers it; or something to review. */
export function ProblemNote({ problems, findings, cellNow, frame, onUse, onUseAll, hasKeys }: Props) {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (note.current === null) return;
      const { left, top } = placeBeside(cellNow(), note.current.offsetHeight, frame);
      note.current.style.left = `${left}px`;
      note.current.style.top = `${top}px`;
    };
    place();
    frame.addEventListener('scroll', place);
    return () => frame.removeEventListener('scroll', place);
  });
  return (
    <Frame ref={note} id="sheet-problem" role="status" className={problems.length === 0 ? 'isHint' : ''}>
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
              {suggestion === '' ? 'Empty the cell' : `Use “${suggestion}”`}
              {hasKeys ? ' · Alt+Enter' : ''}
            </Button>
          )}
          {suggestion !== null && isProblem && onUseAll !== null && (
            <Button
              size="small"
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={onUseAll}
            >
              Correct all of these
              {hasKeys ? ' · Alt+Shift+Enter' : ''}
            </Button>
          )}
        </div>
      ))}
    </Frame>
  );
}

/** Below the cell, else above, else beside it: inside the visible area for as long as the cell is. */
function placeBeside(cell: Box, height: number, frame: HTMLElement): { left: number; top: number } {
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
  const inWidth = (left: number) =>
    Math.max(scrollLeft, Math.min(left, scrollLeft + clientWidth - width - margin));
  const left = inWidth(cell.left);
  const below = cell.top + cell.height + gap;
  const above = cell.top - gap - height;
  const highest = scrollTop + headHeight;
  const lowest = scrollTop + clientHeight - margin - height;
  const isSeen = cell.top + cell.height > highest && cell.top < scrollTop + clientHeight;
  if (below <= lowest || !isSeen) return { left, top: below };
  if (above >= highest) return { left, top: above };
  const after = cell.left + cell.width + gap;
  return {
    left: inWidth(after) === after ? after : inWidth(cell.left - gap - width),
    top: Math.max(highest, lowest),
  };
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
