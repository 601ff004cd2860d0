import { dayMs } from '../../../contract/duration.ts';
import { beginsWithDay } from '../../../contract/possible-time.ts';
import { fail } from '../../../contract/result.ts';
import {
  exportColumn,
  largestXlsxRows,
  tooManyRowsText,
  type ExportKind,
} from '../../../contract/text/export-columns.ts';
import { defuse } from '../../../contract/text/files/defuse.ts';
import type { ExportCell, TableWriter } from '../../core/ports/index.ts';
import { textIn } from './write-csv.ts';
import { ZipEntryWriter } from '../zip/write-zip.ts';
import { zipOf } from '../zip/zip-layout.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relationship = `${office}/relationships`;
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';

const mostDecimals = 18;
/** The most digits that a spreadsheet number preserves; an amount with more is written as text. */
const exactDigits = 15;
const firstFormat = 164;
const [headerStyle, timeStyle, dayStyle, firstAmountStyle] = [1, 2, 3, 4];

const amountFormats = Array.from({ length: mostDecimals + 1 }, (_, decimals) =>
  decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`,
);
/** With milliseconds: a spreadsheet rounds to what it shows, so that 23:59:59.700 would be the next day, and filters by what it holds. */
const formats = ['yyyy\\-mm\\-dd\\ hh:mm:ss.000', 'yyyy\\-mm\\-dd', ...amountFormats];

const styles = `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats
  .map((code, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 2}"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/>${formats
  .map((_, index) => `<xf numFmtId="${firstFormat + index}" xfId="0" applyNumberFormat="1"/>`)
  .join('')}</cellXfs></styleSheet>`;

/** The parts around the sheets; `sheets` are their names. */
function partsOf(sheets: readonly string[]): (readonly [name: string, xml: string])[] {
  const numbers = sheets.map((_, index) => index + 1);
  const stylesId = `rId${sheets.length + 1}`;
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${numbers
        .map(
          (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${sheetType}"/>`,
        )
        .join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationship}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relationship}"><sheets>${sheets
        .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${numbers
        .map(
          (number) =>
            `<Relationship Id="rId${number}" Type="${relationship}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="${stylesId}" Type="${relationship}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

const special = /[&<>\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|\p{Cc}/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\n': '\n',
  '\t': '\t',
};

/** Characters that XML cannot hold are written as Excel does, by number; a text that looks like such a number is escaped. */
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

const plainAmount = /^-?(\d+)(?:\.(\d+))?$/;
/** A day, or a time in UTC. What a gateway wrote otherwise stays text: `Date` would read it in the time zone of this computer. */
const utcMoment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;
/** The days from the beginning of a spreadsheet's calendar to 1970. */
const daysBefore1970 = 25_569;

/** In UTF-16 units. Excel calls a workbook with a longer text damaged. */
const longestText = 32_767;
const cutOff = '… (cut off: a cell of Excel has at most 32,767 characters; export CSV for all of it)';

function textCell(place: string, cell: string, style = 0): string {
  const styled = style === 0 ? '' : ` s="${style}"`;
  return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(fitted(defuse(cell)))}</t></is></c>`;
}

function fitted(text: string): string {
  if (text.length <= longestText) return text;
  return text.slice(0, longestText - cutOff.length).replace(/[\ud800-\udbff]$/, '') + cutOff;
}

/** A cell in its own type, if that loses nothing; otherwise as text. */
function cellXml(place: string, cell: ExportCell, kind: ExportKind): string {
  if (typeof cell !== 'string') return textCell(place, cell.text);
  if (kind === 'amount' || kind === 'count') {
    const [, whole = '', decimals = ''] = plainAmount.exec(cell) ?? [];
    const isExact = whole !== '' && whole.replace(/^0+/, '').length + decimals.length <= exactDigits;
    if (isExact && decimals.length <= mostDecimals)
      return `<c r="${place}" s="${firstAmountStyle + decimals.length}"><v>${cell}</v></c>`;
  }
  const [moment, clockTime] = kind === 'time' || kind === 'day' ? (utcMoment.exec(cell) ?? []) : [];
  const time = moment !== undefined && beginsWithDay(moment) ? Date.parse(moment) : Number.NaN;
  if (!Number.isNaN(time)) {
    const style = clockTime === undefined ? dayStyle : timeStyle;
    return `<c r="${place}" s="${style}"><v>${daysBefore1970 + time / dayMs}</v></c>`;
  }
  return textCell(place, cell);
}

/** Empty cells are left out; each cell names its place, because some readers do not count. */
function rowXml(cells: readonly ExportCell[], rowNumber: number, kinds: readonly ExportKind[]): string {
  const written = cells.map((cell, index) =>
    textIn(cell) === '' ? '' : cellXml(`${columnName(index)}${rowNumber}`, cell, kinds[index] ?? 'text'),
  );
  return `<row r="${rowNumber}">${written.join('')}</row>`;
}

/** A row of bold texts. */
function headerXml(titles: readonly string[]): string {
  const written = titles.map((title, index) => textCell(`${columnName(index)}1`, title, headerStyle));
  return `<row r="1">${written.join('')}</row>`;
}

const frozenHeader =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
/** Wide enough for a time. */
const widths = '<sheetFormatPr defaultColWidth="24" defaultRowHeight="15"/>';

/** In characters: the values stay in view beside a longer one. */
const longestName = 50;

/** The names of a description are beside their values, which would cut them. */
function aboutWidths(about: readonly (readonly [name: string, ...rest: unknown[]])[]): string {
  const longest = about.reduce((most, [name]) => Math.max(most, name.length), 0);
  return `<cols><col min="1" max="1" width="${Math.min(longest, longestName) + 2}" customWidth="1"/></cols>`;
}

/** Thrown at the first row that an Excel sheet cannot have; dispatch turns it into its error. */
class TooManyRows extends RangeError {
  readonly appError = fail('inputInvalid', tooManyRowsText('rows')).error;
}

/**
 * Writes an Excel workbook in pieces: the rows on one sheet, and on a second the description passed to `finish`. An amount is a
 * number unless it has more digits than a number preserves; nothing can run as a formula. Throws `TooManyRows` beyond
 * `largestXlsxRows`.
 */
export function beginXlsx(header: readonly string[]): TableWriter {
  const columns = header.map(exportColumn);
  const kinds = columns.map(({ kind }) => kind);
  const sheet = new ZipEntryWriter('xl/worksheets/sheet1.xml');
  let rows = 0;
  const begun = sheet.add(
    `${declaration}<worksheet xmlns="${main}">${frozenHeader}${widths}<sheetData>${headerXml(columns.map(({ title }) => title))}`,
  );
  return {
    async add(more) {
      const firstRow = rows + 2;
      rows += more.length;
      if (rows > largestXlsxRows) throw new TooManyRows();
      await begun;
      await sheet.add(more.map((cells, index) => rowXml(cells, firstRow + index, kinds)).join(''));
    },
    async finish(about = []) {
      await begun;
      await sheet.add('</sheetData></worksheet>');
      const aboutSheet = `<worksheet xmlns="${main}">${widths}${aboutWidths(about)}<sheetData>${about
        .map(([name, value, kind = 'text'], index) => rowXml([name, value], index + 1, ['text', kind]))
        .join('')}</sheetData></worksheet>`;
      const hasAbout = about.length > 0;
      const parts = [
        ...partsOf(hasAbout ? ['Rows', 'About'] : ['Rows']),
        ...(hasAbout ? [['xl/worksheets/sheet2.xml', aboutSheet] as const] : []),
      ];
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
