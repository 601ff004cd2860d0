import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headingsOf, links, pictureFolder, shownPictures } from './documents.ts';

test('every link of a document leads to a file, and to an existing heading', () => {
  const broken = links().filter(
    ({ target, heading }) =>
      !existsSync(target) || (heading !== null && !headingsOf(target).includes(heading)),
  );
  expect(links().length).toBeGreaterThan(20);
  expect(broken.map(({ from, href }) => `${from}: ${href}`)).toEqual([]);
});

test('only images that a document shows are kept in the repository', () => {
  expect(readdirSync(pictureFolder).toSorted()).toEqual([...shownPictures()].toSorted());
});
