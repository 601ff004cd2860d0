import { buildAll } from '../scripts/build.mjs';

/** Builds the program once before any test, so that what is tested is what is there. */
export default async function setup(): Promise<void> {
  await buildAll();
}
