import { createRequire } from 'node:module';
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { plainDecimal } from '../../../contract/money/decimal.ts';
import type { Failure } from '../../../contract/result.ts';
import { undefused } from '../../../contract/text/files/defuse.ts';
import { largestRows } from '../limits.ts';
import type { Cell, Piece, Worksheets } from './table.ts';
import { signMark } from './xlsx-formats.ts';

/** What ends the reading of a table before its end. */
export class TableFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.error.message);
    this.name = 'TableFailure';
    this.failure = failure;
  }
}

const rowsAtOnce = 200;
const largestHeapMegabytes = 1536;
/** How many sheets are searched for the first with content. */
const mostSheets = 20;

/**
 * The code that runs in a worker, because a workbook is parsed in one go. It is CommonJS and finds the library by its path, so
 * that it runs the same from sources, from a bundle and from an archive. Rows are arrays of texts, with numbers as [digits].
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { readSheet, SheetNotFoundError } = require(workerData.library);
const textOf = (cell) => {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string' || Array.isArray(cell)) return cell;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  const text = cell.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
};
const readUnlessFar = (bytes, name, options) => {
  const reason = workerData.far.get(name);
  if (reason !== undefined) throw new RangeError(reason);
  return readSheet(bytes, name, options);
};
const isFilled = (row) => row.some((cell) => cell !== null && cell !== '');
const namesOf = async (bytes) => {
  try {
    // No worksheet can have this name, and the error says which there are.
    await readSheet(bytes, '?');
  } catch (error) {
    if (error instanceof SheetNotFoundError && Array.isArray(error.sheets)) return error.sheets.map(String);
    throw error;
  }
  return [];
};
const read = async () => {
  const bytes = Buffer.from(workerData.bytes);
  const names = (await namesOf(bytes)).filter((name) => !workerData.others.includes(name));
  const tell = (name) => parentPort.postMessage({ names, name });
  const options = { parseNumber: (digits) => [digits] };
  if (workerData.worksheet !== null) {
    const isThere = names.includes(workerData.worksheet);
    tell(isThere ? workerData.worksheet : null);
    return isThere ? readUnlessFar(bytes, workerData.worksheet, options) : [];
  }
  // The others are hidden in the workbook: they are read only if a person names them.
  const visible = names.filter((name) => !workerData.hidden.includes(name));
  for (const name of visible.slice(0, workerData.mostSheets)) {
    const rows = await readUnlessFar(bytes, name, options);
    if (!rows.some(isFilled)) continue;
    tell(name);
    return rows;
  }
  tell(null);
  return [];
};
const reading = read();
// Ignored: the caller that awaits it gets the error; this only keeps the worker from ending first.
reading.catch(() => undefined);
let start = 0;
parentPort.on('message', async () => {
  try {
    const some = (await reading).slice(start, start + workerData.rowsAtOnce);
    start += some.length;
    parentPort.postMessage(some.length === 0 ? 'done' : some.map((row) => row.map(textOf)));
  } catch (error) {
    parentPort.postMessage(['tooWide', 'tooLarge'].includes(error.message) ? error.message : 'broken');
  }
});
`;

const Unread = z.enum(['broken', 'tooLarge', 'tooWide']);
/** Why a worksheet is not read. */
export type Unread = z.infer<typeof Unread>;

const Message = z.union([
  z.literal('done'),
  Unread,
  z.object({ names: z.array(z.string()), name: z.string().nullable() }),
  z.array(z.array(z.union([z.string(), z.tuple([z.string()])]))),
]);

