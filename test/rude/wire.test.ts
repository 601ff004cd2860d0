import { describe, it } from 'vitest';
import type { Manners } from './manners.ts';
import { expectAllPaid, makeRows, startRudeMerchant } from './rude-merchant.ts';

const manners: readonly (readonly [string, Manners])[] = [
  ['JSON is indented and begins with a byte order mark', { isIndented: true, hasByteOrderMark: true }],
  ['JSON is called text/plain', { contentType: 'text/plain; charset=utf-8' }],
  ['JSON has no content type', { contentType: null }],
  ['answers come in chunks of five bytes', { isChunked: true }],
  ['every connection is closed after its answer', { closesConnections: true }],
  ['header names come in odd case', { hasOddHeaders: true }],
  ['every object has properties never heard of', { hasUnknownProperties: true }],
  ['properties come in another order', { isReversed: true }],
  ['every object has properties that are null', { hasNulls: true }],
  [
    'all of that comes together',
    {
      isIndented: true,
      hasByteOrderMark: true,
      contentType: 'TEXT/JSON',
      isChunked: true,
      closesConnections: true,
      hasOddHeaders: true,
      hasUnknownProperties: true,
      isReversed: true,
      hasNulls: true,
    },
  ],
];

describe.concurrent('a gateway with different network behaviour', () => {
  it.each(manners)('still pays every row exactly once if %s', async (_words, given) => {
    const rows = makeRows(5);
    await using merchant = await startRudeMerchant({ manners: given });
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
  });
});
