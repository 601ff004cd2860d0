/** Most rows that a batch can have; a file of 64 MiB has fewer. The migrations hold this number too. */
export const mostRows = 2_097_151;

const step = mostRows + 1;

/** The number of a payment: rows of a batch lie together, in order, and later batches after earlier ones. */
export function paymentIdOf(batchNumber: number, rowNumber: number): number {
  if (rowNumber < 1 || rowNumber > mostRows) throw new RangeError(`a batch has no row ${rowNumber}`);
  return batchNumber * step + rowNumber;
}

/** The batch that a payment belongs to. */
export function batchNumberOf(paymentId: number): number {
  return Math.floor(paymentId / step);
}

/** The least and the greatest number that a payment of this batch can have; an empty range when there is no batch. */
export function paymentIdsOf(batchNumber: number | null): readonly [first: number, last: number] {
  return batchNumber === null ? [1, 0] : [batchNumber * step, batchNumber * step + mostRows];
}
