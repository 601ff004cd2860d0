import { z } from 'zod';
import type { Cause, SignedCause } from '../../../contract/payments/cause.ts';
import { Environment } from '../../../contract/profile.ts';
import { BatchState } from '../../../contract/batches/batch.ts';
import type { ApprovalStore, NewApprovalFile, StoredApprovalFile } from '../../core/ports/index.ts';
import { inLedger } from '../audit/ledger.ts';
import type { Connection } from '../connection.ts';
import type { Context } from '../context.ts';
import { readUnverified } from './signed-bytes.ts';
import { choiceIn, integerIn, named, textIn, textOrNullIn, timeIn, type Row } from '../read-row.ts';

const kinds = ['request', 'controlRequest', 'approval', 'rejection', 'withdrawal'] as const;

/** The event of a signed file about a batch. */
export const causeOfKind = {
  request: 'approvalRequested',
  controlRequest: 'approvalRequested',
  approval: 'approved',
  rejection: 'approvalRejected',
  withdrawal: 'approvalWithdrawn',
} as const satisfies Record<NewApprovalFile['kind'], SignedCause['code']>;

/** Signed requests, decisions and withdrawals. */
export function approvalFileMethods(context: Context) {
  const { connection } = context;
  return {
    addApprovalFile(file) {
      const { kind, batchId, requestHash, hash, content, by, at, signed } = file;
      return inLedger(context, at, (ledger) => {
        const added = connection.insert(
          'approvalFiles',
          { kind, batchId, requestHash, hash, content, signedBy: by, importedAt: at },
          'OR IGNORE',
        );
        if (signed !== undefined) connection.insert('signedRequests', { hash, content: signed }, 'OR IGNORE');
        // Another draft may have the batch ID of the rows that were signed: nothing is said about that one.
        const batch =
          added === 0 || batchId === null
            ? undefined
            : connection.get(
                'SELECT batchNumber, state FROM batches WHERE batchId = +? AND rowsHash = coalesce(?, rowsHash)',
                batchId,
                rowsHashIn(content),
              );
        if (batch !== undefined) {
          const state = choiceIn(batch, 'state', BatchState.options);
          const detail = JSON.stringify({ requestHash, file: hash });
          ledger.batchChanged(integerIn(batch, 'batchNumber'), state, state, {
            cause: causeOf(file),
            detail,
          });
        }
        return added !== 0;
      });
    },

    approvalFilesOf(batchId) {
      return connection
        .all('SELECT * FROM approvalFiles WHERE batchId IS +? ORDER BY number', batchId)
        .map(readFile);
    },

    draftsAwaitingApproval() {
      return connection
        .all(
          `SELECT batchId, keyId, environment, fileName, rowsHash FROM batches INDEXED BY draftBatches
             JOIN profiles USING (profileNumber)
           WHERE state = 'draft' AND scheduledFor IS NULL AND EXISTS (
             SELECT 1 FROM approvalFiles AS request WHERE request.batchId = batches.batchId AND kind = 'request')
           ORDER BY batchNumber`,
        )
        .map((row) => ({
          batchId: textIn(row, 'batchId'),
          keyId: textIn(row, 'keyId'),
          environment: choiceIn(row, 'environment', Environment.options),
          fileName: textIn(row, 'fileName'),
          rowsHash: textIn(row, 'rowsHash'),
        }));
    },

    signedRequest(hash) {
      const row = connection.get('SELECT content FROM signedRequests WHERE hash = +?', hash);
      return row === undefined ? null : textIn(row, 'content');
    },

    listApprovalFiles(limit) {
      const rows = connection.all('SELECT * FROM approvalFiles ORDER BY number DESC LIMIT +?', limit);
      return context.leftOut.readable(rows, readFile);
    },

    approvalsMark() {
      const row = connection.get(
        `SELECT (SELECT count(*) || '-' || coalesce(max(number), 0) FROM controls) AS controls,
           (SELECT count(*) || '-' || coalesce(max(number), 0) FROM approvalFiles) AS files`,
      );
      return row === undefined ? '' : `${textIn(row, 'controls')} ${textIn(row, 'files')}`;
    },
  } satisfies Partial<ApprovalStore>;
}

/** Files by which somebody refused a request. */
export function refusalsIn(connection: Pick<Connection, 'all'>): StoredApprovalFile[] {
  return connection
    .all(`SELECT * FROM approvalFiles WHERE kind IN ('rejection', 'withdrawal') ORDER BY number`)
    .map(readFile);
}

/** Stores those that are not there yet: what was refused stays refused. */
export function carryRefusals(context: Context, files: readonly StoredApprovalFile[], at: number): void {
  const { addApprovalFile } = approvalFileMethods(context);
  for (const file of files) addApprovalFile({ ...file, signer: null, at });
}

const About = z.object({ subject: z.object({ rowsHash: z.string() }) });

/** The hash of the rows that a decision or withdrawal is about, unverified; null for any other file. */
function rowsHashIn(content: string): string | null {
  return readUnverified(About, content)?.subject.rowsHash ?? null;
}

function causeOf({ kind, by, signer }: NewApprovalFile): Cause {
  return { code: causeOfKind[kind], by, ...signer };
}

function readFile(row: Row): StoredApprovalFile {
  return named(
    () => `a signed file of ${textIn(row, 'signedBy')}`,
    () => ({
      kind: choiceIn(row, 'kind', kinds),
      batchId: textOrNullIn(row, 'batchId'),
      requestHash: textIn(row, 'requestHash'),
      hash: textIn(row, 'hash'),
      content: textIn(row, 'content'),
      by: textIn(row, 'signedBy'),
      importedAt: timeIn(row, 'importedAt'),
    }),
  );
}
