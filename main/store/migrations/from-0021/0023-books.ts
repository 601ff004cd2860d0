/**
 * Version 23: exports of journal lines. `bookedPayments` says which export has a payment, so that each is in one; an export counts once
 * its file was saved (`keptAt`), and what it named before that may go into another one.
 */
export const books = `
CREATE TABLE bookExports (
  exportNumber INTEGER PRIMARY KEY AUTOINCREMENT,
  fromDay INTEGER NOT NULL,
  untilDay INTEGER NOT NULL,
  madeAt INTEGER NOT NULL,
  keptAt INTEGER
) STRICT;
CREATE TABLE bookedPayments (
  paymentId INTEGER PRIMARY KEY,
  exportNumber INTEGER NOT NULL REFERENCES bookExports
) STRICT;
`;
