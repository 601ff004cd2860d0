import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../contract/canonical-json.ts';

type JsonValue = Parameters<typeof canonicalJson>[0];

const json = fc
  .jsonValue({ noUnicodeString: false, maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

describe('canonical JSON', () => {
  it('writes the example of RFC 8785 as in the RFC', () => {
    const example = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(example) as JsonValue)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('orders names by their UTF-16 code units, as RFC 8785 shows', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const value = Object.fromEntries(names.map((name) => [name, 0]));
    expect(Object.keys(JSON.parse(canonicalJson(value)) as object)).toEqual([
      '1',
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\u{1f600}',
      '\ufb33',
    ]);
    const members = canonicalJson(value).slice(1, -1).split(',');
    expect(members).toEqual([
      String.raw`"\r":0`,
      '"1":0',
      '"\u0080":0',
      '"\u00f6":0',
      '"\u20ac":0',
      '"\u{1f600}":0',
      '"\ufb33":0',
    ]);
  });

  it('preserves the value, and gives the same text whatever the order of the members', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(value);
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses what JSON cannot express', () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', undefined, () => 1, 1n])
      expect(() => canonicalJson([wrong as JsonValue])).toThrow(TypeError);
    expect(() => canonicalJson({ ['\udc00']: 1 })).toThrow(TypeError);
    expect(canonicalJson(-0)).toBe('0');
  });
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => reversed(item));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value as Record<string, JsonValue>);
  return Object.fromEntries(entries.toReversed().map(([name, member]) => [name, reversed(member)]));
}
