/** What the core keeps of batches that are sent in the background. See Store for what holds of every method. */
export interface RunningStore {}
