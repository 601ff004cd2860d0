import { minuteMs } from '../../../contract/duration.ts';
import type { CoreContext } from '../context/context.ts';
import { clientOf } from '../context/subject.ts';
import type { StoredSchedule } from '../ports/index.ts';

/** Clocks that differ by less delay a release unnoticed; more needs a person. */
const apartMs = 5 * minuteMs;

type Clocks = {
  /** Milliseconds since 1970 by the clock of this computer or of the gateway, whichever is behind. The same as `later` if only one is known. */
  readonly earlier: number;
  readonly later: number;
  /** By how much the gateway's clock is ahead, in whole minutes, if the two differ by enough to need a person; else null. */
  readonly differenceSeconds: number | null;
};

/** The two clocks that decide when a schedule is due. */
export function clocksOf(
  { store, gateway, clock }: Pick<CoreContext, 'store' | 'gateway' | 'clock'>,
  { profileName }: Pick<StoredSchedule, 'profileName'>,
): Clocks {
  const now = clock.now();
  const profile = store.findProfile(profileName);
  const gatewayNow = (profile === null ? null : clientOf(gateway, profile).gatewayNow()) ?? now;
  const difference = gatewayNow - now;
  return {
    earlier: Math.min(now, gatewayNow),
    later: Math.max(now, gatewayNow),
    differenceSeconds: Math.abs(difference) < apartMs ? null : Math.round(difference / minuteMs) * 60,
  };
}
