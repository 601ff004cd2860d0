import { hash } from 'node:crypto';
import { chainedText, type EventContent } from '../../../contract/evidence/log-texts.ts';

/** The hash before the first event. */
export const firstHash = '';

/** The hash of an event, hexadecimal: see `chainedText`. */
export function eventHash(event: EventContent, previousHash: string): string {
  return hash('sha256', chainedText(event, previousHash), 'hex');
}

/** SHA-256 of bytes, as bytes. */
export function bytesHash(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Bytes as hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
