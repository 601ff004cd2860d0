import type { TableWriter } from '../../core/ports/index.ts';
import { defuse } from './write-csv.ts';
import { ZipEntryWriter } from '../zip/write-zip.ts';
import { zipOf } from '../zip/zip-layout.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const parts: readonly (readonly [name: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets><sheet name="Payouts" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

/** Rows below the header that fit into a sheet. */
const largestXlsxRows = 1_048_575;

const special = /[&<>\ufffe\uffff]|_x[0-9A-Fa-f]{4}_|\p{Cc}/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\n': '\n',
  '\t': '\t',
};

/** What XML cannot hold is written as Excel does it, by its number; a text that looks like such a number is kept apart from it. */
function escaped(text: string): string {
  return text.replace(special, (found) => {
    if (found.startsWith('_')) return `_x005F${found}`;
    return entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

const letters = 26;
const letterA = 65;

/** A for 0, Z for 25, AA for 26. */
function columnName(index: number): string {
  const last = String.fromCharCode(letterA + (index % letters));
  return index < letters ? last : `${columnName(Math.floor(index / letters) - 1)}${last}`;
}

/** Empty cells are left out; each names its place, since some readers do not count. */
function rowXml(cells: readonly string[], rowNumber: number): string {
  const written = cells.map((cell, index) =>
    cell === ''
      ? ''
      : `<c r="${columnName(index)}${rowNumber}" t="inlineStr"><is><t xml:space="preserve">${escaped(defuse(cell))}</t></is></c>`,
  );
  return `<row r="${rowNumber}">${written.join('')}</row>`;
}

/**
 * Writes an Excel workbook of one sheet, some rows at a time. Every cell is a text, so that no amount loses a digit and nothing is run. Throws a
 * RangeError beyond `largestXlsxRows`.
 */
export function beginXlsx(header: readonly string[]): TableWriter {
  const sheet = new ZipEntryWriter('xl/worksheets/sheet1.xml');
  let rows = 0;
  const begun = sheet.add(
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${rowXml(header, 1)}`,
  );
  return {
    async add(more) {
      const firstRow = rows + 2;
      rows += more.length;
      if (rows > largestXlsxRows) throw new RangeError(`an Excel sheet has at most ${largestXlsxRows} rows`);
      await begun;
      await sheet.add(more.map((cells, index) => rowXml(cells, firstRow + index)).join(''));
    },
    async finish() {
      await begun;
      await sheet.add('</sheetData></worksheet>');
      const entries = [];
      for (const [name, xml] of parts) {
        const entry = new ZipEntryWriter(name);
        await entry.add(`${declaration}${xml}`);
        entries.push(await entry.finish());
      }
      return zipOf([...entries, await sheet.finish()]);
    },
  };
}
