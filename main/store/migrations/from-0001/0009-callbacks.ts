/**
 * Version 9: callbacks. `callbackAddresses` has the unguessable part of each profile's callback address and when that address was reached
 * by a well-formed request; `callbackDeliveries` has the last requests to the listener, no more of them than are shown.
 */
export const callbacks = `
CREATE TABLE callbackAddresses (
  profileNumber INTEGER PRIMARY KEY REFERENCES profiles,
  secret TEXT NOT NULL,
  firstReachedAt INTEGER,
  lastReachedAt INTEGER
) STRICT;
CREATE TABLE callbackDeliveries (
  deliveryNumber INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  profileNumber INTEGER REFERENCES profiles,
  outcome TEXT NOT NULL,
  idEntity TEXT,
  status INTEGER NOT NULL,
  message TEXT
) STRICT;
`;
