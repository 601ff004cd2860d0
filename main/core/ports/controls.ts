import type { ControlDocument, ControlState } from '../../../contract/approvals/signed-documents.ts';
import type { Actor } from '../../../contract/actor.ts';
import type { Result } from '../../../contract/result.ts';

/** Approvers and policies in force; `isConfirmed` is false where the keychain does not know of them. */
export type ControlsInForce = {
  readonly document: ControlDocument;
  readonly hash: string;
  readonly isConfirmed: boolean;
};

/** Which approvers and policies are in force on this computer. */
export type Controls = {
  /**
   * What is in force; null where nothing was ever set, for which the keychain is asked only `beforeSending`, where it is used anyway.
   * Fails with `controlsTampered` where the keychain does not confirm what the database says.
   */
  read(options?: { readonly beforeSending: boolean }): Promise<Result<ControlsInForce | null>>;
  /** As `read`, but gives what the keychain does not know of as not confirmed, where that is all that is missing. */
  readForChange(): Promise<Result<ControlsInForce | null>>;
  /** Puts a state in the place of what is in force. */
  replace(change: {
    readonly present: ControlsInForce | null;
    readonly state: ControlState;
    readonly approvals: readonly string[];
    readonly detail: string;
    readonly actor: Actor | null;
  }): Promise<Result<ControlsInForce>>;
};
