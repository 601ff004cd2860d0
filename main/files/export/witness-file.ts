import { open, type FileHandle } from 'node:fs/promises';
import { fail, succeed, type Failure } from '../../../contract/result.ts';
import { WitnessLine } from '../../../contract/audit.ts';
import type { WitnessFile } from '../../core/ports/index.ts';

/** So much of a file's beginning shows whether it is a witness file. */
const looksAtBytes = 64 * 1024;
const newLine = '\n';
const ownerOnly = 0o600;

/** Witness files on any disk or share. A file that is no witness file is never appended to, whatever the settings say. */
export function createWitnessFile(): WitnessFile {
  return {
    async append(path, lines) {
      try {
        const file = await open(path, 'a+', ownerOnly);
        try {
          const state = await stateOf(file);
          if (state === 'other')
            return fail(
              'inputInvalid',
              `${path} is not a witness file, so nothing was appended to it. Choose a new file.`,
            );
          const text = lines.map((line) => line + newLine).join('');
          await file.write(state === 'cutOff' ? newLine + text : text);
          await file.sync();
        } finally {
          await file.close();
        }
        return succeed(null);
      } catch (error) {
        return unusable(
          'storageFailed',
          path,
          error,
          'Check the folder and its permissions, or choose another file.',
        );
      }
    },
    async readLast(path) {
      try {
        const file = await open(path, 'r');
        try {
          const { size } = await file.stat();
          const end = Buffer.alloc(Math.min(size, looksAtBytes));
          await file.read(end, 0, end.length, size - end.length);
          return succeed(end.toString('utf8').trimEnd().split(newLine).at(-1) || null);
        } finally {
          await file.close();
        }
      } catch (error) {
        return unreadable(path, error);
      }
    },
    async read(path) {
      try {
        const file = await open(path, 'r');
        try {
          const text = await file.readFile('utf8');
          return succeed(text.split(newLine).filter((line) => line !== ''));
        } finally {
          await file.close();
        }
      } catch (error) {
        return unreadable(path, error);
      }
    },
  };
}

/** `cutOff`: the last line was not written to its end, so that the next one must not continue it. */
async function stateOf(file: FileHandle): Promise<'whole' | 'cutOff' | 'other'> {
  const { size } = await file.stat();
  if (size === 0) return 'whole';
  const head = Buffer.alloc(Math.min(size, looksAtBytes));
  await file.read(head, 0, head.length, 0);
  const [first = ''] = head.toString('utf8').split(newLine);
  if (!isLine(first)) return 'other';
  const end = Buffer.alloc(1);
  await file.read(end, 0, 1, size - 1);
  return end.toString() === newLine ? 'whole' : 'cutOff';
}

function isLine(text: string): boolean {
  try {
    return WitnessLine.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function unreadable(path: string, error: unknown): Failure {
  return unusable('fileUnreadable', path, error, 'Check that it is there and may be read.');
}

function unusable(
  code: 'storageFailed' | 'fileUnreadable',
  path: string,
  error: unknown,
  advice: string,
): Failure {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return fail(code, `The witness file ${path} cannot be used (${String(error.code)}). ${advice}`);
}
