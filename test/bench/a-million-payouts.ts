import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { z } from 'zod';
import { runChild, startServer, type ServerChild } from './children.ts';

/** How many payouts the history has on which the page is measured. */
export const historyRows = 1_000_000;

const Made = z.object({
  index: z.object({ durationMs: z.number(), p95: z.number(), longestPieceMs: z.number() }),
  bareSearchMs: z.record(z.string(), z.number()),
});

type History = z.infer<typeof Made> & { readonly directory: string };

let made: Promise<History> | null = null;
let built: Promise<unknown> | null = null;

const pageConfig = path.resolve(import.meta.dirname, '../../vite.renderer.config.ts');

/** A data folder with a million payouts; made once in a run, since that takes a while. */
export function aMillionPayouts(): Promise<History> {
  made ??= make();
  return made;
}

async function make(): Promise<History> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bursar-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const directory = path.join(folder, 'data');
  return { ...(await runChild('make-history.ts', { directory, rows: historyRows }, Made)), directory };
}

/** Builds the page as it is now and serves it on the million payouts; `report(Watched)` tells what was seen of the main process since the last report. */
export async function servePage(): Promise<ServerChild> {
  const { directory } = await aMillionPayouts();
  built ??= build({ configFile: pageConfig, logLevel: 'warn' });
  await built;
  return startServer('page-server.ts', { directory });
}
