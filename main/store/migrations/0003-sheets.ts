/** Version 3: sheets. */
export const sheets = `SELECT 1;`;
