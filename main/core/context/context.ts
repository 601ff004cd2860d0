import type { Actor } from '../../../contract/actor.ts';
import type { ReleasedPayee, ReleaseSummary } from '../../../contract/batches/batch.ts';
import type { AppError } from '../../../contract/errors.ts';
import type { AppEvent } from '../../../contract/events.ts';
import type { OperationName, OperationOutput, ParsedInput } from '../../../contract/operations.ts';
import type { Result } from '../../../contract/result.ts';
import type { Change } from '../../../contract/window/change.ts';
import type {
  BackgroundWork,
  Controls,
  Clock,
  Encode,
  Files,
  Gateway,
  Keys,
  Random,
  RunLimits,
  Store,
  StoredProfile,
} from '../ports/index.ts';

/** The dependencies of the core. */
export type CoreContext = {
  readonly store: Store;
  readonly gateway: Gateway;
  readonly keys: Keys;
  readonly files: Files;
  readonly clock: Clock;
  readonly random: Random;
  /** Writes the body of a create request (interface: Payment request). */
  readonly encode: Encode;
  readonly emit: (event: AppEvent) => void;
  readonly limits: RunLimits;
  /** The gateway's limit, to estimate how long a release takes; null: none. */
  readonly requestsPerSecond: number | null;
  /** Watches background work; the core creates it if none is given. */
  readonly background?: BackgroundWork;
  /** The approvers and policies in force; if absent, no approver and no policy in the database can be confirmed. */
  readonly controls?: Controls;
  /**
   * Called if an answer contradicts the environment of a profile (process.isTest), with the batch of the payment that was asked about; stops
   * the profile and returns the error. The core sets it.
   */
  readonly onContradicted?: ((profile: StoredProfile, batchId: string) => AppError | null) | undefined;
  /** Whether live profiles may be used; the page in a browser is not trusted with them. */
  readonly servesLive: boolean;
  /** Whether a face shows notifications and a badge; only then are any sent. */
  readonly notifies?: boolean;
  /** Whether the face stays open, so that the balances are read hourly in the background. */
  readonly readsBalancesHourly?: boolean;
  /** Who makes the current call: see `madeBy` and `actorStore`. */
  readonly actor?: Actor | null;
};

/** What most work on the records needs. */
export type StoreContext = Pick<CoreContext, 'store' | 'clock'>;

/** The same, for work that announces what it changes. */
export type EmittingContext = Pick<CoreContext, 'store' | 'clock' | 'emit'>;

/** Prefix of temporary keys: they live in memory and sign for the embedded sandbox only. */
export const trialKeyPrefix = 'trial-';

/** Asks a person outside the page to confirm a release (invariant I5); `payees` gives the complete list of its payees. */
type Confirm = (summary: ReleaseSummary, payees: () => readonly ReleasedPayee[]) => Promise<boolean>;

/** Asks a person outside the page to confirm changes (invariant I5); a failure says why they are not made. */
type ConfirmChange = (changes: readonly Change[]) => Promise<Result<null>>;

/** What comes with a call besides its input. */
export type Call = {
  readonly signal: AbortSignal;
  readonly confirm: Confirm;
  /** Set for every call of a page; absent if the person makes the call on the command line. */
  readonly confirmChange?: ConfirmChange;
  /** The operating system user who makes the call; null or absent if unknown, or if nobody does. */
  readonly systemUser?: string | null;
};

export type Handler<Name extends OperationName> = (
  input: ParsedInput<Name>,
  call: Call,
) => Promise<Result<OperationOutput<Name>>> | Result<OperationOutput<Name>>;

export type Handlers = { readonly [Name in OperationName]: Handler<Name> };
