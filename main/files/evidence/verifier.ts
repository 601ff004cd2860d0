import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The build makes one file of `verify.ts`: see scripts/vite/verifier.config.ts. */
const builtVerifier = import.meta.filename.endsWith('.ts')
  ? path.resolve(import.meta.dirname, '../../../out/verifier/verify.mjs')
  : path.resolve(import.meta.dirname, '../verifier/verify.mjs');

/** The source of the one-file program in every evidence pack. */
export function evidenceVerifier(): Promise<Uint8Array> {
  return readFile(builtVerifier);
}
