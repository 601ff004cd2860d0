/**
 * Version 38: which fees an export of the books has. A fee that becomes known or changes after an export had its payment is in a later one,
 * as what differs. Of earlier exports it was not noted: what is known now counts as theirs.
 */
export const bookedFees = `
CREATE TABLE bookedFees (
  paymentId INTEGER NOT NULL,
  exportNumber INTEGER NOT NULL REFERENCES bookExports,
  currencyCode TEXT NOT NULL,
  amount TEXT NOT NULL,
  PRIMARY KEY (paymentId, exportNumber, currencyCode)
) STRICT, WITHOUT ROWID;
INSERT INTO bookedFees (paymentId, exportNumber, currencyCode, amount)
  SELECT paymentId, exportNumber, feeCurrencyCode, feeAmount FROM bookedPayments CROSS JOIN lives USING (paymentId)
  WHERE feeAmount IS NOT NULL;
`;
