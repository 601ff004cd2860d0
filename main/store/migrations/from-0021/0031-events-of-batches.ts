/** Version 31: events of payments by their batch (2,097,152 payment IDs belong to one), so that a page of its log reads no others. */
export const eventsOfBatches = `
CREATE INDEX eventsOfBatchPayments ON events (entityId / 2097152) WHERE entity = 'payment';
`;
