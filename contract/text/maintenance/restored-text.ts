import type { UnknownExports } from '../../treasury/books.ts';
import { releasesHeldText } from '../attention/older-records.ts';
import { counted } from '../numbers.ts';
import { unknownExportsText } from '../treasury/statement-text.ts';

/** The effects of restoring a backup, for before it is restored. */
export const restoreKeeps =
  'Payees that are blocked now stay blocked, and batches that are paused now, or of which payouts were cancelled or rejected since the backup, are paused. Payees verified since, limits and other settings are again as they were in the backup. Approvers and approval policies stay as they are now, and requests that were rejected or withdrawn stay so. If the current database cannot be read, or is itself an older one, every batch with unfinished payouts is paused.';

export type Restored = {
  /** The new path of the previous database; null if there was none. */
  readonly replaced: string | null;
  /** How many payments became `unknown` because their outcome since the backup is unknown. */
  readonly unknownPayments: number;
  /** How many payees that the backup does not block stay blocked; null if no previous database of this history could be read. */
  readonly keptBlocks: number | null;
  /** How many batches are paused: those that were paused or cancelled after the backup, or all in doubt if `keptBlocks` is null. */
  readonly keptStops: number;
  /** Whether retries may be missing, so that nothing is released until a person dismisses the notice about it (I11). */
  readonly holdsReleases: boolean;
  /** Exports of the books that the backup does not know. */
  readonly unknownExports: UnknownExports | null;
};

/** What a person should know after a backup was restored, in a sentence or two each. */
export function restoredNotes(restored: Restored): string[] {
  const { replaced, unknownPayments, keptBlocks, keptStops, holdsReleases, unknownExports } = restored;
  return [
    ...(replaced === null ? [] : [`The previous database is kept as ${replaced}.`]),
    unknownPayments === 0
      ? 'The backup has no unfinished payments.'
      : `${counted(unknownPayments, 'payment of the backup was', 'payments of the backup were')} unfinished. Bursar asks the gateway about each.`,
    'Bursar no longer knows what was prepared after the backup was made: ask the gateway before you pay such a file again.',
    ...(holdsReleases ? [releasesHeldText] : []),
    ...blockNotes(keptBlocks),
    ...stopNotes(keptStops, keptBlocks !== null),
    ...(unknownExports === null
      ? []
      : [`${unknownExportsText(unknownExports)} The next export has their lines again.`]),
  ];
}

function blockNotes(keptBlocks: number | null): string[] {
  if (keptBlocks === null)
    return [
      'No database that can be read here has what was changed after the backup, so payees that were blocked after it may not be blocked now, and requests that were rejected or withdrawn after it may count: block and reject them again.',
    ];
  return keptBlocks === 0
    ? []
    : [
        `${counted(keptBlocks, 'payee', 'payees')} blocked after the backup ${keptBlocks === 1 ? 'stays' : 'stay'} blocked.`,
      ];
}

function stopNotes(keptStops: number, isKnown: boolean): string[] {
  if (keptStops === 0) return [];
  return isKnown
    ? [
        `${counted(keptStops, 'batch that was paused, or of which payouts were cancelled or rejected, after the backup is', 'batches that were paused, or of which payouts were cancelled or rejected, after the backup are')} paused.`,
      ]
    : [
        `${counted(keptStops, 'batch with unfinished payouts is', 'batches with unfinished payouts are')} paused, because after the backup ${keptStops === 1 ? 'it' : 'they'} may have been paused, cancelled or paid in another way. Resume what is to be sent.`,
      ];
}
