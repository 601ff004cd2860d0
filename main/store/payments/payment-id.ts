/** How many payment IDs belong to one batch. The migrations contain this number in indexes, which SQLite uses only for the same number. */
export const idsPerBatch = 2_097_152;

/** The most rows of a batch; a file of 64 MiB has fewer. */
const mostRows = idsPerBatch - 1;

/** The ID of a payment: rows of a batch are stored together, in order, and later batches after earlier ones. */
export function paymentIdOf(batchNumber: number, rowNumber: number): number {
  if (rowNumber < 1 || rowNumber > mostRows) throw new RangeError(`a batch has no row ${rowNumber}`);
  return batchNumber * idsPerBatch + rowNumber;
}

/** The batch that a payment belongs to. */
export function batchNumberOf(paymentId: number): number {
  return Math.floor(paymentId / idsPerBatch);
}

/** The least and the greatest ID that a payment of this batch can have; an empty range when there is no batch. */
export function paymentIdsOf(batchNumber: number | null): readonly [first: number, last: number] {
  return batchNumber === null ? [1, 0] : [batchNumber * idsPerBatch, batchNumber * idsPerBatch + mostRows];
}
