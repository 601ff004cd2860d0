import { largestMessageBytes } from '../../../contract/batches/sheet.ts';
import type { MethodRule } from '../../../contract/batches/source.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import { inWords } from '../../../contract/text/complaint.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { unreadable } from '../tables/open-text.ts';
import { TableFailure, type Piece, type Table } from '../tables/table.ts';
import { MessageReader } from './message-reader.ts';
import { transactionHeader } from './transaction.ts';
import { XmlParser, XmlRefused } from '../xml/xml-parser.ts';
import { xmlDecoder } from '../xml/xml-decoder.ts';

/** How much of a message is parsed between two turns of the process: a few milliseconds of work. */
const sliceBytes = 32 * 1024;

/** Opens a pain.001 as a table with a row per transaction. The message's own data is complete once the table was read. */
export function openMessage(bytes: Uint8Array, name: string, rules: readonly MethodRule[]): Result<Table> {
  if (bytes.length > largestMessageBytes)
    return unreadable(`${name} is larger than 256 MiB. Split it into several messages.`);
  const decoder = xmlDecoder(bytes, name);
  if (!decoder.ok) return decoder;
  const reader = new MessageReader(rules);
  return succeed({
    pieces: piecesOf(bytes, new XmlParser(decoder.value, reader), reader, name),
    notes: [],
    message: () => ({ source: reader.source(), uncovered: reader.uncovered() }),
  });
}

function* piecesOf(
  bytes: Uint8Array,
  parser: XmlParser,
  reader: MessageReader,
  name: string,
): Generator<Piece> {
  yield { records: [{ cells: transactionHeader, line: 0 }], line: 0, fault: null };
  let line = 0;
  try {
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      parser.write(bytes.subarray(start, start + sliceBytes));
      const records = reader.takeRows();
      line += records.length;
      yield { records, line, fault: null };
    }
    parser.close();
  } catch (error) {
    if (error instanceof XmlRefused) throw new TableFailure(unreadable(`${name} ${error.message}`));
    throw error;
  }
  if (!reader.isMessage)
    throw new TableFailure(
      unreadable(
        `${name} is an XML file, but holds no credit transfers (pain.001, CstmrCdtTrfInitn). Bursar reads pain.001, CSV and Excel files.`,
      ),
    );
  const problems = reader.problems();
  if (problems.length > 0) throw new TableFailure(contradicts(name, problems));
}

function contradicts(name: string, problems: FaultAt[]): Failure {
  const [first] = problems;
  const message = `${name} was not imported. ${first === undefined ? '' : inWords(first).message} Ask for the message again.`;
  return fail('fileHasErrors', message, { problems });
}
