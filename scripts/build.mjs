// Builds everything that runs: the command line, the page, and the desktop shell with its preload.
import { build } from 'vite';

export const configFiles = [
  'vite.cli.config.ts',
  'vite.renderer.config.ts',
  'vite.preload.config.ts',
  'vite.electron.config.ts',
  'vite.callbacks.config.ts',
];

/** Builds each part into `out/`; rejects with the first that cannot be built. */
export async function buildAll(logLevel = 'warn') {
  for (const configFile of configFiles) await build({ configFile, logLevel });
}

if (process.argv[1] === import.meta.filename) await buildAll();
