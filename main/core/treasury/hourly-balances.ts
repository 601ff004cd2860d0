import { dayMs, hourMs, minuteMs } from '../../../contract/duration.ts';
import type { CoreContext } from '../context/context.ts';
import { createBackgroundLoop, type BackgroundLoop } from '../payments/background-loop.ts';
import type { StoredProfile } from '../ports/index.ts';
import { storedBalances, watchedBalances } from './balances.ts';

/** Balances of this age are read again. */
const agedAfterMs = hourMs;
const pollMs = 5 * minuteMs;

type Failed = { readonly at: number; readonly times: number };

/**
 * Reads the balances of each profile once an hour unless something else did, so that statements and the balance history have them on days
 * without payouts too. Whatever is sent goes first. After a failure, the time until the next attempt doubles, up to a day.
 */
export function createHourlyBalances(context: CoreContext): Pick<BackgroundLoop, 'begin' | 'end'> {
  const { store, clock, servesLive, background } = context;
  const failures = new Map<string, Failed>();
  /** One may wait for as long as a run sends; those of other profiles do not wait for it. */
  const underWay = new Map<string, Promise<void>>();

  async function watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // At first as well: a window that has just opened reads what it shows.
      await clock.sleep(pollMs, signal);
      if (signal.aborted) return;
      for (const profile of store.readableProfiles()) {
        const { keyId } = profile;
        if (underWay.has(keyId) || !canAsk(profile) || !isDue(profile)) continue;
        const reading = read(profile, signal).finally(() => underWay.delete(keyId));
        underWay.set(keyId, reading);
      }
      // If it had thrown and was started again.
      background?.worked('balances');
    }
  }

  function canAsk({ environment, isPrepareOnly, hasStoredKey, authentication }: StoredProfile): boolean {
    const hasKey = hasStoredKey || authentication === 'secret';
    return !isPrepareOnly && hasKey && (servesLive || environment === 'sandbox');
  }

  function isDue(profile: StoredProfile): boolean {
    const { asOf } = storedBalances(store, profile);
    const failed = failures.get(profile.keyId);
    if (failed === undefined || (asOf ?? 0) > failed.at) return isOver(asOf, agedAfterMs);
    return isOver(failed.at, Math.min(dayMs, agedAfterMs * 2 ** failed.times));
  }

  /** Whether this much time has passed since then; if the clock was set back, too. */
  function isOver(since: number | null, durationMs: number): boolean {
    const passedMs = clock.now() - (since ?? 0);
    return passedMs >= durationMs || passedMs < 0;
  }

  async function read(profile: StoredProfile, signal: AbortSignal): Promise<void> {
    const { keyId } = profile;
    if (await watchedBalances(context, profile, signal, 'polling')) failures.delete(keyId);
    else if (!signal.aborted)
      failures.set(keyId, { at: clock.now(), times: (failures.get(keyId)?.times ?? 0) + 1 });
  }

  const { begin, end } = createBackgroundLoop(context, 'balances', watch);
  return {
    begin,
    async end() {
      await end();
      await Promise.all(underWay.values());
    },
  };
}
