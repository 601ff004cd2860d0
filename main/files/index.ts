import type { Clock, Files } from '../core/ports/index.ts';
import { checkCells, normalizeCell, readTogether } from './cells/check-cells.ts';
import { beginCsv } from './export/write-csv.ts';
import { beginCamt053 } from './messages/write-camt-053.ts';
import { writeStatusReport } from './messages/write-pain-002.ts';
import { beginXlsx } from './export/write-xlsx.ts';
import { evidenceVerifier } from './evidence/verifier.ts';
import { verifyInSteps } from './evidence/verify-in-steps.ts';
import { beginArchive } from './zip/write-zip.ts';
import { createSignedFolder } from './signed-folder.ts';

export { verifyInSteps } from './evidence/verify-in-steps.ts';
export { readAtMost } from './read-at-most.ts';
export { createWitnessFile } from './export/witness-file.ts';
export { writeWhole } from './export/write-whole.ts';

/** Loaded with its libraries when a file is first read, because most commands read none. */
const reading = () => import('./reading.ts');

/** Files that are imported and exported: payouts from CSV and XLSX, typed cells, exports. */
export function createFiles({ clock }: { clock: Clock }): Files {
  return {
    readPayoutRows: async (bytes, fileName, onProgress, rules, methodRules, place) => {
      const { readPayoutRows } = await reading();
      return readPayoutRows(bytes, fileName, { onProgress, rules, methodRules, place }, clock);
    },
    readSheet: async (bytes, fileName, answers, onProgress) => {
      const { readSheet } = await reading();
      return readSheet(bytes, fileName, answers, onProgress, clock);
    },
    readClipboard: async (text, answers, onProgress) => {
      const { readClipboard } = await reading();
      return readClipboard(text, answers, onProgress, clock);
    },
    normalizeCell,
    readTogether,
    checkCells,
    writeStatusReport,
    beginStatementMessage: beginCamt053,
    writePdf: async (document) => {
      const { writePdf } = await import('./pdf/write-pdf.ts');
      return writePdf(document);
    },
    signedFolder: createSignedFolder(),
    beginArchive,
    verifyEvidence: (archive, job) => verifyInSteps(archive, job, clock),
    evidenceVerifier,
    beginTable: (format, header) => (format === 'csv' ? beginCsv(header) : beginXlsx(header)),
  };
}
