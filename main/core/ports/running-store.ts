/** What the core keeps of batches that are sent in the background. See Store for what holds of every method. */
export interface RunningStore {
  /**
   * Holds back, or no longer holds back, what is not sent of this batch; false when it is so already, or is no released batch. What
   * waited to be sent again (`heldBack`) is due once it is resumed.
   */
  setPaused(batchId: string, isPaused: boolean, at: number): boolean;
  isPaused(batchId: string): boolean;
  /**
   * Of the rows of a batch after this one, no more than `limit` of which are looked at, those whose payee no payment of the same
   * profile has paid. `next` is null at the end. See `catchUpKeys`.
   */
  firstTimePayees(
    batchId: string,
    page: { readonly afterRowNumber: number; readonly limit: number },
  ): { rows: FirstTimePayee[]; next: number | null };
}

export type FirstTimePayee = {
  readonly rowNumber: number;
  readonly accountName: string;
  readonly accountNumber: string;
};
