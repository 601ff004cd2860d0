/**
 * Version 30: exports of the books are listed, with the profile they are of (null: all of the environment) and how much they hold. Of
 * earlier ones the environment follows from a payment; how much they hold was not noted.
 */
export const bookExports = `
ALTER TABLE bookExports ADD COLUMN environment TEXT CHECK (environment IN ('sandbox', 'live'));
ALTER TABLE bookExports ADD COLUMN profileNumber INTEGER REFERENCES profiles;
ALTER TABLE bookExports ADD COLUMN payments INTEGER;
ALTER TABLE bookExports ADD COLUMN lines INTEGER;
UPDATE bookExports SET environment = (
  SELECT profiles.environment FROM bookedPayments
    JOIN batches ON batches.batchNumber = bookedPayments.paymentId / 2097152
    JOIN profiles USING (profileNumber)
  WHERE bookedPayments.exportNumber = bookExports.exportNumber LIMIT 1);
`;
