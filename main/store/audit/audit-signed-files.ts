import { hash } from 'node:crypto';
import { z } from 'zod';
import type { AuditProblem } from '../../../contract/audit/audit-problem.ts';
import { readJson } from '../../../contract/json.ts';
import { isSigned, signedCauses } from '../../../contract/payments/cause.ts';
import { causeOfKind } from '../approvals/approval-files.ts';
import { signedBytes } from '../approvals/signed-bytes.ts';
import type { Connection } from '../connection.ts';
import { integerIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { readFacts } from './event-facts.ts';
import { readCause } from './read-cause.ts';

/** A signed request may have megabytes. */
const filesAtOnce = 10;

/** The detail of the event of a signed file. */
const Named = z.object({ requestHash: z.string(), file: z.string() });

/**
 * Looks for each signed file that an event names, by the hash of what was signed: without a rejection or withdrawal, approvals count that
 * did not. Files stay when their draft is discarded.
 */
export function* verifySignedFiles(connection: Connection): Generator<AuditProblem[], void> {
  for (let after = 0, isEnd = false; !isEnd;) {
    const rows = connection.all(
      `SELECT sequence, at, cause, detail, facts FROM events INDEXED BY eventsOfRareKinds
       WHERE kind IN (SELECT value FROM json_each(?)) AND kind NOT IN ('sent', 'answered', 'asked') AND sequence > +?
       ORDER BY sequence LIMIT +?`,
      JSON.stringify(signedCauses),
      after,
      filesAtOnce,
    );
    isEnd = rows.length < filesAtOnce;
    after = rows.reduce((_, row) => integerIn(row, 'sequence'), after);
    yield rows.flatMap((row) => fileProblems(connection, row));
  }
}

function fileProblems(connection: Connection, event: Row): AuditProblem[] {
  const detail = textOrNullIn(event, 'detail');
  const cause = readCause(textIn(event, 'cause'), detail);
  const named = readJson(Named, detail);
  if (!isSigned(cause) || named === null) return [];
  const sequence = integerIn(event, 'sequence');
  const row = connection.get(
    `SELECT kind, batchId, requestHash, signedBy, importedAt,
       CASE kind WHEN 'request' THEN (SELECT content FROM signedRequests WHERE hash = approvalFiles.hash) ELSE content END AS signed
     FROM approvalFiles WHERE hash = +?`,
    named.file,
  );
  if (row === undefined || row['signed'] === null) return [{ code: 'signedFileMissing', sequence }];
  const isSame =
    hash('sha256', signedBytes(textIn(row, 'signed')), 'hex') === named.file &&
    Object.entries(causeOfKind).some(([kind, code]) => kind === row['kind'] && code === cause.code) &&
    row['requestHash'] === named.requestHash &&
    row['batchId'] === readFacts(textOrNullIn(event, 'facts'))?.batch?.['batchId'] &&
    row['importedAt'] === event['at'] &&
    (cause.by === undefined || row['signedBy'] === cause.by);
  return isSame ? [] : [{ code: 'signedFileChanged', sequence }];
}
