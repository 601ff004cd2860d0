/**
 * Version 17: flows of money. `flows` has one row for each profile, day (UTC, days since 1970), currency, kind, state and method, with how
 * many payments and how much; `flowFees` has their fees per currency of the fee. `flowPayments` says in which flow a payment is counted,
 * when, and with which fee. All of it is derived from the payments behind their events: `flowsProgress` says up to which. Drafts and
 * cancelled payments move no money and are in no flow.
 */
export const flows = `
CREATE TABLE flows (
  flowNumber INTEGER PRIMARY KEY,
  profileNumber INTEGER NOT NULL,
  day INTEGER NOT NULL,
  currencyCode TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  paymentMethodCode TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount TEXT NOT NULL,
  UNIQUE (profileNumber, day, currencyCode, kind, state, paymentMethodCode)
) STRICT;
CREATE INDEX openFlows ON flows (profileNumber)
  WHERE count > 0 AND state IN ('awaited', 'queued', 'sending', 'unknown', 'accepted');
CREATE TABLE flowFees (
  flowNumber INTEGER NOT NULL,
  feeCurrencyCode TEXT NOT NULL,
  count INTEGER NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (flowNumber, feeCurrencyCode)
) STRICT, WITHOUT ROWID;
CREATE TABLE flowPayments (
  paymentId INTEGER PRIMARY KEY,
  flowNumber INTEGER NOT NULL,
  at INTEGER NOT NULL,
  feeAmount TEXT,
  feeCurrencyCode TEXT
) STRICT;
CREATE INDEX paymentsOfFlow ON flowPayments (flowNumber, at);
CREATE TABLE flowsProgress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sequence INTEGER NOT NULL
) STRICT;
INSERT INTO flowsProgress VALUES (1, 0);
`;
