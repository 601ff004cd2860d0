import { rmSync } from 'node:fs';
import { buildAll } from '../scripts/build.mjs';

/** Builds the program once before any test, so that what is tested is what is there; gives what tidies up at the end. */
export default async function setup(): Promise<() => void> {
  await buildAll();
  return () => rmSync(process.env['BURSAR_STATE_DIR'] ?? '', { recursive: true, force: true });
}
