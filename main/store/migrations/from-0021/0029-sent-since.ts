/**
 * Version 29: payments by when they were first sent, so that a position finds those that are not in the last balance without looking at
 * any others.
 */
export const sentSince = `
CREATE INDEX livesBySending ON lives (firstSentAt) WHERE firstSentAt IS NOT NULL;
`;
