/** Version 36: what was paid on a day is found along the flows, by the gateway's time; the index by Bursar's own is gone. */
export const paidOn = `
DROP INDEX livesThatWerePaid;
`;
