/** Version 19: payees in the order of when they were paid for the last or first time, blocked, or verified. */
export const lists = `
CREATE INDEX payeesByLastPaid ON payees (lastPaidAt, payeeNumber);
CREATE INDEX payeesByFirstPaid ON payees (firstPaidAt, payeeNumber);
CREATE INDEX blockedPayees ON payeeRecords (blockedAt, recordNumber) WHERE blockedAt IS NOT NULL;
CREATE INDEX verifiedPayees ON payeeRecords (verifiedAt, recordNumber) WHERE verifiedAt IS NOT NULL;
`;
