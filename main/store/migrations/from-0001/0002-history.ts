/**
 * Version 2: the history is searched, filtered and sorted. All of it is derived from payments, lives and events, and is filled in pieces
 * behind them, so that importing, releasing and sending write nothing more than before: `historyProgress` says up to which event
 * it has come. A facet is one combination of profile, state, currency and method; there are few, so that every filter over them is
 * a handful of stretches of an index, each in the order that is asked for. Texts stand on shelves, each a small text index of its own (`historyText1` and
 * so on, made when it is needed), since a question to one big text index takes as long as it likes. The paymentId stands at the end of every index by itself.
 */
export const history = `
CREATE TABLE historyFacets (
  facetNumber INTEGER PRIMARY KEY,
  profileNumber INTEGER NOT NULL,
  state TEXT NOT NULL,
  currencyCode TEXT NOT NULL,
  paymentMethodCode TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count >= 0),
  UNIQUE (profileNumber, state, currencyCode, paymentMethodCode)
) STRICT;

CREATE TABLE history (
  paymentId INTEGER PRIMARY KEY,
  facetNumber INTEGER NOT NULL,
  amountKey TEXT NOT NULL,
  nameKey TEXT NOT NULL
) STRICT;
CREATE INDEX historyOfFacet ON history (facetNumber);
CREATE INDEX historyByAmount ON history (facetNumber, amountKey);
CREATE INDEX historyByName ON history (facetNumber, nameKey);

CREATE TABLE historyShelves (
  shelfNumber INTEGER PRIMARY KEY,
  rows INTEGER NOT NULL,
  least INTEGER NOT NULL,
  greatest INTEGER NOT NULL
) STRICT;

CREATE TABLE historyProgress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sequence INTEGER NOT NULL,
  rowNumber INTEGER NOT NULL
) STRICT;
INSERT INTO historyProgress VALUES (1, 0, 0);

CREATE INDEX batchesByTime ON batches (createdAt);
`;
