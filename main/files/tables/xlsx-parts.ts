import { SaxesParser } from 'saxes';

/** The names of the worksheets that a workbook shows to nobody. */
export function hiddenWorksheets(workbookXml: Buffer): string[] {
  const hidden: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const { name: title, state } = attributes;
    if (/^(?:\w+:)?sheet$/.test(name) && title !== undefined && /hidden$/i.test(state ?? ''))
      hidden.push(title);
  });
  // Ignored: what reads the workbook says that it is broken.
  parser.on('error', () => undefined);
  parser.write(workbookXml.toString('utf8')).close();
  return hidden;
}

const types = [
  { error: Buffer.from(' t="e"'), text: Buffer.from(' t="str"') },
  { error: Buffer.from(" t='e'"), text: Buffer.from(" t='str'") },
];

/**
 * A worksheet in which errors such as #N/A stand as texts; null: there are none. The library reads them as empty cells, so that an account
 * which a lookup did not find would be none. Bytes are looked for, not characters: a worksheet may have a hundred megabytes.
 */
export function withErrorsAsText(worksheetXml: Buffer): Buffer | null {
  const changed = types.reduce((xml, { error, text }) => withCellType(xml, error, text), worksheetXml);
  return changed === worksheetXml ? null : changed;
}

function withCellType(xml: Buffer, from: Buffer, to: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = xml.indexOf(from); at >= 0; at = xml.indexOf(from, at + 1)) {
    if (!isInCell(xml, at)) continue;
    pieces.push(xml.subarray(done, at), to);
    done = at + from.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}

/** Longer than what stands in a cell before its type: its place and its style. */
const longestBefore = 200;

/** Whether an attribute is one of a cell: a text may hold the same characters. */
function isInCell(xml: Buffer, attributeAt: number): boolean {
  const before = xml.toString('latin1', Math.max(0, attributeAt - longestBefore), attributeAt);
  return /^<(?:\w+:)?c(?:\s[^>]*)?$/.test(before.slice(before.lastIndexOf('<')));
}
