import type { Clock, Files } from '../core/ports/index.ts';
import { checkCells, normalizeCell } from './cells/check-cells.ts';
import { readPayoutRows } from './read-payout-rows.ts';
import { anyPlace } from './tables/open-table.ts';
import { readClipboard, readSheet } from './read-sheet.ts';
import { beginCsv, writeCsv } from './export/write-csv.ts';
import { beginCamt053 } from './messages/write-camt-053.ts';
import { writeStatusReport } from './messages/write-pain-002.ts';
import { beginXlsx } from './export/write-xlsx.ts';

import { verifyArchive } from './evidence/check-pack.ts';
import { evidenceVerifier } from './evidence/verifier.ts';
import { beginArchive } from './zip/write-zip.ts';
import { createSignedFolder } from './signed-folder.ts';
import { writePdf } from './pdf/write-pdf.ts';

export { verifyArchive };
export { readAtMost } from './read-at-most.ts';
export { createWitnessFile } from './export/witness-file.ts';

/** The files that people bring and take away: payouts from CSV and XLSX, cells that are typed, exports. */
export function createFiles({ clock }: { clock: Clock }): Files {
  return {
    readPayoutRows: (bytes, fileName, onProgress, rules, methodRules = [], place = anyPlace) =>
      readPayoutRows(bytes, fileName, { onProgress, rules, methodRules, place }, clock),
    readSheet: (bytes, fileName, answers, onProgress) =>
      readSheet(bytes, fileName, answers, onProgress, clock),
    readClipboard: (text, answers, onProgress) => readClipboard(text, answers, onProgress, clock),
    normalizeCell,
    checkCells,
    writeCsv,
    writeStatusReport,
    beginStatementMessage: beginCamt053,
    writePdf,
    signedFolder: createSignedFolder(),
    beginArchive,
    verifyEvidence: verifyArchive,
    evidenceVerifier,
    beginTable: (format, header) => (format === 'csv' ? beginCsv(header) : beginXlsx(header)),
  };
}
