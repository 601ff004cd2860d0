import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faults, patchesOf } from './faults.ts';
import { patched } from './plant.ts';

const rootFile = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

it('every planted fault still applies to the source', () => {
  for (const patches of faults.map(patchesOf)) {
    const sources = new Map(patches.map(({ file }) => [file, rootFile(file)]));
    for (const patch of patches) sources.set(patch.file, patched(sources.get(patch.file) ?? '', patch));
  }
});

it('no two planted faults have one name', () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
