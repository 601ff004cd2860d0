import { hash } from 'node:crypto';

/** What an event says. States are those of its entity; `entityId` is the number of the payment or batch. */
export type EventContent = {
  readonly sequence: number;
  readonly at: number;
  readonly entity: 'payment' | 'batch';
  readonly entityId: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly cause: string;
  readonly detail: string | null;
};

/** The hash before the first event. */
export const firstHash = '';

/**
 * SHA-256, hexadecimal, over everything that the event says and the hash before it, written as a JSON array, in which
 * no two different contents look alike.
 */
export function eventHash(event: EventContent, previousHash: string): string {
  const { sequence, at, entity, entityId, from, to, cause, detail } = event;
  return hash(
    'sha256',
    JSON.stringify([sequence, at, entity, entityId, from, to, cause, detail, previousHash]),
    'hex',
  );
}

/** SHA-256 of bytes, as bytes. */
export function bytesHash(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Bytes as hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
