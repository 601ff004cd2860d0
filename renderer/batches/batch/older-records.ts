import type { OlderRecords } from '../../../contract/treasury/attention.ts';

type Draft = { readonly fileName: string; readonly createdAt: string };

/** If the records are older than what was sent, they cannot prove that an earlier draft was not sent. */
function mayBeSent({ createdAt }: Pick<Draft, 'createdAt'>, older: OlderRecords | null): boolean {
  return older !== null && Date.parse(createdAt) < older.at;
}

/** What is known about whether a draft was sent. */
export function draftSendingText(draft: Pick<Draft, 'createdAt'>, older: OlderRecords | null): string {
  return mayBeSent(draft, older) ? 'as far as these older records say, nothing was sent' : 'nothing was sent';
}

/** The message after a draft was discarded. */
export function discardedText(draft: Draft, older: OlderRecords | null): string {
  return `${draft.fileName} was discarded.${mayBeSent(draft, older) ? '' : ' Nothing of it was sent.'}`;
}

/** Why a batch was not found. */
export function goneBatchText(older: OlderRecords | null): string {
  return older === null
    ? 'Editing or discarding a draft removes it. Its rows, if kept, are under “Being prepared”.'
    : 'The records are older than what was sent, so a batch that was created since is missing here, and may have been sent. Editing or discarding a draft removes it, too.';
}
