import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Cells of a workbook as they stand in its XML: text, or `{ xml }` for anything else. */
export type WorkbookCell = string | { readonly xml: string };

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A number exactly as written; a spreadsheet keeps numbers so. */
export const number = (digits: string): WorkbookCell => ({ xml: `<c REF><v>${digits}</v></c>` });
/** A day, as the number of days since 1899-12-30, shown as a date. */
export const day = (days: number): WorkbookCell => ({ xml: `<c REF s="1"><v>${days}</v></c>` });
export const truth = (value: boolean): WorkbookCell => ({ xml: `<c REF t="b"><v>${Number(value)}</v></c>` });

function sheetXml(rows: readonly (readonly WorkbookCell[])[]): string {
  const cell = (value: WorkbookCell, ref: string): string =>
    typeof value === 'string'
      ? value === ''
        ? ''
        : `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
      : value.xml.replace('REF', `r="${ref}"`);
  const lines = rows.map((cells, row) => {
    const inside = cells.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${row + 1}`));
    return `<row r="${row + 1}">${inside.join('')}</row>`;
  });
  return `${head}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** The files of a workbook of these sheets. */
export function workbookFiles(...sheets: (readonly (readonly WorkbookCell[])[])[]): Map<string, string> {
  const numbers = sheets.map((_, index) => index + 1);
  return new Map([
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${numbers.map((n) => `<sheet name="S${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId99" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
    ...sheets.map((rows, index): [string, string] => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(rows)]),
  ]);
}

/** A workbook of these sheets, of which each is rows of cells. */
export function workbook(...sheets: (readonly (readonly WorkbookCell[])[])[]): Buffer {
  return zip(workbookFiles(...sheets));
}

/** Many equal pieces, one after the other: filling memory with all of them takes longer than the rest of a test. */
type Repeated = { readonly piece: Buffer; readonly times: number };
export type Content = string | Buffer | Repeated;
type Packed = { readonly bytes: number; readonly packed: Buffer; readonly sum: number };

function pack(content: Content): Packed {
  const isRepeated = typeof content === 'object' && 'times' in content;
  const { piece, times } = isRepeated ? content : { piece: Buffer.from(content), times: 1 };
  const again =
    times === 1 ? Buffer.alloc(0) : deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = [...Array.from({ length: times - 1 }, () => again), deflateRawSync(piece)];
  const sum = pieces.reduce((before) => crc32(piece, before), 0);
  return { bytes: piece.length * times, packed: Buffer.concat(pieces), sum };
}

/** A ZIP archive of these files. */
export function zip(files: ReadonlyMap<string, Content>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  /** What several of the files hold is packed once. */
  const packedOf = new Map<Content, Packed>();
  let place = 0;
  for (const [name, content] of files) {
    const { bytes, packed, sum } = packedOf.get(content) ?? pack(content);
    packedOf.set(content, { bytes, packed, sum });
    const title = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(sum, 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(bytes, 22);
    header.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(place, 42);
    parts.push(header, title, packed);
    directory.push(entry, title);
    place += 30 + title.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
