/**
 * Version 28: sheets that repeat a batch. `repeatOf` is the batch whose rows a sheet began with, `template` the name under which a person
 * keeps it; `lastMoney` of a row (JSON) is what the row that it repeats paid.
 */
export const repeats = `
ALTER TABLE sheets ADD COLUMN repeatOf TEXT;
ALTER TABLE sheets ADD COLUMN template TEXT;
ALTER TABLE sheetRows ADD COLUMN lastMoney TEXT;
`;
