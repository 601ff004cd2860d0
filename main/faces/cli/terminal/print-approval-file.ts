import { minuteText } from '../../../../contract/text/clock.ts';
import {
  afterRejectionText,
  comparisonText,
  controlLines,
  methodText,
  noComparisonText,
  ownDecisionText,
  requestFindingsText,
  requestRetriesText,
  untilText,
} from '../../../../contract/text/approvals.ts';
import type { PersonShown, ShownFile } from '../../../../contract/approvals/approval-operations.ts';
import { amountIn, counted, moneyText, shortened } from '../../../../contract/text/numbers.ts';
import { capitalised } from '../../../../contract/text/states.ts';
import { oneLine, wholeLine } from '../../../../contract/text/one-line.ts';
import { table, type Output } from './output.ts';

const longestCell = 40;
const longestLine = 300;

/** What is in a signed file. */
export function printFile(output: Output, shown: ShownFile): void {
  switch (shown.kind) {
    case 'card':
      output.print(`Approver card of ${personLine(shown.person)}`);
      return;
    case 'controlRequest':
      output.print(`Request for a change, prepared by ${personLine(shown.preparedBy)}`);
      output.print(`${capitalised(untilText(shown.isExpired))} ${minuteText(shown.expiresAt)}`);
      printOwnDecision(output, shown);
      output.print('After this change:');
      for (const line of controlLines(shown.after)) output.print(`  ${wholeLine(line)}`);
      for (const change of shown.changes)
        output.print(`In the words of the request: ${oneLine(change, longestLine)}`);
      return;
    case 'withdrawal':
      output.print(
        `Withdrawal of request ${shown.requestHash.slice(0, 12)} by ${personLine(shown.preparedBy)}`,
      );
      if (shown.batchId !== null) output.print(batchLine(shown));
      return;
    case 'decision':
      output.print(
        `${shown.decision === 'approve' ? 'Approved' : 'Rejected'} by ${personLine(shown.approver)}, valid until ${minuteText(shown.expiresAt)}`,
      );
      if (shown.batchId !== null)
        output.print(`${batchLine(shown)}, prepared by ${personLine(shown.preparedBy)}`);
      if (shown.note !== '') output.print(`Note: ${oneLine(shown.note, longestLine)}`);
      return;
    case 'request':
      printRequest(output, shown);
  }
}

/** The batch of an answer, with its name if it is here. */
function batchLine({ batchId, fileName }: Extract<ShownFile, { kind: 'decision' | 'withdrawal' }>): string {
  return `Batch ${batchId}${fileName === null ? '' : ` (${oneLine(fileName, longestLine)})`}`;
}

/** What a person has just decided about, from the bytes that were signed: the file may have changed since it was shown. */
export function printDecided(output: Output, shown: ShownFile): void {
  if (shown.kind === 'request') printHead(output, shown);
  else printFile(output, shown);
}

function printHead(
  output: Output,
  { merchant, batchId, rows, totals, preparedBy }: Extract<ShownFile, { kind: 'request' }>,
): void {
  output.print(
    `Approval request for batch ${batchId}: ${[counted(rows.length, 'payout'), ...totals.map(moneyText)].join(', ')}`,
  );
  output.print(`Merchant ${merchant.merchantCode} (${merchant.environment}) at ${merchant.baseUrl}`);
  output.print(`Prepared by ${personLine(preparedBy)}`);
}

function printRequest(output: Output, shown: Extract<ShownFile, { kind: 'request' }>): void {
  const { rows, findings, comparison } = shown;
  printHead(output, shown);
  output.print(`${capitalised(untilText(shown.isExpired))} ${minuteText(shown.expiresAt)}`);
  printOwnDecision(output, shown);
  output.print(requestFindingsText(shown));
  for (const { row, level, message } of findings)
    output.print(
      `  ${level.toUpperCase().padEnd(5)} ${row === null ? '' : `Row ${row}: `}${oneLine(message, longestLine)}`,
    );
  const retries = requestRetriesText(shown);
  if (retries !== null) output.print(retries);
  output.print(comparison === null ? noComparisonText : comparisonText(comparison));
  for (const { name, before, now } of comparison?.changedAccounts ?? [])
    output.print(`  ${oneLine(`${name}: ${before} is now ${now}`, longestLine)}`);
  output.print(
    table(
      [{ right: 'Row' }, 'Order ID', 'Payee', 'Account', 'Method', { right: 'Amount' }, '', 'Reference'],
      rows.map(
        ({
          rowNumber,
          idPayout,
          accountName,
          accountNumber,
          emailAddress,
          amount,
          currencyCode,
          reference,
          ...method
        }) => [
          String(rowNumber),
          idPayout,
          shortened(accountName, longestCell),
          [accountNumber, emailAddress].filter((text) => text !== '').join(' · '),
          methodText(method),
          amountIn(amount, currencyCode),
          currencyCode,
          shortened(reference, longestCell),
        ],
      ),
    ),
  );
}

function printOwnDecision(
  output: Output,
  { ownDecision, preparedBy }: Extract<ShownFile, { kind: 'request' | 'controlRequest' }>,
): void {
  if (ownDecision === null) return;
  const { decision, at, expiresAt } = ownDecision;
  const until = decision === 'approve' ? `, valid until ${minuteText(expiresAt)}` : '';
  output.print(`${ownDecisionText(ownDecision)}, ${minuteText(at)}${until}.`);
  if (decision === 'reject') output.print(afterRejectionText(preparedBy.name));
}

function personLine({ name, signedAs, fingerprint, isEnrolled }: PersonShown): string {
  const known = isEnrolled ? 'enrolled' : 'not enrolled';
  const signed = signedAs === name ? '' : `signed as “${oneLine(signedAs, longestLine)}”; `;
  return `${oneLine(name, longestLine)} (${signed}${known}; fingerprint ${fingerprint})`;
}
