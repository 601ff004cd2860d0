import type { KnownKey } from '../../../../contract/payments/cause.ts';
import type { Environment } from '../../../../contract/profile.ts';

/** Signed files about approvals, and what is in force. See Store for what holds of every method. */
export interface ApprovalStore {
  /** The name of this database and of every copy of it. */
  databaseId(): string;
  /** Every document of approvers and policies that was ever in force or about to be, the newest first. */
  listControls(): StoredControls[];
  /** Whether the audit log has events of approvers or policies. */
  hasControlEvents(): boolean;
  /** Keeps a document with its event, and a copy of it beside the database and in the state directory. */
  addControls(controls: NewControls): void;
  /** The copies outside the database: texts of documents, as they were found. */
  controlCopies(): string[];
  /** Keeps a signed file; false when it is there already. One about a batch that is here is an event of that batch. */
  addApprovalFile(file: NewApprovalFile): boolean;
  /** Signed files about this batch, or about changes of approvers and policies (null), in the order in which they came. */
  approvalFilesOf(batchId: string | null): StoredApprovalFile[];
  /** Drafts without a schedule for which approval was requested, and neither rejected nor withdrawn; expired requests are among them. */
  draftsAwaitingApproval(): AwaitingDraft[];
  /** A request as it was signed; null where it is not here. */
  signedRequest(hash: string): string | null;
  /** The newest files first. */
  listApprovalFiles(limit: number): StoredApprovalFile[];
  /** Changes whenever controls or signed files do, by whatever program. */
  approvalsMark(): string;
}

export type AwaitingDraft = {
  readonly batchId: string;
  readonly keyId: string;
  readonly environment: Environment;
  readonly fileName: string;
  readonly rowsHash: string;
};

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
  /** The signed file; of a request the facts of it as JSON, since its rows are those of the batch. */
  readonly content: string;
  /** The name in it: what its signer calls themself. */
  readonly by: string;
  /** What the event says of who signed it; null where none is written, since it is about no batch. */
  readonly signer: {
    readonly key: KnownKey;
    readonly note: string;
    /** False where it was signed on this computer. */
    readonly isImported: boolean;
  } | null;
  readonly at: number;
  /** A request as it was signed. */
  readonly signed?: string;
};
export type StoredApprovalFile = Omit<NewApprovalFile, 'at' | 'signed' | 'signer'> & {
  readonly importedAt: number;
};
