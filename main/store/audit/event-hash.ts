import { hash } from 'node:crypto';

/** What an event says. States are those of its entity; `entityId` is the number of the payment, batch or profile. */
type EventContent = {
  readonly sequence: number;
  readonly at: number;
  readonly entity: string;
  readonly entityId: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly cause: string;
  readonly detail: string | null;
  /** The facts that the event set, as JSON; null in events from before version 10 of the database. */
  readonly facts: string | null;
};

/** The hash before the first event. */
export const firstHash = '';

/**
 * SHA-256, hexadecimal, over everything that the event says and the hash before it, written as a JSON array, in which
 * no two different contents look alike. An event without facts is hashed as before there were any.
 */
export function eventHash(event: EventContent, previousHash: string): string {
  const { sequence, at, entity, entityId, from, to, cause, detail, facts } = event;
  const content = [sequence, at, entity, entityId, from, to, cause, detail];
  if (facts !== null) content.push(facts);
  content.push(previousHash);
  return hash('sha256', JSON.stringify(content), 'hex');
}

/** SHA-256 of bytes, as bytes. */
export function bytesHash(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Bytes as hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
