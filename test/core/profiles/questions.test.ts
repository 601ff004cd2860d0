import { describe, expect, it } from 'vitest';
import { usualPayeePolicy } from '../../../contract/payees/findings.ts';
import { controlLines } from '../../../contract/text/approvals.ts';
import { changeQuestion, type Change } from '../../../contract/window/change.ts';
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

it('the question about a payee policy shows a shorter waiting time before any number of amounts', async () => {
  const { office, asked, ask } = await openDesktop(false);
  const { payeePolicy } = await office.get('settings.read', {});
  const codes = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF'];
  const more = ['RON', 'BGN', 'TRY', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'ZAR', 'MXN', 'BRL'];
  const policyOf = (amount: string, waitingHours: number) => ({
    ...payeePolicy,
    amountsFrom: [...codes, ...more].map((currencyCode) => ({ currencyCode, amount })),
    waitingHours,
  });
  await office.get('settings.change', { payeePolicy: policyOf('5000', 48) });
  await ask('settings.change', { payeePolicy: policyOf('4000', 0) });
  expect(changeQuestion(asked).detail).toContain('    Waiting time in hours: from 48 to 0\n');
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

describe('I5: the question about a change has all of it, however much stays as it is:', () => {
  const codes = Array.from({ length: 12 }, (_, index) => `COIN_${index}`);
  const limitOf = (currencyCode: string, largestPayout: string | null) => ({
    currencyCode,
    largestPayout,
    largestBatch: '9000.00',
  });
  const floor = (currencyCode: string, amount: string) => ({ profileName: 'main', currencyCode, amount });
  const profiles = codes.map((_, index) => `a-profile-with-a-long-name-${index}`);
  const amounts = codes.map((currencyCode) => ({ currencyCode, amount: '500.00' }));

  const questions: { readonly what: string; readonly change: Change; readonly said: readonly string[] }[] = [
    {
      what: 'a limit',
      change: {
        kind: 'releaseLimits',
        from: [...codes.map((code) => limitOf(code, '5.00')), limitOf('EUR', '100.00')],
        to: [...codes.map((code) => limitOf(code, '5.00')), limitOf('EUR', null)],
      },
      said: ['    Largest payout in EUR: from 100.00 EUR to none'],
    },
    {
      what: 'a floor',
      change: {
        kind: 'floors',
        from: [...codes.map((code) => floor(code, '5.00')), floor('EUR', '100.00')],
        to: codes.map((code) => floor(code, '5.00')),
      },
      said: ['    Floor of main in EUR: from 100.00 EUR to none'],
    },
    {
      what: 'an acknowledged test flag',
      change: { kind: 'ignoredTestFlags', from: profiles, to: [...profiles, 'real'] },
      said: ['    Test flag of real: from none to acknowledged'],
    },
    {
      what: 'an amount of the payee policy',
      change: {
        kind: 'payeePolicy',
        from: { ...usualPayeePolicy, amountsFrom: amounts, waitingHours: 24 },
        to: {
          ...usualPayeePolicy,
          amountsFrom: [...amounts, { currencyCode: 'EUR', amount: '99999.00' }],
          newPayee: 'block',
        },
      },
      said: [
        '    New payee: from Inform to Block release',
        '    Waiting time in hours: from 24 to 0',
        '    Amounts that count in EUR: from none to 99,999.00 EUR or more',
      ],
    },
  ];
  it.each(questions)('$what', ({ change, said }) => {
    const lines = changeQuestion([change]).detail.split('\n');
    for (const line of said) expect(lines).toContain(line);
    expect(lines).toHaveLength(said.length + (change.kind === 'ignoredTestFlags' ? 2 : 1));
  });

  it('an approval policy with many rules, also as an approver is asked about it', async () => {
    const { office, ask, asked } = await openDesktop(true);
    const rules = codes.map((currencyCode) => ({ currencyCode, payoutFrom: '500.00', approvals: 2 }));
    const policy = { rules, otherwise: 0, releaserCounts: true, enrolledPreparers: true };
    await ask('policies.set', { profileName: 'main', policy });
    const shown = controlLines({
      approvers: [],
      policies: [
        {
          merchant: {
            environment: 'sandbox',
            baseUrl: office.sandbox.url,
            merchantCode: 'OFFICE',
          },
          policy,
        },
      ],
    });
    const question = changeQuestion([
      ...asked,
      { kind: 'approvals', title: 'Approve', action: 'Approve', lines: shown },
    ]);
    for (const line of [
      '2 approvals for a payout of 500.00 COIN_11 or more.',
      '0 approvals for everything else.',
      'The person who releases may be one of the approvers.',
      'Only requests of enrolled people count.',
    ])
      expect(question.detail.split('\n').filter((each) => each === line)).toHaveLength(2);
  });

  it('how long an approval is valid, which a page chooses, too', async () => {
    const { ask, asked } = await openDesktop(true);
    const file = new TextEncoder().encode('no request');
    await ask('approvals.decide', { file, decision: 'approve', validHours: 8760 });
    expect(changeQuestion(asked).detail).toContain('The approval is valid for 8,760 hours.');
  });
});

it('nobody is asked about a change that was made from lists which are others by now: it is refused, whatever they become meanwhile', async () => {
  const { office, witnessPath, asked, ask } = await openDesktop(false);
  const floors = [{ profileName: 'main', currencyCode: 'EUR', amount: '5.00' }];
  await office.get('settings.change', { floors });
  const basedOn = { mutedNotifications: ['badge' as const] };
  const answer = ask('settings.change', { floors: [], witnessFile: witnessPath, basedOn });
  await ask('settings.change', basedOn);
  expect(await answer).toMatchObject({ error: { code: 'settingsOvertaken' } });
  expect(await office.get('settings.read', {})).toMatchObject({ floors });
  expect(asked).toEqual([]);
  expect(await ask('settings.change', { floors: [], basedOn })).toMatchObject({
    error: { code: 'changeDeclined' },
  });
});
