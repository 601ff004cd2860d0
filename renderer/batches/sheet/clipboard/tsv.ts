/**
 * Parses a spreadsheet's clipboard: cells separated by tabs, rows by line breaks, a cell that contains either of them
 * in quotes. A trailing line break adds no row.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let place = 0;
  const endRow = () => {
    row.push(cell);
    rows.push(row);
    row = [];
    cell = '';
  };
  while (place < text.length) {
    const sign = text.charAt(place);
    if (sign === '"' && cell === '') {
      const quoted = readQuoted(text, place);
      if (quoted !== null) {
        cell = quoted.cell;
        place = quoted.next;
        continue;
      }
    }
    place += 1;
    if (sign === '\t') {
      row.push(cell);
      cell = '';
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text.charAt(place) === '\n') place += 1;
      endRow();
    } else cell += sign;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** A quoted cell that begins here; null if the quote is a literal character of the cell. */
function readQuoted(text: string, start: number): { cell: string; next: number } | null {
  let cell = '';
  for (let place = start + 1; place < text.length; place += 1) {
    const sign = text.charAt(place);
    if (sign !== '"') cell += sign;
    else if (text.charAt(place + 1) === '"') {
      cell += '"';
      place += 1;
    } else {
      const next = place + 1;
      const isEnd = next === text.length || /[\t\r\n]/.test(text.charAt(next));
      return isEnd ? { cell, next } : null;
    }
  }
  return null;
}

/** Writes cells so that a spreadsheet, and `readTsv`, read the same cells again. A single row has no trailing line break. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(writeCell).join('\t'));
  return lines.length === 1 ? lines.join('') : lines.map((line) => `${line}\n`).join('');
}

function writeCell(cell: string): string {
  return /^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
