import { constants } from 'node:fs';
import { access, lstat, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { CommandFailed, wrongUsage } from '../failures.ts';

/** Writes a new file, whole or not at all. Never overwrites an existing one. */
export async function writeNewFile(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((cause: unknown) => {
    throw notWritten(file, codeOf(cause));
  });
  try {
    await handle.writeFile(bytes).finally(() => handle.close());
  } catch (cause) {
    // Part of an export would look like all of it.
    await rm(file, { force: true });
    const code = codeOf(cause);
    const message = `${file} cannot be written (${code}). Check the space on the disk, or choose another place.`;
    throw new CommandFailed({ code: 'storageFailed', message, details: { cause: code } });
  }
}

/** Refuses a file that `writeNewFile` would refuse, before anything is done for it. */
export async function expectNewFile(file: string): Promise<void> {
  try {
    await access(path.dirname(file), constants.W_OK);
  } catch (cause) {
    throw notWritten(file, codeOf(cause));
  }
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw notWritten(file, 'EEXIST');
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
}

function notWritten(file: string, code: string): CommandFailed {
  switch (code) {
    case 'EEXIST':
      return wrongUsage(`${file} already exists. Choose another name.`);
    case 'ENOENT':
    case 'ENOTDIR':
      return wrongUsage(
        `${file} cannot be written: there is no folder ${path.dirname(file)}. Choose another place.`,
      );
    default:
      return wrongUsage(`${file} cannot be written (${code}). Choose another place.`);
  }
}
