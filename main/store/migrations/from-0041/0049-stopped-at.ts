/**
 * Version 49: when something was last stopped or rejected that Bursar would have sent, 0 if nothing was since this version. Records that
 * are older than that would send it.
 */
export const stoppedAt = `
ALTER TABLE databaseIdentity ADD COLUMN stoppedAt INTEGER NOT NULL DEFAULT 0;
`;
