import { SaxesParser } from 'saxes';
import { notCalculated } from '../cells/cells.ts';

/** A worksheet of a workbook: its name, its file, and whether the workbook hides it. */
type WorksheetPart = { readonly name: string; readonly file: string; readonly isHidden: boolean };

/** The worksheets that a workbook lists; `relationsXml` names the file of each. */
export function worksheetsOf(workbookXml: Buffer, relationsXml: Buffer): WorksheetPart[] {
  const files = new Map<string, string>();
  readElements(relationsXml, 'Relationship', ({ Id = '', Target = '' }) =>
    files.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`),
  );
  const found: WorksheetPart[] = [];
  readElements(workbookXml, 'sheet', ({ name, state = '', ...others }) => {
    const [, id = ''] = Object.entries(others).find(([key]) => /^\w+:id$/.test(key)) ?? [];
    if (name !== undefined) found.push({ name, file: files.get(id) ?? '', isHidden: /hidden$/i.test(state) });
  });
  return found;
}

function readElements(
  xml: Buffer,
  element: string,
  read: (attributes: Readonly<Record<string, string | undefined>>) => void,
): void {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name.replace(/^\w+:/, '') === element) read(attributes);
  });
  // Ignored: the reader of the workbook reports that it is damaged.
  parser.on('error', () => undefined);
  parser.write(xml.toString('utf8')).close();
}

const hides = [' hidden="1"', ' hidden="true"', " hidden='1'", " hidden='true'"].map((text) =>
  Buffer.from(text),
);

/** How many rows of a worksheet are hidden and not empty: individually, or by a filter. */
export function hiddenRows(worksheetXml: Buffer): number {
  let rows = 0;
  for (const hidden of hides)
    for (let at = worksheetXml.indexOf(hidden); at >= 0; at = worksheetXml.indexOf(hidden, at + 1)) {
      const end = worksheetXml.indexOf('>', at);
      if (isIn('row', worksheetXml, at) && worksheetXml.toString('latin1', end - 1, end) !== '/') rows += 1;
    }
  return rows;
}

const types = [
  { error: Buffer.from(' t="e"'), text: Buffer.from(' t="str"') },
  { error: Buffer.from(" t='e'"), text: Buffer.from(" t='str'") },
];

/**
 * A worksheet in which errors such as #N/A, and formulas that were never calculated, are texts; null: there are none. The library reads
 * them as empty cells, so an account that a lookup did not find, or had yet to find, would be empty. Searches bytes, not characters: a
 * worksheet may have a hundred megabytes.
 */
export function withErrorsAsText(worksheetXml: Buffer): Buffer | null {
  const errors = types.reduce((xml, { error, text }) => withCellType(xml, error, text), worksheetXml);
  const changed = withUncalculated(errors);
  return changed === worksheetXml ? null : changed;
}

const formulaEnd = Buffer.from('</f>');
const withoutValue = ['</f></c>', '</f><v></v></c>', '</f><v/></c>', '</f><v /></c>'].map((end) =>
  Buffer.from(end),
);
const cellStart = Buffer.from('<c ');
const valueStart = Buffer.from('<v>');
const [openingAngle, closingAngle] = Buffer.from('<>');

/** Programs that write workbooks leave the values of formulas to the spreadsheet program, which calculates them when it opens the file. */
function withUncalculated(xml: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = xml.indexOf(formulaEnd); at >= 0; at = xml.indexOf(formulaEnd, at + 1)) {
    // Nearly every formula was calculated, and is passed over at little cost.
    const valueAt = at + formulaEnd.length + valueStart.length;
    if (xml[valueAt - 1] === closingAngle && xml[valueAt] !== openingAngle) continue;
    const end = withoutValue.find((each) => xml.subarray(at, at + each.length).equals(each));
    const start = end === undefined ? -1 : xml.lastIndexOf(cellStart, at);
    if (end === undefined || start < done) continue;
    const opening = xml.toString('latin1', start, xml.indexOf('>', start));
    // A text that was calculated may be empty.
    if (end !== withoutValue[0] && /\st=["']str["']/.test(opening)) continue;
    const cell = `${opening.replace(/\st=["']\w*["']/, '')} t="str"><v>${notCalculated}</v></c>`;
    pieces.push(xml.subarray(done, start), Buffer.from(cell, 'latin1'));
    done = at + end.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}

function withCellType(xml: Buffer, from: Buffer, to: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = xml.indexOf(from); at >= 0; at = xml.indexOf(from, at + 1)) {
    if (!isIn('c', xml, at)) continue;
    pieces.push(xml.subarray(done, at), to);
    done = at + from.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}

/** Longer than the attributes of a cell or row before this one: its place and its style. */
const longestBefore = 200;

/** Whether an attribute belongs to this element: a text may contain the same characters. */
function isIn(element: 'c' | 'row', xml: Buffer, attributeAt: number): boolean {
  const before = xml.toString('latin1', Math.max(0, attributeAt - longestBefore), attributeAt);
  const [, name] = /^<(?:\w+:)?(\w+)(?:\s[^>]*)?$/.exec(before.slice(before.lastIndexOf('<'))) ?? [];
  return name === element;
}
