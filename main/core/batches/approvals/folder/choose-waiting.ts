import { hasLapsed } from '../show-file.ts';
import type { FolderFile } from '../../../ports/index.ts';
import type { FoundFile } from './read-waiting.ts';

/** What this computer knows about signed files. */
export type KnownHere = {
  readonly now: number;
  /** The personal key; null if none was generated yet. */
  readonly ownKey: string | null;
  readonly databaseId: string;
  readonly servesLive: boolean;
  /** Names of files, with size and time, that a person dismissed. */
  readonly dismissed: ReadonlySet<string>;
  isKept(fileHash: string, batchId: string | null): boolean;
  hasBatch(batchId: string): boolean;
  isEnrolled(publicKey: string): boolean;
};

/** Identifies one version of a file in the folder: rewriting it makes another file. */
export function markOf({ name, bytes, changedAt }: FolderFile): string {
  return `${name} ${bytes} ${changedAt}`;
}

/** Whether a face may show this file, as far as it was read: one that serves no live profiles shows none about a live merchant. */
export function isServed(
  { document }: Pick<FoundFile, 'document'>,
  { servesLive }: Pick<KnownHere, 'servesLive'>,
): boolean {
  return servesLive || document?.merchant?.environment !== 'live';
}

/**
 * The files that wait for a person here: requests that nobody here prepared, decided or imported; decisions about batches here that are not
 * stored yet; cards of people who are not enrolled; and unreadable files. Files about live merchants are hidden if no live profiles are served.
 */
export function chooseWaiting(files: readonly FoundFile[], known: KnownHere): FoundFile[] {
  const ended = new Set<string>();
  for (const { document } of files) {
    if (document === null) continue;
    const { decision, signer } = document;
    if (decision !== null && signer.publicKey === known.ownKey && !hasLapsed(decision, known.now))
      ended.add(document.requestHash);
    if (document.kind === 'withdrawal') ended.add(`${document.requestHash} ${document.signer.publicKey}`);
  }
  return files.filter((file) => {
    if (known.dismissed.has(markOf(file))) return false;
    const { document } = file;
    if (document === null) return true;
    const { kind, signer, requestHash, batchId, databaseId, expiresAt } = document;
    if (signer.publicKey === known.ownKey) return false;
    if (!isServed(file, known)) return false;
    switch (kind) {
      case 'card':
        return !known.isEnrolled(signer.publicKey);
      case 'request':
      case 'controlRequest':
        return (
          !ended.has(requestHash) &&
          !ended.has(`${requestHash} ${signer.publicKey}`) &&
          !known.isKept(document.fileHash, batchId) &&
          (expiresAt === null || Date.parse(expiresAt) > known.now)
        );
      case 'decision':
      case 'withdrawal':
        return (
          (batchId === null ? databaseId === known.databaseId : known.hasBatch(batchId)) &&
          !known.isKept(document.fileHash, batchId)
        );
    }
  });
}
