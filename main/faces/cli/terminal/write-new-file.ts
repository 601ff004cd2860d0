import { writeFile } from 'node:fs/promises';
import { wrongUsage } from '../failures.ts';

/** Writes a new file. Never overwrites an existing one. */
export async function writeNewFile(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    throw wrongUsage(
      code === 'EEXIST'
        ? `${file} already exists. Choose another name.`
        : `${file} cannot be written (${code}).`,
    );
  }
}
