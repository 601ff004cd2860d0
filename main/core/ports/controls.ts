import type { ControlDocument, ControlState } from '../../../contract/approvals/signed-documents.ts';
import type { Actor } from '../../../contract/actor.ts';
import type { Result } from '../../../contract/result.ts';

/** Approvers and policies in force; `isConfirmed` is false if the keychain does not know them. */
export type ControlsInForce = {
  readonly document: ControlDocument;
  readonly hash: string;
  readonly isConfirmed: boolean;
};

/** Which approvers and policies are in force on this computer. */
export type Controls = {
  /**
   * The state in force; null if none was ever set. The keychain is asked about that only with `beforeSending`, where it is used anyway.
   * Fails with `controlsTampered` if the keychain does not confirm the database.
   */
  read(options?: { readonly beforeSending: boolean }): Promise<Result<ControlsInForce | null>>;
  /** Like `read`, but returns a state that the keychain does not know as not confirmed, if only the keychain entry is missing. */
  readForChange(): Promise<Result<ControlsInForce | null>>;
  replace(change: {
    readonly present: ControlsInForce | null;
    readonly state: ControlState;
    readonly approvals: readonly string[];
    readonly detail: string;
    readonly actor: Actor | null;
  }): Promise<Result<ControlsInForce>>;
};
