/** The name of the trial's batch. */
export const sampleBatchName = 'Sample payouts';
