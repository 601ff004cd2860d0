/** Version 5: batches that a person holds back. */
export const running = `SELECT 1;`;
