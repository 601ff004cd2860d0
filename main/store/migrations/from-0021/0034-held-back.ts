/** Version 34: payouts that are held back because their batch is paused are asked about, too, and due since they were held back. */
export const heldBack = `
UPDATE lives SET dueAt = updatedAt WHERE state = 'unknown' AND dueAt IS NULL AND problemCode = 'heldBack';
`;
