import { useState, type UIEvent } from 'react';
import { GridFrame } from './gridStyles.ts';
import { SheetGridBody } from './SheetGridBody.tsx';
import type { SheetEditor } from '../useSheetEditor.ts';

/** The rows of a sheet in one continuous table, of which only the visible part is rendered. */
export function SheetGrid({ editor, rowHeight }: { editor: SheetEditor; rowHeight: number }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  return (
    <GridFrame ref={setFrame} onScroll={markShifted}>
      {frame === null ? null : <SheetGridBody editor={editor} rowHeight={rowHeight} frame={frame} />}
    </GridFrame>
  );
}

/** Marks whether the frame is scrolled sideways. */
function markShifted({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-shifted', currentTarget.scrollLeft > 0);
}
