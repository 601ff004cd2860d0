import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { KeyObject } from 'node:crypto';
import { fail, type Failure, type Result } from '../../contract/result.ts';
import type { KeyFile } from '../core/ports/index.ts';
import { readPrivateKey } from './private-key.ts';
import { keyInvalid } from './refusals.ts';

const largestKeyFileBytes = 64 * 1024;
const largestShownPath = 1_024;
const ownerOnlyModes = new Set([0o600, 0o400]);

/** How messages name the file. If someone gave the key itself instead of its path, it is not repeated (invariant I8). */
function describeKeyFile(path: string): string {
  const isShowable =
    path.length <= largestShownPath &&
    !/[\p{Cc}]|-----BEGIN/u.test(path) &&
    path.split(/[/\\]/).every((part) => part.length <= 255);
  return isShowable ? `the key file ${path}` : 'the named key file';
}

function unreadable(path: string, error: unknown): Failure {
  const cause =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  const why = cause === 'ENOENT' ? 'does not exist' : 'cannot be read';
  const source = describeKeyFile(path).replace('the', 'The');
  return fail('keyMissing', `${source} ${why}. Check its path and that you may read it.`, { cause });
}

/** Whether only its owner, who runs this process, can access the file. Windows has no such modes. */
function isPrivate(stats: Stats): boolean {
  if (process.geteuid === undefined) return true;
  return stats.isFile() && stats.uid === process.geteuid() && ownerOnlyModes.has(stats.mode & 0o7777);
}

function unsafe(path: string): Failure {
  const source = describeKeyFile(path);
  const command = source.endsWith(path) ? `\`chmod 600 ${path}\`` : '`chmod 600 FILE`';
  return fail(
    'keyFileUnsafe',
    `Other people on this computer may be able to read ${source}, or it is not yours or not a plain file. Make it a ` +
      `file of your own and run ${command}, then try again.`,
  );
}

async function readBounded(file: FileHandle): Promise<Buffer | null> {
  // Not from Node's shared pool, so that clearing it clears the only copy.
  const bytes = Buffer.alloc(largestKeyFileBytes + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
  }
  bytes.fill(0);
  return null;
}

/**
 * Reads the private key from a file. With `mustBePrivate` it has to be a plain file with mode 0600 or 0400 that belongs to the
 * user who runs this process; the opened file is checked, so that it cannot be replaced in between. Errors: `keyMissing`,
 * `keyFileUnsafe`, `keyInvalid`, `passphraseWrong`.
 */
export async function readKeyFile(
  keyFile: KeyFile,
  options: { readonly mustBePrivate: boolean },
): Promise<Result<KeyObject>> {
  const { path, passphrase } = keyFile;
  const source = describeKeyFile(path);
  let file: FileHandle | null = null;
  let bytes: Buffer | null = null;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer for ever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (options.mustBePrivate && !isPrivate(stats)) return unsafe(path);
    if (!stats.isFile()) return keyInvalid(source, 'is not a plain file');
    bytes = await readBounded(file);
  } catch (error) {
    return unreadable(path, error);
  } finally {
    await file?.close();
  }
  if (bytes === null) return keyInvalid(source, 'is larger than any key (64 KiB)');
  try {
    return await readPrivateKey(bytes, passphrase, source);
  } finally {
    bytes.fill(0);
  }
}
