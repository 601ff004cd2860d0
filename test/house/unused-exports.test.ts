import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { needlessExports, readSources } from './exports.ts';

const product = ['contract', 'main', 'preload', 'renderer', 'sandbox'];

describe('exports', () => {
  const all = needlessExports(readSources(fileURLToPath(new URL('../..', import.meta.url))), product);

  it('are used outside their own file, and by more than tests', () => {
    const found = all.map(({ file, name, usedBy }) => `${file} ${name} (${usedBy})`);
    expect(found).toEqual([]);
  });

  const used = {
    'main/used.ts': 'export const used = 1;',
    'main/user.ts': "import { used } from './used.ts'; used;",
  };
  const planted: readonly (readonly [fault: string, files: Record<string, string>, found: object[]])[] = [
    ['nothing where each is used', used, []],
    [
      'one that nothing uses',
      { 'main/a.ts': 'export function idle(): void {}' },
      [{ file: 'main/a.ts', name: 'idle', usedBy: 'unused' }],
    ],
    [
      'a type that only its own file uses',
      { 'main/a.ts': 'export type Mine = 1; const mine: Mine = 1; mine;' },
      [{ file: 'main/a.ts', name: 'Mine', usedBy: 'own' }],
    ],
    [
      'one that only a test uses',
      {
        'main/a.ts': 'export const tested = 1;',
        'test/a.test.ts': "import { tested } from '../main/a.ts'; tested;",
      },
      [{ file: 'main/a.ts', name: 'tested', usedBy: 'tests' }],
    ],
    [
      'one that an index exports again and nothing imports from there',
      {
        'main/a.ts': 'export const passed = 1;',
        'main/index.ts': "export { passed } from './a.ts';",
      },
      [
        { file: 'main/a.ts', name: 'passed', usedBy: 'unused' },
        { file: 'main/index.ts', name: 'passed', usedBy: 'unused' },
      ],
    ],
    [
      'no name that is loaded later, imported whole, or exported again and then used',
      {
        'main/a.ts': 'export const later = 1;',
        'main/b.ts': 'export const inside = 1;',
        'main/c.ts': 'export const passed = 1;',
        'main/index.ts': "export * from './c.ts';",
        'main/user.ts':
          "import * as b from './b.ts'; import { passed } from './index.ts'; b.inside; passed; (await import('./a.ts')).later;",
      },
      [],
    ],
  ];
  it.each(planted)('finds %s', (_, files, found) => {
    expect(needlessExports(new Map(Object.entries(files)), product)).toEqual(found);
  });
});
