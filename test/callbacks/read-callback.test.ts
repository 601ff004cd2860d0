import { assert, json, oneof, property, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCallback } from '../../main/callbacks/read-callback.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const kindOf = (text: string): string => readCallback(bytes(text)).kind;

describe('the body of a callback', () => {
  it.each(['a', '-', '_', 'Z9', 'x'.repeat(250)])('reports the payment %s', (idEntity) => {
    expect(readCallback(bytes(JSON.stringify({ idEntity })))).toEqual({ kind: 'received', idEntity });
  });

  it('is read whatever else it contains, in any order', () => {
    const text =
      '{"status":"SUCCESS","amount":1e400,"idEntity":"order-1","event":"NEW","nested":{"idEntity":5}}';
    expect(readCallback(bytes(text))).toEqual({ kind: 'received', idEntity: 'order-1' });
  });

  it.each([
    '',
    ' ',
    'idEntity=order-1',
    '{"idEntity":"order-1"',
    '{"idEntity":"order-1"} x',
    '{"idEntity":""}',
    '{"idEntity":null}',
    '{"idEntity":1}',
    '{"idEntity":["order-1"]}',
    '{"idEntity":{"a":1}}',
    '{"idEntity":"order 1"}',
    '{"idEntity":"order/1"}',
    '{"idEntity":"../order-1"}',
    '{"idEntity":"order-1\\n"}',
    '{"idEntity":"órder-1"}',
    `{"idEntity":"${'x'.repeat(251)}"}`,
    '[['.repeat(2000),
    '\u0000',
  ])('is malformed: %j', (text) => {
    expect(kindOf(text)).toBe('malformed');
  });

  it('is malformed when it is not UTF-8', () => {
    expect(readCallback(Uint8Array.of(0x7b, 0xff, 0x7d)).kind).toBe('malformed');
  });

  it.each([
    '{"event":"REFUND_CREATED","idRefund":"r-1"}',
    '{"eventType":"SETTLED"}',
    '{"kind":"x","data":{}}',
    '{}',
    '{"identity":"order-1"}',
    '{"__proto__":{"idEntity":"order-1"}}',
    '"order-1"',
    '["order-1"]',
    '[{"idEntity":"order-1"}]',
    'null',
    '1',
  ])('is well-formed JSON that names no payment, and no error: %s', (text) => {
    expect(kindOf(text)).toBe('unfamiliar');
  });

  it('may be nested as deeply as its size allows', () => {
    expect(kindOf(`${'['.repeat(32_000)}${']'.repeat(32_000)}`)).toBe('unfamiliar');
  });

  it('never throws, and never reports an ID outside the pattern', () => {
    assert(
      property(oneof(uint8Array({ maxLength: 200 }), json().map(bytes)), (body) => {
        const read = readCallback(body);
        if (read.kind === 'received') expect(read.idEntity).toMatch(/^[A-Za-z0-9_-]{1,250}$/);
      }),
      { numRuns: 500 },
    );
  });
});
