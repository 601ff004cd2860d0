import { fail, type Failure } from '../../../contract/result.ts';
import { isOperationName, operations } from '../../../contract/operations.ts';
import type { Handlers } from '../context.ts';
import type { Store, StoredProfile } from '../ports/index.ts';

/**
 * The same operations where live profiles are not served: whatever names a live profile, or a batch, sheet or payout of one, is
 * `liveNotServed` and reaches no handler. What is read of all profiles together stays.
 */
export function sandboxOnly(handlers: Handlers, store: Store): Handlers {
  const guarded = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: object, call: unknown): unknown => {
      const profile = liveProfileOf(store, name, input);
      return profile === null ? Reflect.apply(handler, undefined, [input, call]) : notServed(profile);
    },
  ]);
  // Each handler takes and gives what the one under the same name does.
  return Object.fromEntries(guarded) as Handlers;
}

/** The store where live profiles are not served: nothing of them is sent or asked about in the background. */
export function withoutLiveRuns(store: Store): Store {
  return {
    ...store,
    unfinishedBatches: () => store.unfinishedBatches().filter(({ environment }) => environment === 'sandbox'),
    batchesWithWork: (now) =>
      store.batchesWithWork(now).filter(({ environment }) => environment === 'sandbox'),
  };
}

function notServed(profile: string): Failure {
  return fail(
    'liveNotServed',
    `${profile} is live, and live profiles are not served here. Nothing was done. Use the desktop app or the command line.`,
  );
}

/** In words, what of this input is live; null: nothing. */
function liveProfileOf(store: Store, operation: string, input: object): string | null {
  if (operation === 'profiles.add') return textOf(input, 'environment') === 'live' ? 'This profile' : null;
  const inner = [input, objectOf(input, 'filter'), objectOf(input, 'source')].filter((part) => part !== null);
  for (const part of inner) {
    const live = liveIn(store, part, operation);
    if (live !== null) return live;
  }
  // Where no profile is named, the only one is meant.
  const isChosen =
    isOperationName(operation) && Object.hasOwn(operations[operation].input.shape, 'profileName');
  if (!isChosen || inner.some((part) => textOf(part, 'profileName') !== null)) return null;
  const [only, ...others] = store.listProfiles();
  return others.length === 0 ? nameOfLive(only ?? null) : null;
}

function liveIn(store: Store, input: object, operation: string): string | null {
  const profileName =
    textOf(input, 'profileName') ?? (operation.startsWith('profiles.') ? textOf(input, 'name') : null);
  const named = profileName === null ? null : nameOfLive(store.findProfile(profileName));
  if (named !== null) return named;
  for (const batchId of [textOf(input, 'batchId'), ...listOf(input, 'batchIds')])
    if (batchId !== null && store.findAnyBatch(batchId)?.environment === 'live') return `Batch ${batchId}`;
  const sheetId = textOf(input, 'sheetId');
  if (sheetId !== null && store.findSheet(sheetId)?.environment === 'live') return 'This sheet';
  // Where a profile is named, the order IDs are its own.
  if (profileName !== null) return null;
  for (const idPayout of [textOf(input, 'idPayout'), ...listOf(input, 'idPayouts')]) {
    const payment = idPayout === null ? null : store.findPayment(idPayout);
    if (payment !== null && store.findBatch(payment.batchId)?.environment === 'live')
      return `Payout ${payment.idPayment}`;
  }
  return null;
}

function nameOfLive(profile: StoredProfile | null): string | null {
  return profile?.environment === 'live' ? `Profile ${profile.name}` : null;
}

function textOf(input: object, name: string): string | null {
  const value: unknown = Reflect.get(input, name);
  return typeof value === 'string' ? value : null;
}

function objectOf(input: object, name: string): object | null {
  const value: unknown = Reflect.get(input, name);
  return typeof value === 'object' ? value : null;
}

function listOf(input: object, name: string): string[] {
  const value: unknown = Reflect.get(input, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
