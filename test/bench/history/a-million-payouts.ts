import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { compose } from '../../../main/compose.ts';
import { runChild, startServer, type ServerChild } from '../kit/children.ts';
import { benchFolder } from '../kit/bench-folder.ts';

/** How many payouts the history has on which the page is measured. */
export const historyRows = 1_000_000;

const Made = z.object({
  index: z.object({ durationMs: z.number(), p95: z.number(), longestPieceMs: z.number() }),
  bareSearchMs: z.record(z.string(), z.number()),
});

type History = z.infer<typeof Made> & { readonly directory: string };

const viteConfig = (name: string): string =>
  path.resolve(import.meta.dirname, `../../../scripts/vite/${name}.config.ts`);
const out = path.resolve(import.meta.dirname, '../../../out/bench');

let keptIn: string | null = null;
const made = new Map<number, Promise<History>>();
let built: Promise<unknown> | null = null;

/**
 * From now on histories are taken from this folder, and made there where they are not there yet: one of a million takes two minutes or more
 * on a quiet machine and about a gigabyte, one of five millions five times as much.
 */
export function keepHistoryIn(folder: string): void {
  keptIn = path.resolve(folder);
}

/** A data folder with so many payouts; each is made once in a run. */
export function historyOf(rows: number): Promise<History> {
  const known = made.get(rows);
  if (known !== undefined) return known;
  const making =
    keptIn === null ? make(temporaryFolder(), rows) : takeOrMake(path.join(keptIn, String(rows)), rows);
  made.set(rows, making);
  return making;
}

function temporaryFolder(): string {
  const folder = benchFolder();
  return folder;
}

async function takeOrMake(folder: string, rows: number): Promise<History> {
  const note = path.join(folder, 'made.json');
  if (existsSync(note))
    return { ...Made.parse(JSON.parse(readFileSync(note, 'utf8'))), directory: path.join(folder, 'data') };
  mkdirSync(folder, { recursive: true });
  const history = await make(folder, rows);
  writeFileSync(note, JSON.stringify(history));
  return history;
}

async function make(folder: string, rows: number): Promise<History> {
  const directory = path.join(folder, 'data');
  return { ...(await runChild('history/make-history.ts', { directory, rows }, Made)), directory };
}

/**
 * Builds the page as it is now and serves it on a history; `report(Watched)` tells what was seen of the main process since the last report.
 * What serves it is built too, as the desktop's main process is: loading the sources would take Node a compiler of TypeScript, and its memory.
 */
export async function servePage(rows = historyRows): Promise<ServerChild> {
  const { directory } = await historyOf(rows);
  await removeSheets(directory);
  built ??= buildPageAndServer();
  await built;
  return startServer(builtFile('page-server'), { directory });
}

/** Removes sheets that an earlier run left in a kept history, and their drafts: equal rows have one draft, which would only be found again. */
async function removeSheets(directory: string): Promise<void> {
  const composed = await compose({ directory, keyFile: null, isThrowAway: true });
  if (!composed.ok) throw new Error(composed.error.message);
  const { dispatch, close } = composed.value;
  const call = { signal: new AbortController().signal, confirm: () => Promise.resolve(true) };
  const sheets = await dispatch('sheets.list', {}, call);
  if (!sheets.ok) throw new Error(sheets.error.message);
  for (const { sheetId } of sheets.value) {
    const removed = await dispatch('sheets.remove', { sheetId }, call);
    if (!removed.ok) throw new Error(removed.error.message);
  }
  await close();
}

/** A program that `servePage` has built. */
export function builtFile(name: 'page-server' | 'keep-rows'): string {
  return path.join(out, `${name}.js`);
}

async function buildPageAndServer(): Promise<void> {
  await build({ configFile: viteConfig('renderer'), logLevel: 'warn' });
  await build({
    configFile: viteConfig('electron'),
    logLevel: 'warn',
    build: {
      outDir: out,
      lib: {
        entry: Object.fromEntries(
          ['page-server', 'keep-rows'].map((name) => [
            name,
            path.resolve(import.meta.dirname, `../page/${name}.ts`),
          ]),
        ),
        formats: ['es'],
        fileName: (_format, name) => `${name}.js`,
      },
    },
  });
}
