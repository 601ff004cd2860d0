import { largestSignedFileBytes } from '../../../../../contract/approvals/approval-operations.ts';
import { largestFileReadAlone, type WaitingFile } from '../../../../../contract/approvals/approval-folder.ts';
import type {
  DecisionDocument,
  Merchant,
  SignedDocument,
} from '../../../../../contract/approvals/signed-documents.ts';
import { signerOf } from '../../../../../contract/approvals/signed-documents.ts';
import { liveMerchantIn } from '../../../approvals/confirmed-controls.ts';
import { readSigned } from '../../../approvals/signed-file.ts';
import type { FolderFile } from '../../../ports/index.ts';

/** The content of a file in the folder, read once and again only when it changes. */
export type FoundFile = FolderFile & {
  readonly kind: WaitingFile['kind'];
  /** Everything that decides whether it waits; null if it was not or cannot be read. */
  readonly document: FoundDocument | null;
  readonly problem: string | null;
};

/** A document without its rows; only this much of each file is kept in memory. */
type FoundDocument = {
  readonly kind: Exclude<SignedDocument['kind'], 'controls'>;
  readonly signer: ReturnType<typeof signerOf>;
  /** Of the document itself; of a decision or withdrawal, that of its request. */
  readonly requestHash: string;
  readonly fileHash: string;
  readonly expiresAt: string | null;
  /** Of a request for a change, a live one that has a policy then; null if there is none, or for a decision about a change, or a card. */
  readonly merchant: Merchant | null;
  readonly batchId: string | null;
  /** Of a request. */
  readonly fileName: string | null;
  /** The database of a request for a change, or of a decision about one. */
  readonly databaseId: string | null;
  readonly decision: DecisionDocument | null;
};

/** A file of the folder that was not read yet; one larger than any signed file never is. */
export function unreadFile(file: FolderFile): FoundFile {
  if (file.bytes > largestSignedFileBytes)
    return unreadableFile(file, 'It is larger than 64 MiB, which no signed file of Bursar is.');
  return { ...file, kind: 'unread', document: null, problem: null };
}

/** A file of the folder whose content could not be read. */
export function unreadableFile(file: FolderFile, problem: string): FoundFile {
  return { ...file, kind: 'unreadable', document: null, problem };
}

export function isReadAlone({ bytes }: FolderFile): boolean {
  return bytes <= largestFileReadAlone;
}

/** Verifies the signature of a file, and keeps what decides whether it waits. */
export function foundFile(file: FolderFile, bytes: Uint8Array): FoundFile {
  const read = readSigned(bytes);
  if (!read.ok) return unreadableFile(file, read.error.message);
  const { document, hash } = read.value;
  if (document.kind === 'controls')
    return unreadableFile(file, 'This file is a policy of one computer. See it there.');
  return {
    ...file,
    kind: kindOf(document),
    document: { ...factsOf(document, hash), signer: signerOf(document), fileHash: hash },
    problem: null,
  };
}

type Readable = Exclude<SignedDocument, { kind: 'controls' }>;

function kindOf(document: Readable): WaitingFile['kind'] {
  if (document.kind !== 'decision') return document.kind;
  return document.decision === 'approve' ? 'approval' : 'rejection';
}

const ofNothing = {
  expiresAt: null,
  merchant: null,
  batchId: null,
  fileName: null,
  databaseId: null,
  decision: null,
} as const;

function factsOf(document: Readable, hash: string): Omit<FoundDocument, 'signer' | 'fileHash'> {
  const { kind } = document;
  switch (kind) {
    case 'card':
      return { ...ofNothing, kind, requestHash: hash };
    case 'request': {
      const { merchant, expiresAt } = document;
      const { batchId, fileName } = document.batch;
      return { ...ofNothing, kind, requestHash: hash, merchant, expiresAt, batchId, fileName };
    }
    case 'controlRequest': {
      const { databaseId, expiresAt, to } = document;
      return { ...ofNothing, kind, requestHash: hash, databaseId, expiresAt, merchant: liveMerchantIn(to) };
    }
    case 'decision':
    case 'withdrawal': {
      const { subject, request: requestHash } = document;
      const decision = document.kind === 'decision' ? document : null;
      const common = { ...ofNothing, kind, requestHash, expiresAt: decision?.expiresAt ?? null, decision };
      if (subject.kind === 'controls') return { ...common, databaseId: subject.databaseId };
      const { merchant, batchId } = subject;
      return { ...common, merchant, batchId };
    }
  }
}
