/** Version 46: whether the accounts of a sheet came under the header IBAN. Of earlier sheets that is not known. */
export const ibanColumn = `
ALTER TABLE sheets ADD COLUMN isIbanColumn INTEGER NOT NULL DEFAULT 0;
`;
