import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { Change } from '../../../contract/window/change.ts';
import type { FilePurpose, PlacePurpose } from '../../../contract/window/host.ts';
import type { Result } from '../../../contract/result.ts';
import type { Draft } from './outside-address.ts';

/** The environment of a windowed face, and what only it can do. A dialog returns null if the person chose nothing. */
export type HostEnvironment = {
  readonly face: 'electron' | 'loopback';
  readonly hasDialogs: boolean;
  readonly servesLive: boolean;
  /** The versions of the programs that run this. */
  readonly runtime: string;
  /** Asks a person outside the page to confirm a release (invariant I5), and can show the complete list of payees. */
  confirmRelease(
    summary: ReleaseSummary,
    payees: () => readonly ReleasedPayee[],
    signal: AbortSignal,
  ): Promise<boolean>;
  /** Asks a person outside the page whether changes are intended (invariant I5); a failure says why they are not made. */
  confirmChange(changes: readonly Change[], signal: AbortSignal): Promise<Result<null>>;
  /** The path of a signed file that the system asked this program to open, each once; null: none. */
  takeOpenedFile(): string | null;
  chooseFile(purpose: FilePurpose): Promise<Result<string | null>>;
  /** `purpose` null: a file of the page's own. */
  choosePlace(suggestedName: string, purpose: PlacePurpose | null): Promise<Result<string | null>>;
  /** Prints the current page. */
  printPdf(): Promise<Result<Uint8Array>>;
  openDataFolder(directory: string): Promise<Result<null>>;
  /** Opens an https address in the browser, after asking; false if the person declined. */
  openExternal(url: string): Promise<Result<boolean>>;
  /** Opens an e-mail draft in the mail program, after asking; false if the person declined. */
  openDraft(draft: Draft): Promise<Result<boolean>>;
};
