import { shownEvidence } from '../../../contract/approvals/shown-findings.ts';
import type { BatchRequestDocument, RequestRow } from '../../../contract/approvals/signed-documents.ts';
import type { CheckFinding } from '../../../contract/batches/batch-findings.ts';
import { payeeFindingText } from '../../../contract/payees/finding-text.ts';
import { PayeeFindingKind } from '../../../contract/payees/findings.ts';
import { slicesOf } from '../payments/pages.ts';
import type { Clock } from '../ports/index.ts';

const findingsAtOnce = 200;
const namedPayees = 3;

/**
 * The findings of a request as an approver is shown them. Those about payees are put into words here, from the rows and the evidence that a
 * release compares (`liftOf`): the words of the request may say anything.
 */
export async function requestFindings(
  { rows, findings }: Pick<BatchRequestDocument, 'rows' | 'findings'>,
  clock: Pick<Clock, 'turn'>,
): Promise<CheckFinding[]> {
  const said: CheckFinding[] = [];
  for await (const some of slicesOf(clock, findings, findingsAtOnce))
    for (const found of some) said.push({ ...found, message: messageOf(found, rows) });
  return said;
}

function messageOf({ row, kind, message, evidence }: CheckFinding, rows: readonly RequestRow[]): string {
  const about = PayeeFindingKind.safeParse(kind).data;
  if (about === undefined) return message;
  const paid = rows[(row ?? 0) - 1];
  const shown = shownEvidence(evidence);
  if (paid === undefined || shown === null)
    return `The request says: ${message} Its grounds cannot be read, so an approval does not lift it.`;
  const { accountName: name, accountNumber, emailAddress, amount, currencyCode } = paid;
  return payeeFindingText(
    about,
    { name, account: accountNumber || emailAddress, amount, currencyCode },
    { ...shown, sharedWith: sharedWithText(shown.rows, rows) },
  );
}

/** The names in these rows, each once. A finding lists the first rows only, so how many names there are is not known. */
function sharedWithText(rowNumbers: readonly number[], rows: readonly RequestRow[]): string {
  const firsts = new Map<string, number>();
  for (const rowNumber of rowNumbers) {
    const name = rows[rowNumber - 1]?.accountName;
    if (name !== undefined && !firsts.has(name)) firsts.set(name, rowNumber);
  }
  const named = [...firsts].slice(0, namedPayees).map(([name, rowNumber]) => `${name} (row ${rowNumber})`);
  return [...named, ...(firsts.size > named.length ? ['and others'] : [])].join(', ');
}
