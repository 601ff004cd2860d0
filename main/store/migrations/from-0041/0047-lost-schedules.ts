/** Version 47: the sheet whose change ended a schedule; null for a draft without a sheet. Of earlier ones that is not known. */
export const lostSchedules = `
ALTER TABLE lostSchedules ADD COLUMN sheetId TEXT;
`;
