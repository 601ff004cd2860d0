import type { KnownKey } from '../../../../contract/payments/cause.ts';
import type { StoredBatch } from './batch-store.ts';

/** Signed files about approvals, and the state in force. The rules for every method are on Store. */
export interface ApprovalStore {
  /** The name of this database and of every copy of it. */
  databaseId(): string;
  /** Every document of approvers and policies that was ever in force or about to be, newest first. */
  listControls(): StoredControls[];
  /** The document that was the last one by the audit log when it recorded this event; null: now. */
  controlsAt(sequence: number | null): StoredControls | null;
  /** Whether the audit log has events of approvers or policies, or of the document with this hash. */
  hasControlEvents(hash?: string): boolean;
  /** Stores a document with its event, and a copy beside the database and in the state directory. */
  addControls(controls: NewControls): void;
  /** The copies outside the database: texts of documents, as found. */
  controlCopies(): string[];
  /** Stores a signed file; false if it is already stored. A file about the rows of a batch here is an event of that batch. */
  addApprovalFile(file: NewApprovalFile): boolean;
  /** Signed files about this batch, or about changes of approvers and policies (null), in order of arrival. */
  approvalFilesOf(batchId: string | null): StoredApprovalFile[];
  /** Drafts without a schedule for which approval was requested, whatever became of the request. */
  draftsAwaitingApproval(): AwaitingDraft[];
  /** The signed text of a request; null if it is not stored here. */
  signedRequest(hash: string): string | null;
  /** The newest files first. */
  listApprovalFiles(limit: number): StoredApprovalFile[];
  /** Changes whenever controls or signed files do, in any program. */
  approvalsMark(): string;
}

export type AwaitingDraft = Pick<StoredBatch, 'batchId' | 'keyId' | 'environment' | 'fileName' | 'rowsHash'>;

export type NewControls = {
  readonly version: number;
  /** Of `content`. */
  readonly hash: string;
  /** The signed document. */
  readonly content: string;
  /** What changed, in words, for the event. */
  readonly detail: string;
  readonly at: number;
};
export type StoredControls = Omit<NewControls, 'detail'>;

export type NewApprovalFile = {
  readonly kind: 'request' | 'controlRequest' | 'approval' | 'rejection' | 'withdrawal';
  readonly batchId: string | null;
  readonly requestHash: string;
  /** Of the file. */
  readonly hash: string;
  /** The signed file; for a request only its facts as JSON, because its rows are those of the batch. */
  readonly content: string;
  /** The name in it: what its signer calls themself. */
  readonly by: string;
  /** The signer as the event records it; null if there is no event, because the file is about no batch. */
  readonly signer: {
    readonly key: KnownKey;
    readonly note: string;
    /** False if it was signed on this computer. */
    readonly isImported: boolean;
  } | null;
  readonly at: number;
  /** A request as it was signed. */
  readonly signed?: string;
};
export type StoredApprovalFile = Omit<NewApprovalFile, 'at' | 'signed' | 'signer'> & {
  readonly importedAt: number;
};
