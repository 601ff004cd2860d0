import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { readSigned } from './signed-file.ts';
import { spokenFingerprint } from '../ports/signatures.ts';

const shownFindings = 5;

/** What a person is asked to decide about, for a dialog outside the page: read from the file itself, not from what a page says of it. */
export function requestLines(file: Uint8Array): string[] {
  const read = readSigned(file);
  if (!read.ok) return [read.error.message];
  const { document } = read.value;
  if (document.kind === 'controlRequest') return [...document.changes, preparedText(document.preparedBy)];
  if (document.kind !== 'request') return ['This file is no approval request.'];
  const { batch, rows, merchant, findings, preparedBy } = document;
  const serious = findings.filter(({ level }) => level !== 'info');
  return [
    `Batch ${batch.batchId} of merchant ${merchant.merchantCode} (${merchant.environment}) at ${merchant.baseUrl}`,
    [counted(rows.length, 'payout'), ...batch.totals.map(moneyText)].join(', '),
    preparedText(preparedBy),
    ...serious.slice(0, shownFindings).map(({ message }) => `Finding: ${message}`),
    ...(serious.length > shownFindings
      ? [`… and ${counted(serious.length - shownFindings, 'more finding')}`]
      : []),
  ];
}

function preparedText({ name, publicKey }: { readonly name: string; readonly publicKey: string }): string {
  return `Prepared by ${name}, fingerprint ${spokenFingerprint(publicKey)}`;
}
