/** What the core asks of the store about data that is derived from the payments and their events. See Store for what holds of every method. */
export interface MaintenanceStore {
  /**
   * Compares derived data with what it is derived from, piece by piece: each step is bounded and gives the differences that it found.
   * What changes in between is no difference. The index of the history is brought up to date first.
   */
  checkDerived(): Iterator<DerivedStep, undefined>;
  /** Derives all of it again, piece by piece. What a crash leaves undone is done when it is next needed. */
  rebuildDerived(): Iterator<DerivedStep, undefined>;

  /** What this opening of the folder found about the age of the records; null where they are as new as what was sent. */
  readonly foundOlder: OlderRecords | null;
  /** The notice that the records were found older than what was sent, or restored, until it is dismissed. */
  olderRecords(): OlderRecords | null;
  dismissOlderRecords(): void;
}

/** Everything that may have been sent was made `unknown`, because these records may know nothing of it. */
export type OlderRecords = {
  readonly at: number;
  /** A backup was restored; or the database is behind what is noted beside it: replaced, copied, or without its last changes. */
  readonly cause: 'behind' | 'restored';
  /** How many payments the gateway is asked about. */
  readonly payments: number;
};

/** Data that can be derived again from what it was derived from. */
export const derivedParts = ['history', 'search', 'counts', 'payees'] as const;
export type DerivedPart = (typeof derivedParts)[number];

export type DerivedStep = {
  /** How much of what there is to do is done, for telling progress. */
  readonly done: number;
  /** A sentence for each. */
  readonly differences: readonly { readonly part: DerivedPart; readonly difference: string }[];
};
