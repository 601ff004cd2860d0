import { writeFile } from 'node:fs/promises';
import { wrongUsage } from './failures.ts';

/** Writes a file that is not there yet; what a person has is never overwritten. */
export async function writeNewFile(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw wrongUsage(
      code === 'EEXIST'
        ? `${file} is there already. Name another file.`
        : `${file} cannot be written (${code}).`,
    );
  }
}
