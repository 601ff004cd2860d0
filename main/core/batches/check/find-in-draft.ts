import {
  duplicateText,
  releasedAsText,
  type DuplicateFinding,
  type Duplicates,
} from '../../../../contract/batches/duplicates.ts';
import type { LimitFault } from '../../../../contract/batches/fault.ts';
import type { BatchFindings, CheckFinding } from '../../../../contract/batches/batch-findings.ts';
import { byLevel } from '../../../../contract/payees/findings.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { faultText } from '../../../../contract/text/files/fault-text.ts';
import { notCarriedText } from '../../../../contract/text/files/payment-file.ts';
import type { FileSource } from '../../../../contract/batches/source.ts';
import { shortText } from '../../../../contract/text/treasury/funds-text.ts';
import type { ReleaseSummary } from '../../../../contract/batches/batch.ts';
import {
  moreOtherPayeesText,
  retriedWarnings,
  retryPaysOtherText,
} from '../../../../contract/text/payees.ts';
import { counted, moneyText } from '../../../../contract/text/numbers.ts';
import { capitalised } from '../../../../contract/text/states.ts';
import type { CheckReport } from '../../../../contract/treasury.ts';
import type { CoreContext } from '../../context/context.ts';
import { overRow } from '../../treasury/limits.ts';
import { compareWithLast } from '../compare-batches.ts';
import { checkDraft, checkPayees, type Draft } from './check-draft.ts';
import { totalRowMessage } from './total-row.ts';

/** All findings about a draft, in one list (operation `batches.findings`). Findings that hold its release have the level `block`. */
export async function findInDraft(
  context: CoreContext,
  draft: Draft,
  signal: AbortSignal,
  { asksGateway }: { readonly asksGateway: boolean } = { asksGateway: true },
): Promise<Result<BatchFindings>> {
  const { batch } = draft;
  const { batchId } = batch;
  const report = await checkDraft(context, draft, { withOptions: asksGateway, signal });
  if (signal.aborted) return fail('stopped', 'The check was stopped.');
  const payees = await checkPayees(context, batch, signal);
  const hasMoreLimits = report.limits.some(({ code }) => code === 'moreOverLimit');
  const findings: CheckFinding[] = [
    ...duplicateFindings(report.duplicates, batchId),
    ...payees.blocked.map(({ rowNumber, message, ...evidence }): CheckFinding => ({
      row: rowNumber,
      kind: 'blockedPayee',
      level: 'block',
      message,
      evidence,
    })),
    ...limitFindings(report.limits),
    ...payees.findings.map(({ rowNumber, ...finding }): CheckFinding => ({ row: rowNumber, ...finding })),
    ...methodFindings(report.options),
    ...fundFindings(report.funds),
    ...notCarriedFindings(batch.source),
    ...totalRowFindings(report.totalRow),
    ...retriedFindings(report.retried),
    ...otherPayeeFindings(report.otherPayees),
  ];
  findings.sort((left, right) => byLevel(left, right) || (left.row ?? 0) - (right.row ?? 0));
  const { rowProblems, options, duplicates } = report;
  return succeed({
    rows: batch.rows,
    totals: [...batch.totals],
    source: batch.source,
    problems: rowProblems.rows.map(({ rowNumber, ...problem }) => ({ row: rowNumber, ...problem })),
    findings,
    comparison: await compareWithLast(context, batch, signal),
    hasMore:
      duplicates.hasMore ||
      payees.counts.some(({ kind, rows }) => kind === 'blockedPayee' && rows > payees.blocked.length) ||
      hasMoreLimits ||
      payees.leftOut + options.missingLeftOut > 0 ||
      new Set(rowProblems.rows.map(({ rowNumber }) => rowNumber)).size < rowProblems.count,
  });
}

function limitFindings(limits: readonly LimitFault[]): CheckFinding[] {
  return limits
    .filter(({ code }) => code !== 'moreOverLimit')
    .map((fault): CheckFinding => ({
      row: overRow(fault),
      kind: 'limit',
      level: 'block',
      message: faultText(fault).message,
      evidence: 'amount' in fault ? { value: moneyText(fault), expected: faultText(fault).expected } : {},
    }));
}

