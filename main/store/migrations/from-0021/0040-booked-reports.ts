/**
 * Version 40: what an export of the books notes of a payment that the gateway no longer confirms as paid: the report as Bursar compares it,
 * empty where it confirms the payment again. Of earlier exports there is none, so that the next one notes what was reported since.
 */
export const bookedReports = `
CREATE TABLE bookedReports (
  paymentId INTEGER NOT NULL,
  exportNumber INTEGER NOT NULL REFERENCES bookExports,
  report TEXT NOT NULL,
  PRIMARY KEY (paymentId, exportNumber)
) STRICT, WITHOUT ROWID;
`;
