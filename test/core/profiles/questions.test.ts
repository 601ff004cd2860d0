import { expect, it } from 'vitest';
import { changeQuestion } from '../../../contract/window/change.ts';
import { openDesktop } from './desktop.ts';

const limit = { currencyCode: 'EUR', largestPayout: '100', largestBatch: '1000' };

it('the question about a setting shows what differs and nothing else, so that no long list hides it', async () => {
  const { office, asked, ask } = await openDesktop(false);
  const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];
  const limits = currencies.map((currencyCode) => ({ ...limit, currencyCode }));
  const amountsFrom = currencies.map((currencyCode) => ({ currencyCode, amount: '5000' }));
  await office.get('settings.change', {
    releaseLimits: limits,
    payeePolicy: { amountsFrom, newPayee: 'block' },
  });
  await ask('settings.change', {
    releaseLimits: limits.map((each) =>
      each.currencyCode === 'CZK' ? { ...each, largestBatch: null } : each,
    ),
    payeePolicy: { amountsFrom, newPayee: 'warn' },
  });
  expect(changeQuestion(asked).detail).toBe(
    [
      'Release limits\n    Largest batch in CZK: from 1,000.00 CZK to none',
      'Payee policy\n    New payee: from Block release to Warn',
    ].join('\n\n'),
  );
  const many = Array.from({ length: 21 }, (_, index) => ({ ...limit, currencyCode: `COIN_${index}` }));
  await office.get('settings.change', { releaseLimits: many });
  await ask('settings.change', { releaseLimits: [] });
  const { detail } = changeQuestion(asked.slice(2));
  expect(detail).toContain('    Largest payout in COIN_0: from 100 COIN_0 to none\n');
  expect(detail.split('\n').slice(1)).toHaveLength(41);
  expect(detail).toMatch(/\n {4}and 2 more changes, which are not shown: cancel if you did not make them$/);
});

it('the question writes an address as networks read it, whatever its letters look like', () => {
  const from = 'https://pay.example/';
  // The a is a Cyrillic one.
  const to = 'https://p\u0430y.example/';
  const { detail } = changeQuestion([
    { kind: 'paymentPageUrl', profileName: 'real', from, to },
    { kind: 'callbackUrl', profileName: 'real', from, to },
    { kind: 'updateFeedUrl', from, to },
  ]);
  expect(detail.split('\n').filter((line) => line.startsWith('    new:'))).toEqual(
    Array.from({ length: 3 }, () => '    new: https://xn--py-7kc.example/'),
  );
});

it('the question stays on its lines, whatever a page writes into it', () => {
  const { detail } = changeQuestion([
    {
      kind: 'callbackUrl',
      profileName: 'real',
      from: null,
      to: 'https://evil.example/\n    new: https://fine.example\u202E',
    },
  ]);
  expect(detail.split('\n').filter((line) => line.startsWith('    new:'))).toHaveLength(1);
  expect(detail).not.toContain('\u202E');
});
