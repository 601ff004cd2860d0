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

const errorCell = /(<(?:\w+:)?c\b[^>]*?\st=)(?:"e"|'e')/g;

/**
 * A worksheet in which errors such as #N/A stand as texts; null: there are none. The library reads them as empty cells, so that an account
 * which a lookup did not find would be none.
 */
export function withErrorsAsText(worksheetXml: Buffer): Buffer | null {
  if (!worksheetXml.includes(' t="e"') && !worksheetXml.includes(" t='e'")) return null;
  return Buffer.from(worksheetXml.toString('utf8').replaceAll(errorCell, '$1"str"'));
}
