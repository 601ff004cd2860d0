import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = new URL('../../main/store', import.meta.url).pathname;

it('no statement has a bare parameter as its limit, for which SQLite would replan it with every value', () => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(names.length).toBeGreaterThan(50);
  const bare = names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => /\b(?:LIMIT|OFFSET) \?/.test(line) && !line.startsWith(' *'))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(bare).toEqual([]);
});
