import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { wrongUsage } from '../failures.ts';

/** Writes a new file. Never overwrites an existing one. */
export async function writeNewFile(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw notWritten(file, codeOf(cause));
  }
}

/** Refuses a file that `writeNewFile` would refuse, before anything is done for it. */
export async function expectNewFile(file: string): Promise<void> {
  try {
    await access(dirname(file), constants.W_OK);
  } catch (cause) {
    throw notWritten(file, codeOf(cause));
  }
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw notWritten(file, 'EEXIST');
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
}

function notWritten(file: string, code: string): Error {
  return wrongUsage(
    code === 'EEXIST'
      ? `${file} already exists. Choose another name.`
      : `${file} cannot be written (${code}).`,
  );
}
