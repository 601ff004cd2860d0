/** What the batch of the trial is called. */
export const sampleBatchName = 'Sample payouts';
