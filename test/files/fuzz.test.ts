import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { read } from './reading.ts';

const typed = new Set(['fileUnreadable', 'fileHasErrors', 'fileAmbiguous']);
const header = Buffer.from('amount;currency;method;name\n');

async function expectTypedOutcome(bytes: Uint8Array): Promise<void> {
  const result = await read(bytes);
  if (result.ok) return expect(result.value.lines).toHaveLength(result.value.rows.length);
  expect(typed).toContain(result.error.code);
  expect(AppError.safeParse(result.error).success).toBe(true);
  expect(result.error.message.length).toBeLessThan(1_000);
  expect(result.error.message).not.toMatch(/\p{Cc}/u);
}

const punctuation = [
  '"',
  '""',
  '\n',
  '\r\n',
  '\r',
  ';',
  ',',
  '\t',
  '|',
  ' ',
  "'",
  '-',
  '\ufeff',
  '\u0007',
  '\u202e',
];
const words = [
  'sep=;',
  'amount',
  'currency',
  'method',
  '1,234',
  '1.5',
  '1,5',
  'EUR',
  'WIRE',
  'Ж',
  '=1',
  'e5',
  'DE89',
];
const pieces = fc.constantFrom(...punctuation, ...words);

describe('arbitrary bytes', () => {
  it('result in rows or a typed error', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), expectTypedOutcome), {
      numRuns: 500,
    });
  });

  it('do so below a valid header', async () => {
    const below = (bytes: Uint8Array) => expectTypedOutcome(Buffer.concat([header, bytes]));
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), below), { numRuns: 500 });
  });

  it('do so when they consist of what tables are made of', async () => {
    const text = fc.array(pieces, { maxLength: 200 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (content, hasHeader) => {
        await expectTypedOutcome(Buffer.concat([hasHeader ? header : Buffer.alloc(0), Buffer.from(content)]));
      }),
      { numRuns: 1_000 },
    );
  });

  it('give the same rows wherever the file is split', async () => {
    const filler = fc.integer({ min: 0, max: 400 });
    await fc.assert(
      fc.asyncProperty(fc.array(filler, { minLength: 150, maxLength: 250 }), async (lengths) => {
        const cells = lengths.map((length) => `a"b;\r\n${'é'.repeat(length)}`);
        const records = cells.map(
          (cell, index) => `${index + 1};EUR;WIRE;"${cell.replaceAll('"', '""')}"\r\n`,
        );
        const result = await read(`amount;currency;method;memo\r\n${records.join('')}`);
        if (!result.ok) return expect.fail(result.error.message);
        expect(result.value.rows.map(({ amount }) => amount)).toEqual(
          lengths.map((_, index) => `${index + 1}`),
        );
        expect(result.value.lines).toEqual(lengths.map((_, index) => 2 + 2 * index));
      }),
      { numRuns: 20 },
    );
  });
});
