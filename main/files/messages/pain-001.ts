import { largestMessageBytes } from '../../../contract/batches/sheet.ts';
import type { MethodRule } from '../../../contract/batches/source.ts';
import type { FaultAt } from '../../../contract/errors.ts';
import { inWords } from '../../../contract/text/complaint.ts';
import { fail, succeed } from '../../../contract/result.ts';
import type { Failure, Result } from '../../../contract/result.ts';
import { unreadable } from '../tables/open-text.ts';
import type { Piece, Table } from '../tables/table.ts';
import { TableFailure } from '../tables/xlsx-worker.ts';
import { MessageReader } from './message-reader.ts';
import { transactionHeader } from './transaction.ts';
import { parseXml, XmlRefused } from './xml.ts';
import { xmlText } from './xml-text.ts';

/** Opens a pain.001 as a table with a row per transaction. The message's own data is complete once the table was read. */
export function openMessage(bytes: Uint8Array, name: string, rules: readonly MethodRule[]): Result<Table> {
  if (bytes.length > largestMessageBytes)
    return unreadable(`${name} is larger than 256 MiB. Split it into several messages.`);
  const text = xmlText(bytes, name);
  if (!text.ok) return text;
  const reader = new MessageReader(rules);
  return succeed({
    pieces: piecesOf(text.value, reader, name),
    notes: [],
    message: () => ({ source: reader.source(), uncovered: reader.uncovered() }),
  });
}

function* piecesOf(text: Iterable<string>, reader: MessageReader, name: string): Generator<Piece> {
  yield { records: [{ cells: transactionHeader, line: 0 }], line: 0, fault: null };
  let line = 0;
  try {
    for (const _ of parseXml(text, reader)) {
      const records = reader.takeRows();
      line += records.length;
      yield { records, line, fault: null };
    }
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
