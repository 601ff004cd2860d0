import { constants } from 'node:fs';
import { access, lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import { largestSignedFileBytes } from '../../contract/approvals/approval-operations.ts';
import { fail, succeed, type Failure } from '../../contract/result.ts';
import { placeFaultText } from '../../contract/text/files/place-fault.ts';
import type { FolderFile, SignedFolder } from '../core/ports/index.ts';
import { writeWhole } from './export/write-whole.ts';
import { readAtMost } from './read-at-most.ts';

/** The most entries of a folder that are read, and the most signed files listed. */
const mostEntries = 20_000;
const mostFiles = 500;
/** On a share each access is a request. More at once could take every thread. */
const looksAtOnce = 2;
const ending = '.bursar';
/** A file can have any time, also one that is no date: those outside of 1970 to 9999 are shown as the nearest. */
const latestTime = Date.UTC(9999, 11, 31);

/**
 * A folder to which several computers write signed files; nothing in it is trusted. A share may never answer, and each access to it then keeps
 * one of the few threads of the system with which names of hosts are looked up, too: accesses to one folder wait for each other.
 */
export function createSignedFolder(): SignedFolder {
  const last = new Map<string, Promise<unknown>>();
  function inTurn<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
    const turn = (last.get(folder) ?? Promise.resolve()).then(work, work);
    last.set(folder, turn);
    return turn;
  }
  const { expect, list, read, write } = createAccess();
  return {
    expect: (folder) => inTurn(folder, () => expect(folder)),
    list: (folder, heard) => inTurn(folder, () => list(folder, heard)),
    read: (folder, name) => inTurn(folder, () => read(folder, name)),
    write: (folder, name, bytes) => inTurn(folder, () => write(folder, name, bytes)),
  };
}

function createAccess(): SignedFolder {
  return {
    async expect(folder) {
      if (!path.isAbsolute(folder)) return notAbsolute(folder);
      try {
        await access(folder, constants.R_OK | constants.W_OK);
        await (await opendir(folder)).close();
        return succeed(null);
      } catch (error) {
        return unusable(folder, 'used', error);
      }
    },
    async list(folder, heard = () => undefined) {
      if (!path.isAbsolute(folder)) return notAbsolute(folder);
      try {
        const names: string[] = [];
        let entries = 0;
        for await (const entry of await opendir(folder)) {
          entries += 1;
          if (entries > mostEntries) break;
          if (!entry.isFile() || !entry.name.toLowerCase().endsWith(ending)) continue;
          names.push(entry.name);
        }
        const found: FolderFile[] = [];
        for (let next = 0; next < names.length; next += looksAtOnce) {
          for (const file of await Promise.all(
            names.slice(next, next + looksAtOnce).map((name) => fileOf(folder, name)),
          ))
            if (file !== null) found.push(file);
          heard();
        }
        found.sort((left, right) => right.changedAt - left.changedAt || (left.name < right.name ? -1 : 1));
        return succeed({
          files: found.slice(0, mostFiles),
          hasMore: entries > mostEntries || found.length > mostFiles,
        });
      } catch (error) {
        return unusable(folder, 'used', error);
      }
    },
    async read(folder, name) {
      if (!path.isAbsolute(folder)) return notAbsolute(folder);
      if (!isNameAlone(name)) return fail('inputInvalid', `${name} is not the name of a file in the folder.`);
      const file = path.join(folder, name);
      try {
        const read = await readAtMost(file, largestSignedFileBytes, { isPlain: true });
        if (read.kind === 'read') return succeed(read.bytes);
        return fail(
          'fileUnreadable',
          read.kind === 'tooLarge'
            ? `The file ${file} is larger than 64 MiB, which no signed file of Bursar is. Ask for it again.`
            : `${file} is a link, a folder or a device, and is not read. Choose the file itself.`,
        );
      } catch (error) {
        return unusable(file, 'read', error);
      }
    },
    async write(folder, name, bytes) {
      if (!path.isAbsolute(folder)) return notAbsolute(folder);
      if (!isNameAlone(name)) return fail('inputInvalid', `${name} is not the name of a file in the folder.`);
      const file = path.join(folder, name);
      try {
        await writeWhole(file, bytes, { replaces: false });
        return succeed({ path: file });
      } catch (error) {
        return unusable(file, 'written', error);
      }
    },
  };
}

/** Null if it has disappeared by now. */
async function fileOf(folder: string, name: string): Promise<FolderFile | null> {
  try {
    const { size, mtimeMs } = await lstat(path.join(folder, name));
    return { name, bytes: size, changedAt: Math.min(Math.max(Math.floor(mtimeMs), 0), latestTime) };
  } catch {
    return null;
  }
}

/** Whether this names a file of the folder itself. */
function isNameAlone(name: string): boolean {
  return (
    name !== '' && path.basename(name) === name && !name.includes('\\') && name.toLowerCase().endsWith(ending)
  );
}

function notAbsolute(folder: string): Failure {
  return fail('inputInvalid', `${folder} is not the full path of a folder. Set the full path.`);
}

function unusable(place: string, use: 'read' | 'written' | 'used', error: unknown): Failure {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const why = placeFaultText(place, use, String(error.code));
  return fail('fileUnreadable', `${why} Check that the shared folder exists and can be read and written.`, {
    cause: why.replace(/\.$/, ''),
  });
}
