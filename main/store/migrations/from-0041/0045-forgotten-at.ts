/**
 * Version 45: the number of the last event when the records last became older than what was sent, 0 if they never did. What they call rejected
 * by then may have turned out to be paid in the records that were lost.
 */
export const forgottenAt = `
ALTER TABLE databaseIdentity ADD COLUMN forgottenAt INTEGER NOT NULL DEFAULT 0;
`;