function retriedFindings(retried: ReleaseSummary['retried']): CheckFinding[] {
  return retriedWarnings(retried).map((warning): CheckFinding => ({
    row: null,
    kind: 'lastAttempt',
    level: 'warn',
    message: `${capitalised(warning)}.`,
    evidence: {},
  }));
}

/** Retries of which the first payee is not paid; of the kind that says so in a sheet. */
function otherPayeeFindings({ count, first }: ReleaseSummary['otherPayees']): CheckFinding[] {
  const about = (row: number | null, message: string): CheckFinding => ({
    row,
    kind: 'lastAttempt',
    level: 'warn',
    message,
    evidence: {},
  });
  const more = count - first.length;
  return [
    ...first.map(({ rowNumber, payee, insteadOf }) => about(rowNumber, retryPaysOtherText(payee, insteadOf))),
    ...(more > 0 ? [about(null, `${moreOtherPayeesText(more)}.`)] : []),
  ];
}

function totalRowFindings(row: number | null): CheckFinding[] {
  return row === null
    ? []
    : [{ row, kind: 'totalRow', level: 'warn', message: totalRowMessage, evidence: {} }];
}

function notCarriedFindings(source: FileSource | null): CheckFinding[] {
  if (source === null) return [];
  return source.notCarried.map((evidence): CheckFinding => ({
    row: null,
    kind: 'notCarried',
    level: 'info',
    message: notCarriedText(evidence),
    evidence,
  }));
}

function duplicateFindings({ sameFileAs, rows }: Duplicates, batchId: string): CheckFinding[] {
  const ofRows = rows.map((found): CheckFinding => {
    const text = duplicateText(found, batchId);
    return {
      row: found.rowNumber,
      kind: found.level === 'exact' ? 'duplicate' : 'possibleDuplicate',
      level: 'block',
      message: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
      evidence: duplicateEvidence(found, batchId),
    };
  });
  if (sameFileAs === null) return ofRows;
  const ofFile: CheckFinding = {
    row: null,
    kind: 'duplicate',
    level: 'block',
    message: `${releasedAsText(sameFileAs)}.`,
    evidence: { ...sameFileAs },
  };
  return [ofFile, ...ofRows];
}

/** Both payouts. A row of the same batch has no ID here, because the IDs of a file that is only checked are never used. */
function duplicateEvidence(
  { kind, payee, money, reference, equalTo }: DuplicateFinding,
  batchId: string,
): CheckFinding['evidence'] {
  const isOwn = equalTo.batchId === batchId;
  const other = isOwn ? { ...equalTo, batchId: null, idPayout: null } : equalTo;
  return { sameAs: kind, payee, money, reference, equalTo: other };
}

/** Methods that the gateway does not offer, at the first row that needs each, and those that could not be looked up. */
function methodFindings({
  missing,
  distinct,
  checked,
  stoppedBecause,
}: CheckReport['options']): CheckFinding[] {
  const found = missing.map(({ firstRowNumber, message, ...evidence }): CheckFinding => ({
    row: firstRowNumber,
    kind: 'method',
    level: 'warn',
    message,
    evidence,
  }));
  if (checked === distinct) return found;
  const unchecked = counted(distinct - checked, 'amount');
  const because = stoppedBecause === null ? '' : ` ${stoppedBecause}`;
  const message = `The methods for ${unchecked} were not checked.${because}`;
  return [...found, { row: null, kind: 'method', level: 'warn', message, evidence: { distinct, checked } }];
}

function fundFindings(funds: CheckReport['funds']): CheckFinding[] {
  return funds
    .filter(({ gap }) => gap !== '0')
    .map((fund): CheckFinding => {
      const short = shortText(fund);
      return {
        row: null,
        kind: 'funds',
        level: short === null ? 'info' : 'warn',
        message:
          short === null
            ? `The ${fund.currencyCode} balance is not known.`
            : `${short}. Top up or remove payouts.`,
        evidence: { ...fund },
      };
    });
}
