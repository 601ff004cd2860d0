import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { Change } from '../../../contract/window/change.ts';
import type { FilePurpose } from '../../../contract/window/host.ts';
import type { Result } from '../../../contract/result.ts';
import type { Draft } from './outside-address.ts';

/** What a windowed face stands in, and what only it can do there. A dialog gives null when the person chose nothing. */
export type HostEnvironment = {
  readonly face: 'electron' | 'loopback';
  readonly hasDialogs: boolean;
  readonly servesLive: boolean;
  /** The programs that run this, with their versions. */
  readonly runtime: string;
  /** Asks a person outside the page whether a release is meant (invariant I5), with the whole list of payees to look at. */
  confirmRelease(
    summary: ReleaseSummary,
    payees: readonly ReleasedPayee[],
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Asks a person outside the page whether changes are meant (invariant I5); a failure says why they are not made. */
  confirmChange(changes: readonly Change[], signal: AbortSignal): Promise<Result<null>>;
  /** The path of a signed file that the system was asked to open with this program, each once; null: none. */
  takeOpenedFile(): string | null;
  chooseFile(purpose: FilePurpose): Promise<Result<string | null>>;
  choosePlace(suggestedName: string): Promise<Result<string | null>>;
  /** Prints the page as it stands. */
  printPdf(): Promise<Result<Uint8Array>>;
  openDataFolder(directory: string): Promise<Result<null>>;
  /** Opens an https address in the browser, after asking; false when the person did not want it. */
  openExternal(url: string): Promise<Result<boolean>>;
  /** Opens an e-mail draft in the mail program, after asking; false when the person did not want it. */
  openDraft(draft: Draft): Promise<Result<boolean>>;
};
