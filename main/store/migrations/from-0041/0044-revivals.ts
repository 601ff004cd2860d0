/**
 * Version 44: payouts that had ended unpaid and came back, each with the number of the last event before that, so that what was released
 * before and repeats one of them is not sent.
 */
export const revivals = `
CREATE TABLE revivals (
  sequence INTEGER NOT NULL,
  paymentId INTEGER NOT NULL,
  PRIMARY KEY (sequence, paymentId)
) STRICT, WITHOUT ROWID;
`;
