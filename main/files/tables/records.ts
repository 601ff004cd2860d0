import { CsvError, parse } from 'csv-parse/sync';
import { largestRecordBytes, sliceBytes, sliceLines } from '../limits.ts';
import { readPlainRecords } from './plain-records.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

const anyRecordDelimiter = ['\r\n', '\n', '\r'];
/** Sufficient if nothing else ends a line, and a tenth faster. */
const newlineOnly = ['\n'];
const quoteByte = 0x22;
const newlineByte = 0x0a;
const returnByte = 0x0d;

/** Why the text after the last complete record cannot be parsed. */
export type RecordFault = 'quoteInside' | 'textAfterQuote' | 'quoteNotClosed' | 'recordTooLong';

/** The records of a text, with empty lines as records of one empty cell, up to a fault. */
type Records = { readonly records: string[][]; readonly fault: RecordFault | null };

/**
 * Parses complete records strictly: quotes enclose a whole cell or are doubled inside one. Records may have any number of cells;
 * the caller checks that and counts lines, because csv-parse counts the CRLF inside a quoted cell as two lines.
 */
export function parseRecords(text: Buffer, delimiter: Delimiter): Records {
  const plain = readPlainRecords(text.toString('utf8'), delimiter);
  return plain === null ? parseStrictly(text, delimiter) : { records: plain, fault: null };
}

/** Parses with csv-parse, which reports what is wrong with a text that it refuses. */
export function parseStrictly(text: Buffer, delimiter: Delimiter): Records {
  const options = {
    delimiter,
    record_delimiter: text.includes(returnByte) ? anyRecordDelimiter : newlineOnly,
    relax_column_count: true,
    max_record_size: largestRecordBytes,
  };
  try {
    return { records: parse(text, options), fault: null };
  } catch (error) {
    const fault = faultOf(error);
    const records: string[][] = [];
    const keep = (record: string[]) => {
      records.push(record);
      return record;
    };
    try {
      parse(text, { ...options, on_record: keep });
    } catch {
      // Ignored: the same fault as before; only the records before it were wanted.
    }
    return { records, fault };
  }
}

function faultOf(error: unknown): RecordFault {
  if (!(error instanceof CsvError)) throw error;
  switch (error.code) {
    case 'INVALID_OPENING_QUOTE':
      return 'quoteInside';
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'textAfterQuote';
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'quoteNotClosed';
    case 'CSV_MAX_RECORD_SIZE':
      return 'recordTooLong';
    default:
      throw error;
  }
}

/**
 * Where to cut so that complete records follow from `start`, about `sliceBytes` of them or `sliceLines` lines; the end of the
 * bytes if no record ends before. A record longer than allowed is cut through, and parsing it then fails. Works for UTF-8 and
 * Windows-1252 alike, where quotes and line ends are single bytes.
 */
export function endOfSlice(bytes: Uint8Array, start: number): number {
  const enough = start + sliceBytes;
  const tooMuch = Math.min(bytes.length, enough + largestRecordBytes);
  let isQuoted = false;
  let lines = 0;
  for (let place = start; place < tooMuch; place += 1) {
    const byte = bytes[place];
    if (byte === quoteByte) isQuoted = !isQuoted;
    else if (byte === newlineByte || (byte === returnByte && bytes[place + 1] !== newlineByte)) {
      lines += 1;
      if (!isQuoted && (place >= enough || lines >= sliceLines)) return place + 1;
    }
  }
  return tooMuch;
}

const lineEnd = /\r\n|\n|\r/g;
const anyLineEnd = /[\r\n]/;

/** How many lines of the file a record takes up. */
export function linesOf(record: readonly string[]): number {
  let lines = 1;
  for (const cell of record) {
    if (anyLineEnd.test(cell)) lines += cell.match(lineEnd)?.length ?? 0;
  }
  return lines;
}
