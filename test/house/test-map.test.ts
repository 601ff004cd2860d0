import { describe, expect, it } from 'vitest';
import { findProblems, map, namedIn } from './test-map.ts';

describe('the test map', () => {
  const names = namedIn(map);

  it('contains every row and rule of the interface and every invariant', () => {
    expect(findProblems(map, names)).toEqual([]);
  });

  const row = /^\| `GET \/balances` \| 406 .*\n/m;
  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a test that is gone',
      (text) => text.replace('takes SUCCESS as paid', 'takes X as paid'),
      /no such test/,
    ],
    [
      'a file that is gone',
      (text) => text.replaceAll('`core/payments/decide`', '`core/payments/gone`'),
      /no such test/,
    ],
    ['a status left out', (text) => text.replace(row, ''), /GET \/balances 406 is not in the map/],
    [
      'a test of another status',
      (text) => text.replace(row, (line) => line.replaceAll(' > answers 406', ' > answers 429')),
      /GET \/balances 406 names tests of something else/,
    ],
    ['a rule left out', (text) => text.replace(/### Versioning[^]*?\| 5 .*\n/, ''), /Versioning: 5 is not/],
    [
      'a side without a test',
      (text) => text.replace(/\| 409 \| `gateway\/client`[^|]*\|/, '| 409 | |'),
      /no test/,
    ],
    [
      'a line that nobody holds',
      (text) => text.replace(/^\| `jti` .*$/m, '| `jti` | not here: nobody asks | not here: nobody asks |'),
      /no test on either side/,
    ],
    [
      'an invariant with a test that does not name it',
      (text) => text.replace('“I9: everything', '“everything'),
      /I9 is not named by/,
    ],
  ])('is refused with %s', (_words, change, problem) => {
    const changed = change(map);
    expect(changed).not.toBe(map);
    expect(findProblems(changed, names).join('\n')).toMatch(problem);
  });
});
