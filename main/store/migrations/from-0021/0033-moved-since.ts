/** Version 33: what is not in a balance is found by the events since it was asked for, so that the index of sending times is not needed. */
export const movedSince = `
DROP INDEX livesBySending;
`;
