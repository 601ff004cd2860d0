import { SaxesParser } from 'saxes';

/** A sheet of a workbook: its name, its file, whether the workbook hides it, and whether it has rows, as a chart has not. */
type SheetPart = {
  readonly name: string;
  readonly file: string;
  readonly isHidden: boolean;
  readonly hasRows: boolean;
};

/** Of what a workbook consists: its sheets, and the file of its cell styles. */
export type WorkbookParts = { readonly sheets: readonly SheetPart[]; readonly styles: string };

/** What a workbook lists; `relationsXml` names the file and the kind of each part. */
export function partsOf(workbookXml: Buffer, relationsXml: Buffer): WorkbookParts {
  const files = new Map<string, string>();
  const withoutRows = new Set<string>();
  let styles = '';
  readElements(relationsXml, 'Relationship', ({ Id = '', Target = '', Type = '' }) => {
    const file = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
    files.set(Id, file);
    if (Type.endsWith('/styles')) styles = file;
    if (!Type.endsWith('/worksheet')) withoutRows.add(Id);
  });
  const sheets: SheetPart[] = [];
  readElements(workbookXml, 'sheet', ({ name, state = '', ...others }) => {
    const [, id = ''] = Object.entries(others).find(([key]) => /^\w+:id$/.test(key)) ?? [];
    if (name === undefined) return;
    const file = files.get(id) ?? '';
    sheets.push({ name, file, isHidden: /hidden$/i.test(state), hasRows: !withoutRows.has(id) });
  });
  return { sheets, styles };
}

export function readElements(
  xml: Buffer,
  element: string,
  read: (attributes: Readonly<Record<string, string | undefined>>) => void,
): void {
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === element) read(attributes);
  });
  // Ignored: the reader of the workbook reports that it is damaged.
  parser.on('error', () => undefined);
  parser.write(xml.toString('utf8')).close();
}

const hides = [' hidden="1"', ' hidden="true"', ' ht="0"'].map((text) => Buffer.from(text));

/** How many rows of a worksheet are hidden and not empty: individually, by a filter, or without height. */
export function hiddenRows(worksheetXml: Buffer): number {
  const rows = new Set<number>();
  for (const hidden of hides)
    for (let at = worksheetXml.indexOf(hidden); at >= 0; at = worksheetXml.indexOf(hidden, at + 1)) {
      const end = worksheetXml.indexOf('>', at);
      if (isIn('row', worksheetXml, at) && worksheetXml.toString('latin1', end - 1, end) !== '/')
        rows.add(end);
    }
  return rows.size;
}

/** Whether a workbook asks for all formulas to be calculated when it is opened, because their values in the file may be old. */
export function asksForCalculation(workbookXml: Buffer): boolean {
  let isAsked = false;
  readElements(workbookXml, 'calcPr', ({ fullCalcOnLoad = '' }) => {
    isAsked ||= /^(?:1|true)$/.test(fullCalcOnLoad);
  });
  return isAsked;
}

const errorType = Buffer.from(' t="e"');
const textType = Buffer.from(' t="str"');

/**
 * A worksheet in which errors such as #N/A are texts. The library reads them as empty cells, so an account that a lookup did not find would
 * be empty. Searches bytes, not characters: a worksheet may have a hundred megabytes.
 */
export function withErrorsAsText(xml: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = xml.indexOf(errorType); at >= 0; at = xml.indexOf(errorType, at + 1)) {
    if (!isIn('c', xml, at)) continue;
    pieces.push(xml.subarray(done, at), textType);
    done = at + errorType.length;
  }
  return pieces.length === 0 ? xml : Buffer.concat([...pieces, xml.subarray(done)]);
}

/** Longer than the attributes of a cell or row before this one: its place and its style. */
const longestBefore = 200;

/** Whether an attribute belongs to this element: a text may contain the same characters. */
export function isIn(element: 'c' | 'row', xml: Buffer, attributeAt: number): boolean {
  const before = xml.toString('latin1', Math.max(0, attributeAt - longestBefore), attributeAt);
  const [, name] = /^<(\w+)(?:\s[^>]*)?$/.exec(before.slice(before.lastIndexOf('<'))) ?? [];
  return name === element;
}
