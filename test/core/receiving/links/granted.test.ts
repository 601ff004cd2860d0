import { describe, expect, it } from 'vitest';
import { grantedBy, operationsOfPage, unfitToken } from '../../../../main/core/receiving/links/granted.ts';

const options = 'POST /payins/!availablePaymentOptions';
const create = [options, 'POST /payins/p1', 'GET /payins/p1'];

describe('a token for an address', () => {
  it('is accepted when it permits exactly what its action grants', () => {
    expect(unfitToken({ operations: create }, grantedBy('PAYIN_CREATE', 'p1'), 'p1')).toBe(null);
    expect(unfitToken({ operations: create.toReversed() }, grantedBy('PAYIN_CREATE', 'p1'), 'p1')).toBe(null);
    expect(unfitToken({ operations: ['GET /payins/p1'] }, grantedBy('PAYIN_INFO', 'p1'), 'p1')).toBe(null);
  });

  it('is accepted when the same is written as an anchored or escaped expression', () => {
    const operations = [
      '^POST /payins/\\!availablePaymentOptions$',
      'POST \\/payins\\/p\\-1',
      '^GET /payins/p-1',
    ];
    expect(unfitToken({ operations }, grantedBy('PAYIN_CREATE', 'p-1'), 'p-1')).toBe(null);
  });

  it.each([
    ['any payin', 'POST /payins/.*'],
    ['any path', '.*'],
    ['a payout', 'POST /payouts/p1'],
    ['another payin', 'POST /payins/p2'],
    ['payins that begin alike', 'POST /payins/p1.*'],
    ['a choice', 'GET /payins/p1|POST /payouts/x'],
    ['a choice behind an anchor', '^GET /payins/p1$|.*'],
    ['an escaped class', 'GET /payins/\\w+'],
    ['one sign more', 'GET /payins/p1?'],
    ['another method', 'DELETE /payins/p1'],
    ['the accounts', 'GET /payins/p1/accounts'],
    ['the merchant', 'GET /merchant-info'],
    ['what is no operation', ''],
  ])('is refused in words when it permits %s', (_words, operation) => {
    const failure = unfitToken({ operations: [...create, operation] }, grantedBy('PAYIN_CREATE', 'p1'), 'p1');
    expect(failure?.error).toMatchObject({ code: 'tokenUnfit' });
    expect(failure?.error.message).toContain('permits more than this payment page needs');
    expect(failure?.error.message).toContain(operation);
  });

  it.each([
    ['the merchant name', { showsMerchantName: true, collectsReference: false }, ['GET /merchant-info']],
    [
      'the reference',
      { showsMerchantName: false, collectsReference: true },
      ['POST /payins/p1/!setExternalReference'],
    ],
  ])(
    'that is to show or collect %s is accepted with exactly that additional operation',
    (_words, extras, more) => {
      const wanted = operationsOfPage('p1', extras);
      expect(wanted).toEqual([...create, ...more]);
      expect(unfitToken({ operations: [...create, ...more] }, wanted, 'p1')).toBe(null);
      expect(unfitToken({ operations: create }, wanted, 'p1')?.error.code).toBe('tokenUnfit');
      const other = 'POST /payins/p2/!setExternalReference';
      expect(unfitToken({ operations: [...wanted, other] }, wanted, 'p1')?.error.code).toBe('tokenUnfit');
    },
  );

  it('is refused when it is for information but could create', () => {
    expect(unfitToken({ operations: create }, grantedBy('PAYIN_INFO', 'p1'), 'p1')?.error.code).toBe(
      'tokenUnfit',
    );
  });

  it('is refused when it permits too little for the page, or does not say what it permits', () => {
    expect(
      unfitToken({ operations: create.slice(1) }, grantedBy('PAYIN_CREATE', 'p1'), 'p1')?.error.message,
    ).toContain(`does not permit what the page needs: ${options}`);
    expect(unfitToken({ operations: [] }, grantedBy('PAYIN_INFO', 'p1'), 'p1')?.error.code).toBe(
      'tokenUnfit',
    );
  });
});
