import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import path from 'node:path';
import { placeFaultText } from '../../../../contract/text/files/place-fault.ts';
import { failed, wrongUsage, type CommandFailed } from '../failures.ts';
import { systemCode } from './system-code.ts';

/**
 * Writes a new file, whole or not at all. Never overwrites an existing one. Files for other people can be read as all others in their folder; what
 * Bursar keeps for itself, and copies of it, are the owner's alone.
 */
export async function writeNewFile(file: string, bytes: Uint8Array): Promise<void> {
  await expectNewFile(file);
  const { writeWhole } = await import('../../../compose.ts');
  try {
    await writeWhole(file, bytes, { replaces: false });
  } catch (cause) {
    const code = systemCode(cause);
    if (code === 'EEXIST') throw notWritten(file, code);
    const message = `${placeFaultText(file, 'written', code)} Make room on the disk, or choose another place.`;
    throw failed('storageFailed', message, code === null ? {} : { cause: code });
  }
}

/** Whether `writeNewFile` can write this file. */
export async function isNewFile(file: string): Promise<boolean> {
  return expectNewFile(file).then(
    () => true,
    () => false,
  );
}

/** Refuses a file that `writeNewFile` would refuse, before anything is done for it. */
export async function expectNewFile(file: string): Promise<void> {
  try {
    await access(path.dirname(file), constants.W_OK);
  } catch (cause) {
    throw notWritten(file, systemCode(cause));
  }
  const code = await lstat(file).then(
    () => 'EEXIST',
    (cause: unknown) => systemCode(cause),
  );
  if (code !== 'ENOENT') throw notWritten(file, code);
}

function notWritten(file: string, code: string | null): CommandFailed {
  return wrongUsage(`${placeFaultText(file, 'written', code)} Choose another place or name.`);
}
