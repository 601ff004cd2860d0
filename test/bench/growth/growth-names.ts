export const rowsOfADraft = 100;
/** What looks at every payee: it may grow as their number does, while other reads find what they need by an index. */
export const growsWithPayees = `findings about payees of a draft of ${rowsOfADraft} rows`;
