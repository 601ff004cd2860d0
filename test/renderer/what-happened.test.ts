import { expect, it } from 'vitest';
import { whatHappened } from '../../contract/batches/what-happened.ts';
import { runnerBrief } from '../../renderer/shell/runner-brief.ts';

const eur = { currencyCode: 'EUR', amount: '100.00', count: 2 };

it('the end of the trial says in five lines what was paid, failed, rejected, charged and left, and nothing that is not known', () => {
  const lines = whatHappened({
    rows: 6,
    byState: { paid: 2, failed: 1, rejected: 1, accepted: 2 },
    paid: [eur, { ...eur, currencyCode: 'USD' }, { ...eur, currencyCode: 'GBP' }],
    fees: [{ currencyCode: 'EUR', amount: '1.50', count: 2 }],
    balance: { amount: '250000.00', currencyCode: 'EUR', at: '09:53' },
  });
  expect(lines.map(({ name }) => name)).toEqual(['Paid', 'Failed', 'Rejected', 'Fee', 'Balance']);
  expect(lines[0]?.text).toBe(
    '2 of 6 payouts: the gateway reported success. 100.00 EUR, 100.00 USD and 1 more currency. 2 not settled yet: Bursar keeps asking.',
  );
  expect(lines[3]?.text).toContain('1.50 EUR');
  expect(lines[4]?.text).toBe(
    '250,000.00 EUR available, read at 09:53; what was paid after that is not in it.',
  );

  const [stopped] = whatHappened({
    rows: 5,
    byState: { queued: 2, outside: 1, conflict: 1, unknown: 1 },
    paid: [],
    fees: [],
    balance: null,
  });
  expect(stopped?.text).toMatch(/ 1 not settled yet: Bursar keeps asking\. 2 to send\. 2 to review\.$/);

  const [paid, failed, rejected, fee, balance] = whatHappened({
    rows: 1,
    byState: { paid: 1 },
    paid: [eur],
    fees: [],
    balance: null,
  });
  expect(paid?.text).not.toContain('settled');
  expect([failed?.text.slice(0, 4), rejected?.text.slice(0, 4)]).toEqual(['None', 'None']);
  expect(fee?.text).toBe('The gateway reported none yet.');
  expect(balance?.text).toBe('Not read again yet. Refresh asks the gateway.');
});

it('a notice at the top does not say that sending is blocked where all is sent, or only received, and cannot be asked about', () => {
  const brief = runnerBrief('acme', 'gatewayUnauthenticated');
  expect(brief).toBe('Sending or asking about payments of acme is blocked.');
  expect(runnerBrief('acme', 'floorReached')).toBe('A batch of acme waits for money.');
});
