/**
 * Version 32: exports of the books that were saved after a backup and are not known since that backup was restored: their numbers, where
 * they are known, and when that was noticed.
 */
export const lostBooks = `
CREATE TABLE lostBooks (
  noticedAt INTEGER NOT NULL,
  firstNumber INTEGER NOT NULL,
  lastNumber INTEGER
) STRICT;
`;
