import { describe, expect, it } from 'vitest';
import type { KnownCode } from '../../contract/reference.ts';
import { isInvalidatedBy } from '../../renderer/queries/wire/invalidations.ts';
import { markOf, ordered } from '../../renderer/reference/code-order.ts';

const code = (text: string, changes: Partial<KnownCode> = {}): KnownCode => ({
  code: text,
  name: null,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  isNew: false,
  isGone: false,
  ...changes,
});

const codes = [
  code('B', { name: 'Alpha', isNew: true, firstSeenAt: '2026-03-01T00:00:00.000Z' }),
  code('A', { name: 'Beta' }),
  code('D', { name: 'Alpha' }),
  code('C', { isGone: true, firstSeenAt: '2026-02-01T00:00:00.000Z' }),
];
const order = (key: string, isDescending: boolean): string =>
  ordered(codes, { key, isDescending })
    .map((each) => each.code)
    .join('');

describe('the codes of a list', () => {
  it('are ordered by each column, both ways, equal ones by their code', () => {
    expect(order('code', false)).toBe('ABCD');
    expect(order('code', true)).toBe('DCBA');
    expect(order('name', false)).toBe('CBDA');
    expect(order('name', true)).toBe('ABDC');
    expect(order('since', false)).toBe('ADCB');
    expect(order('since', true)).toBe('BCAD');
  });

  it('show new ones first, then those that are gone', () => {
    expect(order('mark', false)).toBe('BCAD');
    expect(codes.map(markOf)).toEqual(['New', null, null, 'Gone']);
  });

  it('are read again after the lists of their profile were refreshed, and only then', () => {
    const event = { kind: 'codes', id: 'acme' } as const;
    expect(isInvalidatedBy(['codes.stored', { profileName: 'acme', list: 'methods' }], event)).toBe(true);
    expect(isInvalidatedBy(['merchant.stored', { profileName: 'acme' }], event)).toBe(true);
    expect(isInvalidatedBy(['codes.stored', { profileName: 'other', list: 'methods' }], event)).toBe(false);
    expect(isInvalidatedBy(['codes.refresh', { profileName: 'acme' }], event)).toBe(false);
  });
});
