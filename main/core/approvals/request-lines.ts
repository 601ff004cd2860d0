import type { ShownControls } from '../../../contract/approvals/approval-operations.ts';
import type { ControlState } from '../../../contract/approvals/signed-documents.ts';
import { controlLines } from '../../../contract/text/approvals.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { largestPayeeLines } from '../../../contract/text/payees.ts';
import { payeeSums } from './payee-sums.ts';
import { slicesOf } from '../payments/pages.ts';
import type { Clock } from '../ports/index.ts';
import { requestFindings } from './findings-in-words.ts';
import { readSigned } from './signed-file.ts';
import { spokenFingerprint } from '../ports/signatures.ts';

const shownFindings = 5;
const rowsAtOnce = 1000;
/** Words of the person who made the request, which decide nothing. */
const longestWords = 300;

/** Approvers and policies of a document, with the fingerprints that people compare. */
export function shownControls({ approvers, policies }: ControlState): ShownControls {
  return {
    approvers: approvers.map(({ name, publicKey }) => ({ name, fingerprint: spokenFingerprint(publicKey) })),
    policies: policies.map(({ merchant, policy }) => ({ merchant, policy })),
  };
}

/** What a person is asked to decide about, for a dialog outside the page: read from the file itself, not from the page's description. */
export async function requestLines(file: Uint8Array, clock: Pick<Clock, 'turn'>): Promise<string[]> {
  const read = readSigned(file);
  if (!read.ok) return [read.error.message];
  const { document } = read.value;
  if (document.kind === 'controlRequest')
    return [
      preparedText(document.preparedBy),
      'After this change:',
      ...controlLines(shownControls(document.to)),
      ...document.changes.map((change) => `In the words of the request: ${oneLine(change, longestWords)}`),
    ];
  if (document.kind !== 'request') return ['This file is not an approval request.'];
  const { batch, rows, merchant, hasMoreFindings, preparedBy } = document;
  const payees = payeeSums();
  // No first time is named: what a profile paid before is known only where it pays.
  for await (const some of slicesOf(clock, rows, rowsAtOnce)) for (const row of some) payees.add(row, false);
  const findings = await requestFindings(document, clock);
  const serious = findings.filter(({ level }) => level !== 'info');
  return [
    `Batch ${batch.batchId} of merchant ${merchant.merchantCode} (${merchant.environment}) at ${merchant.baseUrl}`,
    `${counted(rows.length, 'payout')} to ${counted(payees.count().count, 'payee')}`,
    ...batch.totals.map(moneyText),
    ...largestPayeeLines(await payees.largest(clock)),
    preparedText(preparedBy),
    ...serious.slice(0, shownFindings).map(({ message }) => `Finding: ${oneLine(message, longestWords)}`),
    ...(serious.length > shownFindings
      ? [
          `… and ${hasMoreFindings ? 'at least ' : ''}${counted(serious.length - shownFindings, 'more finding')}`,
        ]
      : []),
  ];
}

function preparedText({ name, publicKey }: { readonly name: string; readonly publicKey: string }): string {
  return `Prepared by ${name}, fingerprint ${spokenFingerprint(publicKey)}`;
}
