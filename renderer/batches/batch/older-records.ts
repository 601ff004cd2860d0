import type { OlderRecords } from '../../../contract/treasury/attention.ts';

/** What is known about whether a draft was released: records older than what was sent cannot prove that an earlier draft was not. */
export function draftSendingText(
  { createdAt }: { readonly createdAt: string },
  older: OlderRecords | null,
): string {
  const mayBeSent = older !== null && Date.parse(createdAt) < older.at;
  return mayBeSent ? 'as far as these older records say, not released' : 'not released';
}

/** Why a batch was not found. */
export function goneBatchText(older: OlderRecords | null): string {
  return older === null
    ? 'Editing or discarding a draft removes it. Its rows, if kept, are under “Being prepared”.'
    : 'The records are older than what was sent, so a batch that was created since is missing here, and may have been sent. Editing or discarding a draft removes it, too.';
}
