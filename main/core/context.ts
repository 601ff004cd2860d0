import type { ReleasedPayee, ReleaseSummary } from '../../contract/batches/batch.ts';
import type { Actor } from '../../contract/actor.ts';
import type { Change } from '../../contract/window/change.ts';
import { AppError } from '../../contract/errors.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationName, OperationOutput, ParsedInput } from '../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../contract/result.ts';
import type {
  AboutLine,
  BackgroundWork,
  Controls,
  Clock,
  Encode,
  Files,
  Gateway,
  GatewayClient,
  Keys,
  Random,
  RunLimits,
  Store,
  StoredBatch,
  StoredProfile,
} from './ports/index.ts';

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

/** The profile of that name, or the only one if none is named. */
export function chooseProfile(store: Store, name: string | undefined): Result<StoredProfile> {
  if (name !== undefined) {
    const profile = store.findProfile(name);
    return profile === null ? noProfile(store, name) : succeed(profile);
  }
  const profiles = store.listProfiles();
  const [only] = profiles;
  if (only !== undefined && profiles.length === 1) return succeed(only);
  return profiles.length === 0
    ? fail(
        'profileNeeded',
        'There is no profile yet. Add the profile of a merchant first, or try the demo with the sandbox.',
      )
    : fail(
        'profileNeeded',
        `There are ${profiles.length} profiles; choose one (on the command line with --profile NAME).`,
      );
}

/** The failure for a name that no profile has. */
export function noProfile(store: Pick<CoreContext['store'], 'readableProfiles'>, name: string): Failure {
  return fail('notFound', noProfileText(store, name));
}

/** The failure for an unknown profile name; lists the existing names. */
export function noProfileText(store: Pick<CoreContext['store'], 'readableProfiles'>, name: string): string {
  const names = store.readableProfiles().map((profile) => profile.name);
  return `There is no profile named ${name}. ${names.length === 0 ? 'Add a profile first.' : `Choose from: ${names.join(', ')}.`}`;
}

/** The failure for an ID that no batch has. */
export function noBatch(batchId: string): Failure {
  return fail('notFound', `There is no batch ${batchId}.`, { batchId });
}

/** A handler for the batch that its input names. */
export function onBatch<Input extends { readonly batchId: string }, Value>(
  store: Pick<Store, 'findBatch'>,
  use: (batch: StoredBatch, call: Call, input: Input) => Result<Value> | Promise<Result<Value>>,
): (input: Input, call: Call) => Result<Value> | Promise<Result<Value>> {
  return (input, call) => {
    const batch = store.findBatch(input.batchId);
    return batch === null ? noBatch(input.batchId) : use(batch, call, input);
  };
}

/** A handler for the profile that its input names, or the only one. */
export function onProfile<Input extends { readonly profileName?: string | undefined }, Value>(
  store: Store,
  use: (profile: StoredProfile, call: Call, input: Input) => Result<Value> | Promise<Result<Value>>,
): (input: Input, call: Call) => Result<Value> | Promise<Result<Value>> {
  return (input, call) => {
    const profile = chooseProfile(store, input.profileName);
    return profile.ok ? use(profile.value, call, input) : profile;
  };
}

/** What an export contains, for the sheet that describes it: its conditions, of which null is not set, when it was written, and its rows. */
export function aboutLines(
  conditions: readonly (readonly [name: string, value: string | null, kind?: AboutLine[2]])[],
  at: number,
  rows: number,
): AboutLine[] {
  const set = conditions.flatMap(([name, value, kind]): AboutLine[] => {
    if (value === null) return [];
    return [kind === undefined ? [name, value] : [name, value, kind]];
  });
  return [
    ...(set.length === 0 ? [['Filter', 'none'] as const] : set),
    ['Exported at (UTC)', new Date(at).toISOString(), 'time'],
    ['Rows', String(rows), 'count'],
  ];
}

/** The failure of an export that a person stopped. */
export function exportStopped(): Failure {
  return fail('stopped', 'The export was stopped. No file was written.');
}

/**
 * The profile that a record belongs to. Another merchant, or another gateway, may have its name once it was removed: what is known here of
 * its payouts says nothing there, and nothing of it is asked or paid again there.
 */
export function profileOf(
  { findProfile }: Pick<Store, 'findProfile'>,
  { keyId, profileName }: Pick<StoredBatch, 'keyId' | 'profileName'>,
  ofWhat = '',
): Result<StoredProfile> {
  const profile = findProfile(profileName);
  if (profile?.keyId === keyId) return succeed(profile);
  const since = profile === null ? '' : ', and another profile has its name now';
  return fail('notFound', `The profile ${profileName}${ofWhat} was removed${since}.`);
}

/** A profile as it is now: it may have been renamed since it was read. */
export function profileNow(store: Pick<Store, 'profileOfKey'>, profile: StoredProfile): StoredProfile {
  return store.profileOfKey(profile.keyId) ?? profile;
}

/** The profile of a batch. */
export function profileOfBatch(
  store: Pick<Store, 'findProfile'>,
  batch: Pick<StoredBatch, 'batchId' | 'keyId' | 'profileName'>,
): Result<StoredProfile> {
  const { batchId } = batch;
  const found = profileOf(store, batch, ` of batch ${batchId}`);
  return found.ok ? found : fail(found.error.code, found.error.message, { batchId });
}

