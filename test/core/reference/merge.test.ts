import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesFor } from '../../../contract/reference.ts';
import { longestName, mergeCodes, mostCodes } from '../../../main/core/reference/merge.ts';

const named = (...codes: readonly string[]) => codes.map((code) => ({ code, name: `Name of ${code}` }));
const first = mergeCodes(null, named('EUR', 'USD'), 1000);

describe('a code list that is requested again', () => {
  it('marks nothing as new the first time', () => {
    expect(first.map(({ code, isNew, isGone }) => [code, isNew, isGone])).toEqual([
      ['EUR', false, false],
      ['USD', false, false],
    ]);
  });

  it('marks all codes as new that are added to an empty list', () => {
    expect(mergeCodes([], named('EUR'), 1000)).toMatchObject([{ code: 'EUR', isNew: true }]);
  });

  it('marks a code that is no longer listed as gone, and as new when it comes back', () => {
    const without = mergeCodes(first, named('USD'), 2000);
    expect(without).toMatchObject([
      { code: 'EUR', isNew: false, isGone: true },
      { code: 'USD', isNew: false, isGone: false },
    ]);
    expect(mergeCodes(without, named('USD'), 3000)).toEqual(without);
    const [euro] = mergeCodes(without, named('EUR', 'USD'), 3000);
    expect(euro).toMatchObject({ isNew: true, isGone: false, firstSeenAt: new Date(1000).toISOString() });
  });

  it('adopts a new name, and remembers since when the code is known', () => {
    const [euro] = mergeCodes(first, [{ code: 'EUR', name: 'The euro' }], 2000);
    expect(euro).toEqual({
      code: 'EUR',
      name: 'The euro',
      firstSeenAt: new Date(1000).toISOString(),
      isNew: false,
      isGone: false,
    });
  });

  it('has every code of a long list, such as one of banks, and none of them is new or gone in another order', () => {
    const banks = Array.from({ length: 12_000 }, (_, index) => ({ code: `BANK_${index}`, name: null }));
    const before = mergeCodes(null, banks, 1000);
    expect(before).toHaveLength(banks.length);
    expect(mergeCodes(before, banks.toReversed(), 2000)).toEqual(before);
  });

  it('is bounded, whatever the gateway returns: in the length of names, in count, and never cut within a character', () => {
    const flood = Array.from({ length: mostCodes + 100 }, (_, index) => ({ code: `C${index}`, name: null }));
    const grown = mergeCodes(first, flood, 2000);
    expect(grown).toHaveLength(mostCodes);
    expect(grown.some(({ isGone }) => isGone)).toBe(false);
    const long = [{ code: 'Y', name: '𝄞'.repeat(longestName + 5) }];
    const [only] = mergeCodes(null, long, 1000);
    expect(only?.name).toBe(`${'𝄞'.repeat(longestName / 2)}…${'𝄞'.repeat(longestName / 2 - 1)}`);
  });

  it('has each code once, in order, marked new exactly if the previous answer did not have it', () => {
    const answer = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E'), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 6 }), (answers) => {
        let stored: ReturnType<typeof mergeCodes> | null = null;
        let before: readonly string[] | null = null;
        const ever = new Set<string>();
        for (const [at, codes] of answers.entries()) {
          stored = mergeCodes(stored, named(...codes), at);
          for (const code of codes) ever.add(code);
          expect(stored.map(({ code }) => code)).toEqual([...ever].toSorted());
          const news = stored.filter(({ isNew }) => isNew).map(({ code }) => code);
          const earlier = before;
          expect(news).toEqual(
            earlier === null ? [] : [...new Set(codes)].filter((code) => !earlier.includes(code)).toSorted(),
          );
          expect(stored.filter(({ isGone }) => !isGone).map(({ code }) => code)).toEqual(
            [...new Set(codes)].toSorted(),
          );
          before = codes;
        }
      }),
    );
  });
});

describe('a typed code', () => {
  it('finds codes that begin with it first, then those with it in code or name', () => {
    const codes = [
      { code: 'CHE', name: 'WIR euro' },
      { code: 'EUR', name: 'Euro' },
      { code: 'USD', name: null },
    ];
    expect(codesFor(codes, ' eu ').map(({ code }) => code)).toEqual(['EUR', 'CHE']);
    expect(codesFor(codes, '')).toEqual(codes);
    expect(codesFor(codes, 'yen')).toEqual([]);
  });
});
