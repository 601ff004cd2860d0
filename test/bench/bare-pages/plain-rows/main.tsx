import '@fontsource-variable/inter/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { createRoot } from 'react-dom/client';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import { groupedAmount } from '../../../../contract/text/numbers.ts';
import {
  arrangedColumns,
  layOutColumns,
  rowNumberWidth,
} from '../../../../renderer/batches/sheet/columns.ts';
import { GridFrame, headHeight, withRowHeight } from '../../../../renderer/batches/sheet/grid/gridStyles.ts';
import { theme } from '../../../../renderer/theme.ts';
import { makeRows } from '../../kit/rows.ts';

/**
 * The least that painting the rows of a sheet takes: as many rows and cells as the sheet draws, with its styles and words, made once and moved
 * with the scrolling. Nothing is asked, marked, selected or kept, and React draws nothing while it is scrolled.
 */

const given = new URLSearchParams(location.search);
const number = (name: string): number => Number(given.get(name));
const [count, drawn, rowHeight] = [number('rows'), number('drawn'), number('rowHeight')];
const rows = makeRows(count, true);
const { columns, width } = layOutColumns(arrangedColumns([]), false);

type Drawn = { place: number; readonly row: HTMLElement; readonly texts: readonly Text[] };

function makeRow(): Drawn {
  const row = document.createElement('div');
  row.className = 'row';
  row.setAttribute('role', 'row');
  const looks = [
    { className: 'cell number', width: rowNumberWidth },
    ...columns.map((column, index) => ({
      className: `cell${index === 0 ? ' isFrozen' : ''}${column.isNumeric ? ' isNumeric' : ''}${column.isMonospaced ? ' isMonospaced' : ''}`,
      width: column.width,
    })),
  ];
  const texts = looks.map((look) => {
    const cell = row.appendChild(document.createElement('div'));
    cell.className = look.className;
    cell.style.width = `${look.width}px`;
    return cell.appendChild(document.createTextNode(''));
  });
  return { place: -1, row, texts };
}

function write(drawnRow: Drawn, place: number): void {
  drawnRow.place = place;
  drawnRow.row.setAttribute('aria-rowindex', String(place + 2));
  drawnRow.row.style.transform = `translateY(${headHeight + place * rowHeight}px)`;
  const row = rows[place];
  drawnRow.texts.forEach((text, index) => {
    const key = columns[index - 1]?.key;
    text.data = key === undefined ? String(place + 1) : wordsOf(row, key);
  });
}

function wordsOf(row: PayoutRow | undefined, key: keyof PayoutRow): string {
  const text = row?.[key] ?? '';
  return key === 'amount' ? groupedAmount(text) : text;
}

function begin(body: HTMLElement): void {
  const frame = document.querySelector('#frame');
  const all = Array.from({ length: drawn }, makeRow);
  for (const { row } of all) body.append(row);
  const show = (): void => {
    const beyond = Math.floor((drawn - (frame?.clientHeight ?? 0) / rowHeight) / 2);
    const wanted = Math.floor((frame?.scrollTop ?? 0) / rowHeight) - beyond;
    const first = Math.max(0, Math.min(wanted, count - drawn));
    for (let place = first; place < first + drawn; place += 1) {
      const at = all[place % drawn];
      if (at !== undefined && at.place !== place) write(at, place);
    }
  };
  frame?.addEventListener('scroll', show, { passive: true });
  show();
}

const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline enableColorScheme />
      <GridFrame id="frame" style={{ width: number('width'), height: number('height') }}>
        <div
          style={{
            position: 'relative',
            width,
            height: headHeight + count * rowHeight,
            ...withRowHeight(rowHeight),
          }}
        >
          <div role="grid" style={{ height: '100%' }}>
            <div className="head" />
            <div
              role="rowgroup"
              ref={(body) => (body === null || body.firstChild !== null ? undefined : begin(body))}
            />
          </div>
        </div>
      </GridFrame>
    </ThemeProvider>,
  );
