import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { WitnessLine, type WitnessFault } from '../../../contract/audit/witness.ts';
import { readJson } from '../../../contract/json.ts';
import type { WitnessFile, Witnessing } from '../../core/ports/index.ts';

/** How much of the beginning of a file shows whether it is a witness file. */
const looksAtBytes = 64 * 1024;
const newLine = '\n';
const ownerOnly = 0o600;
/** To open a pipe without it waits for a writer, and keeps the process from ending; Windows has no such flag. */
const withoutWait = constants.O_NONBLOCK ?? 0;
const reading = constants.O_RDONLY | withoutWait;
const appending = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | withoutWait;

/** Witness files on any disk or share. Nothing is ever appended to any other file, whatever the settings say. */
export function createWitnessFile(): WitnessFile {
  return {
    append: (path, lines) =>
      withFile(path, appending, 'notWritten', async (file) => {
        await removeCutOff(file, lines);
        const state = await stateOf(file);
        if (state === 'other') return faulty({ code: 'noWitnessFile' });
        const text = lines.map((line) => line + newLine).join('');
        const { size } = await file.stat();
        try {
          await file.appendFile(state === 'cutOff' ? newLine + text : text);
          await file.sync();
        } catch (error) {
          // Part of a line would read as a checkpoint that somebody changed.
          // Ignored: the failure to write is reported; this only tidies up.
          await file.truncate(size).catch(() => undefined);
          throw error;
        }
        return found(null);
      }),
    readLast: (path) =>
      withFile(path, reading, 'notRead', async (file) => {
        const end = await endOf(file);
        return found(end.toString('utf8').trimEnd().split(newLine).at(-1) || null);
      }),
    read: (path) =>
      withFile(path, reading, 'notRead', async (file) => {
        const text = await file.readFile('utf8');
        return found(text.split(newLine).filter((line) => line !== ''));
      }),
  };
}

/** Opens a file for as long as it is used. Anything else, such as a device, stores nothing and may have no end. */
async function withFile<Value>(
  path: string,
  flags: number,
  code: 'notWritten' | 'notRead',
  use: (file: FileHandle) => Promise<Witnessing<Value>>,
): Promise<Witnessing<Value>> {
  try {
    const file = await open(path, flags, ownerOnly);
    try {
      const place = await file.stat();
      return place.isFile() ? await use(file) : faulty({ code, cause: null });
    } finally {
      await file.close();
    }
  } catch (error) {
    return faulty({ code, cause: systemCodeOf(error) });
  }
}

async function endOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const end = Buffer.alloc(Math.min(size, looksAtBytes));
  await file.read(end, 0, end.length, size - end.length);
  return end;
}

/** A kill or a power cut may have left the beginning of one of these lines, which would read as a checkpoint that somebody changed. */
async function removeCutOff(file: FileHandle, lines: readonly string[]): Promise<void> {
  const end = await endOf(file);
  const part = end.subarray(end.lastIndexOf(newLine) + 1);
  if (part.length === 0) return;
  if (!lines.some((line) => Buffer.from(line).subarray(0, part.length).equals(part))) return;
  await file.truncate((await file.stat()).size - part.length);
}

/** `cutOff`: the last line is incomplete, so the next one must not continue it. */
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
  return readJson(WitnessLine, text) !== null;
}

function found<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

function faulty(fault: WitnessFault): { readonly ok: false; readonly fault: WitnessFault } {
  return { ok: false, fault };
}

function systemCodeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  return String(error.code);
}
