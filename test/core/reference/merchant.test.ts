import { oneLine } from '../../../contract/text/one-line.ts';
import { expect, it } from 'vitest';
import { storedMerchant } from '../../../main/core/reference/merchant.ts';

it('shows no name of a merchant or channel that turns its reading direction or breaks its line, and keeps the answer as it came', () => {
  const named = { merchantCode: 'M\u20661', merchantName: 'Shop\u202Ecod.', channelName: 'Pay\nhere' };
  const raw = JSON.stringify(named);
  const json = JSON.stringify({ ...named, raw });
  expect(storedMerchant({ findMerchant: () => ({ asOf: 0, json }) }, { keyId: 'key' })).toEqual({
    asOf: '1970-01-01T00:00:00.000Z',
    merchantCode: 'M\uFFFD1',
    merchantName: 'Shop\uFFFDcod.',
    channelName: 'Pay\uFFFDhere',
    raw,
  });
});

it('keeps the joiners of names that need them, and no other unseen character', () => {
  for (const name of ['علی\u200cرضا', 'क्\u200dष', 'שלום\u200f!']) expect(oneLine(name)).toBe(name);
  for (const unseen of [
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u200b',
    '\u2060',
    '\u{e0041}',
    '\n',
    '\u2028',
  ])
    expect(oneLine(`a${unseen}b`)).toBe('a\ufffdb');
});
