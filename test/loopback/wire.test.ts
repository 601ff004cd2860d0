import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  string,
  uint8Array,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeWire, encodeWire } from '../../contract/window/bridge.ts';

const bytes = uint8Array({ maxLength: 200 }).map((value) => new Uint8Array(value));
const value = letrec((tie) => ({
  leaf: oneof(string(), integer(), boolean(), constant(null), bytes),
  object: dictionary(
    oneof(string({ maxLength: 8 }), constantFrom('$bytes', '$text', '$$bytes', '$', 'toString')),
    tie('any'),
    { maxKeys: 3, noNullPrototype: true, depthIdentifier: 'value' },
  ),
  any: oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    tie('leaf'),
    tie('object'),
    array(tie('any'), { maxLength: 3, depthIdentifier: 'value' }),
  ),
})).any;

describe('a value sent over the wire', () => {
  it('arrives unchanged, whatever its keys are called', () => {
    assert(
      property(value, (input) => {
        expect(decodeWire(encodeWire(input))).toEqual({ ok: true, value: input });
      }),
      { numRuns: 300 },
    );
  });

  it('carries long texts separately, exactly, including a byte order mark at their beginning', () => {
    const text = `\uFEFF${'ж€𝄞\n'.repeat(30_000)}`;
    expect(decodeWire(encodeWire({ text, short: 'a' }))).toEqual({ ok: true, value: { text, short: 'a' } });
  });

  it('reads bytes from the middle of other bytes', () => {
    const wire = encodeWire({ a: new Uint8Array([1, 2]), b: [new Uint8Array([3])] });
    const within = new Uint8Array(wire.length + 20);
    within.set(wire, 7);
    expect(decodeWire(within.subarray(7, 7 + wire.length))).toEqual({
      ok: true,
      value: { a: new Uint8Array([1, 2]), b: [new Uint8Array([3])] },
    });
  });

  it('is refused in words, never with an exception, if it is malformed', () => {
    assert(
      property(uint8Array({ maxLength: 60 }), (garbage) => {
        const read = decodeWire(garbage);
        if (!read.ok) expect(read.error.code).toBe('inputInvalid');
      }),
      { numRuns: 500 },
    );
    for (const json of [
      '{"$bytes":[0,9]}',
      '{"$bytes":[-1,1]}',
      '{"$bytes":"x"}',
      '{"$text":[0]}',
      '[{"$bytes":[1e9,0]}]',
    ])
      expect(decodeWire(framed(json)), json).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
    expect(decodeWire(framed(`${'['.repeat(9_000)}{"$a":1}${']'.repeat(9_000)}`)).ok).toBe(false);
  });

  it('cannot reach what every object inherits', () => {
    const read = decodeWire(framed('{"__proto__":{"isAdmin":true},"$$x":1}'));
    expect(read.ok && Reflect.get(Object(read.value), 'isAdmin')).toBeUndefined();
  });
});

function framed(json: string): Uint8Array {
  const text = new TextEncoder().encode(json);
  const whole = new Uint8Array(4 + text.length);
  new DataView(whole.buffer).setUint32(0, text.length);
  whole.set(text, 4);
  return whole;
}
