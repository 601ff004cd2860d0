import path from 'node:path';

/** `out/`, from the sources as well as from a bundle in one of its folders. */
const outDirectory = import.meta.filename.endsWith('.ts')
  ? path.resolve(import.meta.dirname, '../../../out')
  : path.resolve(import.meta.dirname, '..');

export const pageDirectory = path.join(outDirectory, 'renderer');
export const preloadFile = path.join(outDirectory, 'preload', 'preload.cjs');
/** The built desktop shell. */
export const electronMainFile = path.join(outDirectory, 'electron', 'main.js');
