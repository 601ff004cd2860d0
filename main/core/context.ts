import type { ReleasedPayee, ReleaseSummary } from '../../contract/batches/batch.ts';
import type { Actor } from '../../contract/actor.ts';
import type { Change } from '../../contract/window/change.ts';
import { AppError } from '../../contract/errors.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationName, OperationOutput, ParsedInput } from '../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../contract/result.ts';
import type {
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

/** What the core stands on. */
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
  /** The gateway's limit, for telling how long a release takes; null: none. */
  readonly requestsPerSecond: number | null;
  /** Watches what nobody waits for; made by the core where none is given. */
  readonly background?: BackgroundWork;
  /** Which approvers and policies are in force; where none is given, no approver and no policy of the database can be confirmed. */
  readonly controls?: Controls;
  /** Whether live profiles may be used here; a browser's page is not trusted with them. */
  readonly servesLive: boolean;
  /** Whether a face shows notifications and a badge; only then is anything told. */
  readonly notifies?: boolean;
  /** Who makes the call that is carried out: see `madeBy` and `actorStore`. */
  readonly actor?: Actor | null;
};

/** Keys that begin so are temporary keys: they live in memory and sign for the embedded sandbox alone. */
export const trialKeyPrefix = 'trial-';

/** Asks a person outside the page whether a release is meant (invariant I5); `payees` is the whole list of whom it pays. */
type Confirm = (summary: ReleaseSummary, payees: readonly ReleasedPayee[]) => Promise<boolean>;

/** Asks a person outside the page whether changes are meant (invariant I5); a failure says why they are not made. */
type ConfirmChange = (changes: readonly Change[]) => Promise<Result<null>>;

/** What comes with a call beside its input. */
export type Call = {
  readonly signal: AbortSignal;
  readonly confirm: Confirm;
  /** Given with every call of a page; absent where the person makes the call, at the command line. */
  readonly confirmChange?: ConfirmChange;
  /** The user of the operating system who makes the call; null or absent where it is not known, or where nobody does. */
  readonly systemUser?: string | null;
};

export type Handler<Name extends OperationName> = (
  input: ParsedInput<Name>,
  call: Call,
) => Promise<Result<OperationOutput<Name>>> | Result<OperationOutput<Name>>;

export type Handlers = { readonly [Name in OperationName]: Handler<Name> };

/** The profile of that name, or the only one where none is named. */
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
export function noProfile(store: Pick<CoreContext['store'], 'listProfiles'>, name: string): Failure {
  return fail('notFound', noProfileText(store, name));
}

/** That no profile has this name, and which names there are. */
export function noProfileText(store: Pick<CoreContext['store'], 'listProfiles'>, name: string): string {
  const names = store.listProfiles().map((profile) => profile.name);
  return `There is no profile named ${name}. ${names.length === 0 ? 'Add a profile first.' : `Choose from: ${names.join(', ')}.`}`;
}

/** The failure for an ID that no batch has. */
export function noBatch(batchId: string): Failure {
  return fail('notFound', `There is no batch ${batchId}.`, { batchId });
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

/** A prepare-only profile is given no key on this computer, so nobody is told to store one. */
export function noKeyHere({ name }: Pick<StoredProfile, 'name'>): Failure {
  return fail(
    'keyMissing',
    `Profile ${name} is prepare-only on this computer, so there is no key to ask the gateway with. It is tested and checked there where the key is.`,
  );
}

/** Does work in pieces until a piece finds less than it could have done, giving other work its turn in between. */
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

/** Does one thing after the other of what is done on the same object; one that fails holds the next up no more than any other. */
export function inTurns(): <Value>(on: object, work: () => Promise<Value>) => Promise<Value> {
  const latest = new WeakMap<object, Promise<unknown>>();
  return (on, work) => {
    const mine = (latest.get(on) ?? Promise.resolve()).then(work);
    // Not the work itself: nobody needs what it gave once it has been taken.
    latest.set(on, mine.then(nothing, nothing));
    return mine;
  };
}

const nothing = (): void => undefined;

/** Keeps no more than `most` of what was put into a map, the latest. */
export function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** The error of the contract that something thrown carries, as the store's do; null when it carries none. */
export function attachedError(thrown: unknown): AppError | null {
  if (typeof thrown !== 'object' || thrown === null || !('appError' in thrown)) return null;
  return AppError.safeParse(thrown.appError).data ?? null;
}

/** Rows between two reports of progress: every page draws each of them. */
const rowsPerReport = 2000;

/** Tells how far an operation on rows has come; most calls are too soon after the last report to be worth one. */
export function rowProgress(
  emit: CoreContext['emit'],
  id: string,
): (done: number, total: number | null) => void {
  let told = 0;
  return (done, total) => {
    if (done - told < rowsPerReport && done !== total) return;
    told = done;
    emit({ kind: 'progress', id, done, total });
  };
}