/** Reads a workbook in its own thread, a few hundred rows at a time. If it cannot be read, throws the error that `explain` returns. */
export async function* readInWorker(
  bytes: Uint8Array,
  {
    worksheet,
    hidden,
    others,
    far,
  }: {
    readonly worksheet: string | null;
    readonly hidden: readonly string[];
    /** Sheets without rows, such as a chart that is a sheet of its own; the library cannot read them. */
    readonly others: readonly string[];
    /** Sheets with more columns or rows than any table may have. */
    readonly far: ReadonlyMap<string, Unread>;
  },
  onWorksheets: (worksheets: Worksheets) => void,
  explain: (reason: Unread) => Failure,
): AsyncGenerator<Piece> {
  const worker = new Worker(program, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: largestHeapMegabytes },
    workerData: {
      bytes,
      rowsAtOnce,
      mostSheets,
      worksheet,
      hidden,
      others,
      far,
      library: createRequire(import.meta.url).resolve('read-excel-file/node'),
    },
  });
  let line = 1;
  try {
    // Requested one by one: sent together, they would all be received at once.
    worker.postMessage('next', []);
    for await (const [sent] of on(worker, 'message', { close: ['exit'] })) {
      const message = Message.parse(sent);
      if (message === 'done') return;
      if (typeof message === 'string') throw new TableFailure(explain(message));
      if ('names' in message) {
        onWorksheets(message);
        continue;
      }
      const first = line;
      line += message.length;
      yield {
        records: message.map((cells, index) => ({ cells: cells.map(cellOf), line: first + index })),
        line,
        fault: null,
      };
      worker.postMessage('next', []);
      if (line > largestRows * 12) throw new TableFailure(explain('tooLarge'));
    }
    throw new TableFailure(explain('broken'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new TableFailure(explain('tooLarge'));
    throw error;
  } finally {
    await worker.terminate();
  }
}

function cellOf(cell: string | readonly [string]): Cell {
  if (typeof cell === 'string') return undefused(cell);
  const [digits = '', sign] = cell[0].split(signMark);
  const number = numberOf(digits);
  return typeof number === 'string' || sign === undefined ? number : { ...number, sign };
}

/**
 * A number as a plain decimal. Spreadsheets store numbers in binary and write up to 17 digits of them, so 1234.1 is in the file as
 * 1234.0999999999999; what was typed is the shortest decimal that is stored as the same number. Whole numbers, and those with
 * fewer digits, are in the file as typed. Text if it is not a number of a usual size.
 */
function numberOf(digits: string): Cell {
  const plain = plainDecimal(digits.trim());
  if (plain === null || isShortened(digits, plain)) return digits;
  const significant = plain.replaceAll(/^-?[0.]*|\./g, '').length;
  const isBinary = plain.includes('.') && (significant === 16 || significant === 17);
  const shortest = isBinary ? plainDecimal(String(Number(plain))) : null;
  const isShorter = shortest !== null && shortest.replaceAll(/^-?[0.]*|\./g, '').length <= 15;
  const number = withoutEmptyDecimals(isShorter ? shortest : plain);
  return mayLackDigits(number) ? { number, shortened: Number(number).toExponential() } : { number };
}

/**
 * Whether a whole number may have had other digits: Excel stores 15 of them and fills the rest with zeros, and no spreadsheet
 * number stores more than 16 exactly.
 */
function mayLackDigits(whole: string): boolean {
  // Longer ones are too long for an account, whatever their digits.
  if (!/^\d{16,100}$/.test(whole)) return false;
  return (
    isFilled(whole) || (!Number.isSafeInteger(Number(whole)) && plainDecimal(String(Number(whole))) === whole)
  );
}

/** Whether a spreadsheet, which stores 15 digits, has lost the others of a whole number. */
function isShortened(digits: string, plain: string): boolean {
  return /e/i.test(digits) && isFilled(plain);
}

/** Whether only zeros follow the 15 digits of a long whole number. */
function isFilled(plain: string): boolean {
  return /^-?\d{16,}$/.test(plain) && plain.replaceAll(/^-|0+$/g, '').length <= 15;
}

/** 100.0, as some programs write whole numbers, is 100; other zeros stay. */
function withoutEmptyDecimals(plain: string): string {
  return plain.replace(/\.0+$/, '');
}
