import { dayMs, hourMs } from '../../../contract/duration.ts';
import type { CoreContext } from '../context/context.ts';
import { inPieces } from '../context/turns.ts';
import type { SnapshotPlace } from '../ports/index.ts';

/** How long every snapshot is kept; after that one per hour, then one per day. */
const allKeptMs = 2 * dayMs;
const hourlyKeptMs = 90 * dayMs;
/** The oldest answer about options that may be used. */
const optionsKeptMs = 7 * dayMs;
const piece = 500;

const setting = 'tidiedAt';

/** The interval in which one snapshot of this age is enough; 0: keep each one. */
function stretchMs(ageMs: number): number {
  if (ageMs <= allKeptMs) return 0;
  return ageMs <= hourlyKeptMs ? hourMs : dayMs;
}

/** At most once an hour, thins out old snapshots and deletes old options, in pieces, so that neither fills the disk. */
export async function cleanUpPeriodically(context: CoreContext): Promise<void> {
  const { store, clock } = context;
  const now = clock.now();
  const last = Number(store.readSetting(setting) ?? 0);
  // A clock that was set back must not put it off for ever.
  if (last <= now && now - last < hourMs) return;
  store.writeSetting(setting, String(now));
  let place: SnapshotPlace | null = null;
  do {
    place = store.thinSnapshots(place, piece, { now, stretchMs }).next;
    await clock.turn();
  } while (place !== null);
  await inPieces(clock, piece, (limit) => store.forgetOptions(now - optionsKeptMs, limit));
}
