import { isOperationName, operations } from '../../../contract/operations.ts';
import { fail } from '../../../contract/result.ts';
import type { Touched } from '../../../contract/touches.ts';
import type { Handlers } from '../context/context.ts';
import type { Store, StoredProfile } from '../ports/index.ts';

/**
 * The same operations if live profiles are not served: a call that touches a live profile, or a batch, sheet or payment of one, is
 * `liveNotServed` and reaches no handler. Other calls read the sandbox's view of the store. `store` is the complete one.
 */
export function sandboxOnly(handlers: Handlers, store: Store): Handlers {
  const guarded = Object.entries(handlers).map(([name, handler]) => [
    name,
    (input: object, call: unknown): unknown => {
      const live = touchedBy(name, input)
        .map((touched) => liveIn(store, touched))
        .find((found) => found !== null);
      if (live === undefined) return Reflect.apply(handler, undefined, [input, call]);
      return fail(
        'liveNotServed',
        `${live} is live, and live profiles are not served here. Nothing was done. Use the desktop app or the command line.`,
      );
    },
  ]);
  // Each handler has the signature of the one with the same name.
  return Object.fromEntries(guarded) as Handlers;
}

/** What a call of this operation touches, with input that dispatch has parsed. */
export function touchedBy(name: string, input: object): readonly Touched[] {
  if (!isOperationName(name)) return [{ kind: 'computer' }];
  // This operation's schema validated the input; TypeScript cannot follow one name through both maps.
  return Reflect.apply(operations[name].touches, undefined, [input]);
}

/** Names what in this input is live; null: nothing. */
function liveIn(store: Store, touched: Touched): string | null {
  switch (touched.kind) {
    case 'profile': {
      if (touched.environment !== undefined) return touched.environment === 'live' ? 'This profile' : null;
      return nameOfLive(profileOf(store, touched.profileName));
    }
    case 'batch':
      return store.findAnyBatch(touched.batchId)?.environment === 'live' ? `Batch ${touched.batchId}` : null;
    case 'sheet':
      return store.findSheet(touched.sheetId)?.environment === 'live' ? 'This sheet' : null;
    case 'payment': {
      const { idPayment, profileName } = touched;
      if (profileName !== undefined) return nameOfLive(store.findProfile(profileName));
      const payment = store.findPayment(idPayment);
      const batch = payment === null ? null : store.findAnyBatch(payment.batchId);
      return batch?.environment === 'live' ? `Payment ${idPayment}` : null;
    }
    case 'bookExport':
      return store.bookExportEnvironment(touched.exportNumber) === 'live' ? 'This export' : null;
    case 'computer':
      return null;
  }
}

/** The profile of that name, or the only one if none is named. */
function profileOf(store: Store, name: string | undefined): StoredProfile | null {
  if (name !== undefined) return store.findProfile(name);
  const [only, ...others] = store.listProfiles();
  return others.length === 0 ? (only ?? null) : null;
}

function nameOfLive(profile: StoredProfile | null): string | null {
  return profile?.environment === 'live' ? `Profile ${profile.name}` : null;
}
