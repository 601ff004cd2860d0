import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const renderer = path.resolve(import.meta.dirname, '../../renderer');
const table = 'queries/wire/invalidations.ts';

const quoted = /'([a-z]+\.[a-zA-Z]+)'/g;
/** An answer that the page keeps under the name of its operation, by which events find it. */
const kept = /\b(?:useOperation|operationKey)\(\s*'([a-z]+\.[a-zA-Z]+)'/g;

/** Answers that no event makes the page read again, and why. */
const notFollowed: Readonly<Record<string, string>> = {
  'audit.list': 'rows must not move under the cursor: the list says that there are newer entries',
  'batches.check': 'a check is read again when what it depends on changes (see useQuickCheck), or on request',
  'batches.comparison': 'compared each time it is shown; a draft is compared with batches that were released',
  'host.info': 'does not change while the page is open',
  'options.read': 'asks the gateway',
  'payouts.count': 'counted with the list that it is about',
  'payouts.list': 'rows must not move under the cursor: the list looks up the rows that changed',
  'payouts.totals': 'added up with the list that it is about',
};

function namesIn(files: readonly string[], pattern: RegExp): string[] {
  const names = files.flatMap((file) =>
    [...readFileSync(path.join(renderer, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted();
}

it('events find each answer that they invalidate, and every other one that a page keeps is read again in another way', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: renderer }).filter(
    (file) => path.normalize(file) !== path.normalize(table),
  );
  const found = namesIn(files, kept);
  const invalidated = namesIn([table], quoted);
  expect(invalidated.filter((name) => !found.includes(name))).toEqual([]);
  expect(found.filter((name) => !invalidated.includes(name))).toEqual(Object.keys(notFollowed));
});