export function clientOf(gateway: Gateway, profile: StoredProfile): GatewayClient {
  const { signingKeyId: keyId, environment, baseUrl, merchantCode, authentication } = profile;
  const client = gateway.client({ keyId, environment, baseUrl, merchantCode, authentication });
  if (!profile.isPrepareOnly) return client;
  return {
    ...client,
    call: async (operation, input, options) => {
      const answer = await client.call(operation, input, options);
      return answer.ok || answer.error.code !== 'keyMissing' ? answer : noKeyHere(profile);
    },
  };
}

/** A prepare-only profile has no key on this computer, so the message does not ask for one. */
export function noKeyHere({ name }: Pick<StoredProfile, 'name'>): Failure {
  return fail(
    'keyMissing',
    `Profile ${name} is prepare-only: this computer has no key to ask the gateway with. Do this on the computer that has the key.`,
    { isPrepareOnly: true },
  );
}

/** Works in pieces until a piece finds less than it could have done, yielding to other work in between. */
export async function inPieces(
  clock: Clock,
  limit: number,
  piece: (limit: number) => number,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = piece(limit);
    total += count;
    if (count < limit) return total;
    await clock.turn();
  }
}

/** Repeats a piece of a few milliseconds until it says that nothing is left; false if the signal aborted, or after `patience` pieces. */
export async function catchUp(
  clock: Pick<Clock, 'turn'>,
  isCaughtUp: () => boolean,
  signal: AbortSignal,
  patience = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let piece = 1; !isCaughtUp(); piece += 1) {
    await clock.turn();
    if (signal.aborted || piece >= patience) return false;
  }
  return true;
}

/** The same for a call that waits until payments of an older version are prepared; throws `Refused` if it is stopped meanwhile. */
export async function catchUpOrStop(
  ...[clock, isCaughtUp, signal]: Parameters<typeof catchUp>
): Promise<void> {
  if (!(await catchUp(clock, isCaughtUp, signal)))
    throw new Refused(
      fail('stopped', 'Stopped while earlier payments were being prepared. Run it again to continue.'),
    );
}

/** Lets the index of the history catch up with the records, as `catchUp`. */
export function catchUpHistory(
  { store, clock }: Pick<CoreContext, 'store' | 'clock'>,
  signal: AbortSignal,
  patience?: number,
): Promise<boolean> {
  return catchUp(clock, () => store.indexHistory(), signal, patience);
}

/** Runs tasks on the same object one after the other; a failing task does not stop the next. */
export function inTurns(): <Value>(on: object, work: () => Promise<Value>) => Promise<Value> {
  const latest = new WeakMap<object, Promise<unknown>>();
  return (on, work) => {
    const mine = (latest.get(on) ?? Promise.resolve()).then(work);
    // Not the task itself, so that its result can be garbage-collected.
    latest.set(on, mine.then(nothing, nothing));
    return mine;
  };
}

const nothing = (): void => undefined;

/** Keeps only the latest `most` entries of a map. */
export function dropOldest<Key>(map: Map<Key, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** The contract error that a thrown value carries, as those of the store do; null if it carries none. */
export function attachedError(thrown: unknown): AppError | null {
  if (typeof thrown !== 'object' || thrown === null || !('appError' in thrown)) return null;
  return AppError.safeParse(thrown.appError).data ?? null;
}

/** Thrown where no result can be returned; it is dispatched as this failure. */
export class Refused extends Error {
  readonly appError: AppError;

  constructor({ error }: Failure) {
    super(error.message);
    this.appError = error;
  }
}

/** What this finds; if a record of the database cannot be read, what of it, and nothing else. */
export async function readOr<Value>(
  read: () => Promise<Value> | Value,
  otherwise: (unreadable: string) => Value,
): Promise<Value> {
  try {
    return await read();
  } catch (thrown) {
    const error = attachedError(thrown);
    const { cause } = error?.details ?? {};
    // SQLite found damage, or anything else: no record is named.
    if (error?.code !== 'databaseDamaged' || cause === undefined || cause.startsWith('SQLITE_')) throw thrown;
    return otherwise(cause);
  }
}

const internalErrorText =
  'Bursar had an internal error. Everything recorded so far is kept; restart Bursar and resume.';

/** A thrown value as an error of the contract; a value that carries none is a bug in the program, and gets this message. */
export function errorOf(thrown: unknown, message = internalErrorText): AppError {
  const cause = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : 'unknown';
  return attachedError(thrown) ?? fail('internal', message, { cause }).error;
}

/** Rows between two progress reports: every page draws each of them. */
const rowsPerReport = 2000;

/** Reports the progress of an operation on rows; skips most calls, because the last report is too recent. */
export function rowProgress(
  emit: CoreContext['emit'],
  id: string,
): (done: number, total: number | null) => void {
  let reported = 0;
  return (done, total) => {
    if (done - reported < rowsPerReport && done !== total) return;
    reported = done;
    emit({ kind: 'progress', id, done, total });
  };
}
