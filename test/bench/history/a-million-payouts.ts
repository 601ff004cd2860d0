import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { runChild, startServer, type ServerChild } from '../kit/children.ts';

/** How many payouts the history has on which the page is measured. */
export const historyRows = 1_000_000;

const Made = z.object({
  index: z.object({ durationMs: z.number(), p95: z.number(), longestPieceMs: z.number() }),
  bareSearchMs: z.record(z.string(), z.number()),
});

type History = z.infer<typeof Made> & { readonly directory: string };

const pageConfig = path.resolve(import.meta.dirname, '../../../scripts/vite/renderer.config.ts');

let keptIn: string | null = null;
let made: Promise<History> | null = null;
let built: Promise<unknown> | null = null;

/** From now on the history is taken from this folder, and made there if it is not there yet: making it takes a minute or more. */
export function keepHistoryIn(folder: string): void {
  keptIn = path.resolve(folder);
}

/** A data folder with a million payouts; made once in a run. */
export function aMillionPayouts(): Promise<History> {
  made ??= keptIn === null ? make(temporaryFolder()) : takeOrMake(keptIn);
  return made;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function takeOrMake(folder: string): Promise<History> {
  const note = path.join(folder, 'made.json');
  if (existsSync(note))
    return { ...Made.parse(JSON.parse(readFileSync(note, 'utf8'))), directory: path.join(folder, 'data') };
  mkdirSync(folder, { recursive: true });
  const history = await make(folder);
  writeFileSync(note, JSON.stringify(history));
  return history;
}

async function make(folder: string): Promise<History> {
  const directory = path.join(folder, 'data');
  return {
    ...(await runChild('history/make-history.ts', { directory, rows: historyRows }, Made)),
    directory,
  };
}

/** Builds the page as it is now and serves it on the million payouts; `report(Watched)` tells what was seen of the main process since the last report. */
export async function servePage(): Promise<ServerChild> {
  const { directory } = await aMillionPayouts();
  built ??= build({ configFile: pageConfig, logLevel: 'warn' });
  await built;
  return startServer('page/page-server.ts', { directory });
}
