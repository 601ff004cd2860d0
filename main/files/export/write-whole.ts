import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { unfinishedName } from '../../../contract/text/files/unfinished-name.ts';

/**
 * Writes a file completely or not at all, wherever the program or the computer ends: under a name of its own until it is on the disk. Throws
 * the system's error, `EEXIST` if a file of that name exists and is not to be replaced.
 */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  const unfinished = path.join(path.dirname(file), unfinishedName(path.basename(file), randomUUID()));
  try {
    const handle = await open(unfinished, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await (replaces ? rename(unfinished, file) : renameToNew(unfinished, file));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Like `rename`, but replaces no file that is there. File systems without links (USB sticks) offer only the rename; if the name were taken first,
 * a kill could leave an empty file under it.
 */
async function renameToNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (cause) {
    if (existsSync(to)) throw Object.assign(new Error(`${to} exists`, { cause }), { code: 'EEXIST' });
    return rename(from, to);
  }
  await rm(from);
}
