/**
 * Version 12: records that may be older than what was sent. `databaseId` names this database and every copy of it; `isMarked` says
 * that a mark of how far it has come is kept outside of it, so that a missing mark means something. `olderRecords` is the notice
 * that the records were found older, or that a backup was restored, until a person dismisses it.
 */
export const olderRecords = `
CREATE TABLE databaseIdentity (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  databaseId TEXT NOT NULL,
  isMarked INTEGER NOT NULL
) STRICT;
INSERT INTO databaseIdentity VALUES (1, lower(hex(randomblob(16))), 0);
CREATE TABLE olderRecords (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  noticedAt INTEGER NOT NULL,
  cause TEXT NOT NULL CHECK (cause IN ('behind', 'restored')),
  payments INTEGER NOT NULL
) STRICT;
`;
