import type { ShownControls } from '../../../contract/approvals/approval-operations.ts';
import type { ControlState } from '../../../contract/approvals/signed-documents.ts';
import { controlLines } from '../../../contract/text/approvals.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { readSigned } from './signed-file.ts';
import { spokenFingerprint } from '../ports/signatures.ts';

const shownFindings = 5;
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
export function requestLines(file: Uint8Array): string[] {
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
  const { batch, rows, merchant, findings, hasMoreFindings, preparedBy } = document;
  const serious = findings.filter(({ level }) => level !== 'info');
  return [
    `Batch ${batch.batchId} of merchant ${merchant.merchantCode} (${merchant.environment}) at ${merchant.baseUrl}`,
    counted(rows.length, 'payout'),
    ...batch.totals.map(moneyText),
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
