/**
 * Version 24: payouts by when they were paid. The history is searched without accents, by accounts without spaces and by amounts, so its
 * index is cleared and built again, in pieces in the background.
 */
export const search = `
CREATE INDEX livesThatWerePaid ON lives (updatedAt) WHERE state = 'paid';
UPDATE historyProgress SET sequence = -1, rowNumber = 0 WHERE EXISTS (SELECT 1 FROM history);
`;
