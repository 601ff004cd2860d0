import { dayMs } from '../../../../contract/duration.ts';
import { compareAmounts, isZeroAmount } from '../../../../contract/money/amount.ts';
import type { Money } from '../../../../contract/money/money.ts';
import type { AttentionItem } from '../../../../contract/treasury/attention.ts';
import { addDecimals, decimalOf, formatDecimal, negated } from '../../../../contract/money/decimal.ts';
import { codeKeyOf } from '../../../../contract/same-code.ts';
import type { PositionLine } from '../../../../contract/treasury/position.ts';
import type { StoreContext } from '../../context/context.ts';
import type { StoredProfile, StoredSchedule } from '../../ports/index.ts';
import { estimateFees } from '../estimated-fees.ts';
import { floorFor, floorsOf } from '../floors.ts';
import type { PositionOf } from '../position/read-position.ts';
import { scheduleItem } from './waiting-drafts.ts';

/** How long before a scheduled release its money has to be there: time to top up, over a weekend too. */
const toldAheadMs = 3 * dayMs;

/**
 * Scheduled releases of the next days with too little money for them and their fees, by the last balance and everything that is committed. The release checks no
 * balance, so it would go all the same, or as far as a floor allows. `others`: schedules that need a person for another reason first.
 */
export async function shortSchedules(
  context: StoreContext,
  schedules: readonly StoredSchedule[],
  {
    profiles,
    others,
    positionOf,
  }: {
    readonly profiles: readonly StoredProfile[];
    readonly others: readonly AttentionItem[];
    readonly positionOf: PositionOf;
  },
  signal: AbortSignal,
): Promise<AttentionItem[]> {
  const { store, clock } = context;
  const inTrouble = new Set(others.flatMap(({ kind, batchId }) => (kind === 'schedule' ? [batchId] : [])));
  const items: AttentionItem[] = [];
  for (const schedule of schedules) {
    const profile = profiles.find(({ keyId }) => keyId === schedule.keyId);
    if (profile === undefined || schedule.confirmation === null || inTrouble.has(schedule.batchId)) continue;
    if (schedule.scheduledFor - clock.now() > toldAheadMs) continue;
    const floors = floorsOf(store, profile.name);
    const { payouts } = schedule.confirmation;
    const { fees } = await estimateFees(context, profile, payouts, signal);
    const taken = [...payouts, ...fees.filter(({ amount }) => !isZeroAmount(amount))];
    const codes = new Set(taken.map(({ currencyCode }) => codeKeyOf(currencyCode)));
    const short = (await positionOf(profile))
      .filter(({ currencyCode }) => codes.has(codeKeyOf(currencyCode)))
      .flatMap((line) => shortfallOf(line, floorFor(floors, line.currencyCode) ?? null));
    const [asOf] = short.map((each) => each.asOf).toSorted();
    if (asOf === undefined) continue;
    const missing = short.map(({ currencyCode, amount, floor }) => ({ currencyCode, amount, floor }));
    items.push(scheduleItem(schedule, schedule.batchId, { code: 'short', missing, asOf }));
  }
  return items;
}

/** What is missing of a currency, and when its balance was read; none if nothing is, or if it is not known. */
function shortfallOf(
  { currencyCode, projected, asOf }: PositionLine,
  floor: string | null,
): (Money & { readonly floor: string | null; readonly asOf: string })[] {
  const least = floor ?? '0';
  if (projected === null || asOf === null || compareAmounts(projected, least) >= 0) return [];
  const missing = addDecimals(decimalOf(least), negated(decimalOf(projected)));
  return [{ currencyCode, amount: formatDecimal(missing), floor, asOf }];
}
