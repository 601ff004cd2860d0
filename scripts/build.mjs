// Builds everything that runs: the command line, the page, and the desktop shell with its preload.
import { build } from 'vite';
import { copyFonts } from './fonts.mjs';

const configFiles = [
  'scripts/vite/cli.config.ts',
  'scripts/vite/renderer.config.ts',
  'scripts/vite/preload.config.ts',
  'scripts/vite/electron.config.ts',
  'scripts/vite/callbacks.config.ts',
  'scripts/vite/verifier.config.ts',
];

/** Builds each part into `out/`; rejects with the first that cannot be built. Tests get the same build as users. */
export async function buildAll(logLevel = 'warn') {
  const usual = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    copyFonts();
    for (const configFile of configFiles) await build({ configFile, logLevel });
  } finally {
    if (usual === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = usual;
  }
}

if (process.argv[1] === import.meta.filename) await buildAll();
