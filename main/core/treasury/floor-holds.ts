import { z } from 'zod';
import { addAmounts, compareAmounts, subtractAmounts } from '../../../contract/money/amount.ts';
import type { AppError } from '../../../contract/errors.ts';
import { fail } from '../../../contract/result.ts';
import { floorHoldText } from '../../../contract/text/treasury/floor-text.ts';
import { FloorHold } from '../../../contract/treasury/floor-hold.ts';
import { readJson } from '../../../contract/json.ts';
import type { CoreContext } from '../context/context.ts';
import type { Store } from '../ports/index.ts';
import { isDamaged } from '../settings/settings.ts';
import { availableOf } from '../../../contract/treasury/available.ts';
import { storedBalances } from './balances.ts';
import { floorFor, floorsOf } from './floors.ts';

const setting = 'floorHolds';
/** The most that are stored: the next run finds further ones again. */
const mostKept = 1000;

/** A run's finding, with the order ID of the payout and the available balance that held it; null if that was unknown. */
const StoredHold = FloorHold.extend({
  profileName: z.string(),
  idPayment: z.string(),
  available: z.string().nullable(),
});
export type StoredHold = z.infer<typeof StoredHold>;

/** By batch, what holds it; null: it continues. */
export type FoundHolds = ReadonlyMap<string, StoredHold | null>;

/** A floor's hold on this batch, as an error. */
export function heldError(hold: StoredHold): AppError {
  const held = FloorHold.parse(hold);
  return fail('floorReached', floorHoldText(held, `Batch ${hold.batchId}`), { batchId: hold.batchId, held })
    .error;
}

/** Replaces the stored findings about these batches, so that they are known while nothing runs. */
export function saveHolds({ store, emit }: Pick<CoreContext, 'store' | 'emit'>, found: FoundHolds): void {
  const before = storedHolds(store);
  const others = before.filter((hold) => !found.has(hold.batchId) && isWaiting(store, hold));
  const holds = [...found.values()].filter((hold) => hold !== null);
  const json = JSON.stringify([...others, ...holds].slice(0, mostKept));
  if (json === JSON.stringify(before)) return;
  store.writeSetting(setting, json);
  for (const batchId of found.keys()) emit({ kind: 'batch', id: batchId });
}

/**
 * The batches that floors hold, by the last run's findings and by current floors and balances: a batch that
 * these allow to continue is not listed.
 */
export function heldBatches({ store }: Pick<CoreContext, 'store'>): StoredHold[] {
  const waiting = storedHolds(store).filter((hold) => isWaiting(store, hold));
  const isUnreadable = isDamaged(store, 'floors');
  const held = waiting.flatMap((hold): StoredHold[] => {
    if (hold.reason === 'floorsUnreadable') return isUnreadable ? [hold] : [];
    const floor = floorFor(floorsOf(store, hold.profileName), hold.currencyCode);
    if (floor === undefined) return [];
    const now = availableNow(store, hold);
    switch (hold.reason) {
      case 'behind':
        return [{ ...hold, floor }];
      case 'balanceUnknown':
        return now === null ? [{ ...hold, floor }] : [];
      case 'short': {
        const more = moreMissing(hold, floor, now);
        const missing = addAmounts(hold.missing ?? '0', more);
        const missingForAll = hold.missingForAll === null ? null : addAmounts(hold.missingForAll, more);
        return compareAmounts(missing, '0') > 0 ? [{ ...hold, floor, missing, missingForAll }] : [];
      }
    }
  });
  const isBefore = (hold: StoredHold): boolean =>
    held.some(
      ({ reason, profileName, currencyCode }) =>
        reason !== 'behind' && profileName === hold.profileName && currencyCode === hold.currencyCode,
    );
  return held.filter((hold) => hold.reason !== 'behind' || isBefore(hold));
}

/** The currencies in which other batches of this profile wait for money because of floors. */
export function currenciesWaiting(
  store: Store,
  profileName: string,
  aside: ReadonlySet<string>,
): ReadonlySet<string> {
  const waiting = storedHolds(store).filter(
    (hold) =>
      hold.profileName === profileName &&
      (hold.reason === 'short' || hold.reason === 'behind') &&
      !aside.has(hold.batchId) &&
      isWaiting(store, hold),
  );
  return new Set(waiting.map(({ currencyCode }) => currencyCode));
}

function storedHolds(store: Store): StoredHold[] {
  const kept = readJson(StoredHold.array(), store.readSetting(setting)) ?? [];
  // The profile may have been renamed since.
  return kept.map((hold) => ({
    ...hold,
    profileName: store.findBatch(hold.batchId)?.profileName ?? hold.profileName,
  }));
}

/** Whether the payout that was held is still to be sent. */
function isWaiting(store: Store, { batchId, profileName, idPayment }: StoredHold): boolean {
  return store.findPayment(idPayment, profileName)?.state === 'queued' && !store.isPaused(batchId);
}

function availableNow(store: Store, { profileName, currencyCode }: StoredHold): string | null {
  const profile = store.findProfile(profileName);
  if (profile === null) return null;
  const amounts = storedBalances(store, profile)
    .balances.filter((balance) => balance.currencyCode === currencyCode)
    .flatMap((balance) => balance.amounts);
  return availableOf({ amounts });
}

/** How much more is missing than the run found, by the current floor and balance. */
function moreMissing({ floor, available }: StoredHold, floorNow: string, now: string | null): string {
  const raised = subtractAmounts(floorNow, floor ?? floorNow);
  const come = now === null || available === null ? '0' : subtractAmounts(now, available);
  return subtractAmounts(raised, come);
}
