import { describe, expect, it } from 'vitest';
import { createBench, paymentBody, read } from './harness.ts';

/** Creates a payout of that account number again and again, and tells the statuses. */
function post(accountNumber: string, times: number, amount = '12.50') {
  const bench = createBench();
  const token = bench.token();
  const body = paymentBody({ accountNumber, amount });
  const responses = Array.from({ length: times }, () => bench.send('POST', '/payouts/a', { token, body }));
  return { bench, token, responses, statuses: responses.map(({ status }) => status) };
}

describe('magic account numbers', () => {
  it.each([
    ['9001', [201, 409]],
    ['9002', [406, 406]],
    ['9003', [500, 409]],
    ['9004', [500, 500, 201, 409]],
    ['9005', [201, 409]],
    ['9007', [403, 403]],
    ['9008', [400, 400]],
    ['9011', [429, 201, 409]],
    ['9012', [406, 406]],
    ['DE00 1234 9012', [406, 406]],
    ['90120', [201, 409]],
  ])('%s answers %j', (accountNumber, statuses) => {
    const { bench, statuses: found } = post(accountNumber, statuses.length);
    expect(found).toEqual(statuses);
    const isAccepted = statuses.includes(409);
    expect(bench.gateway.book().map(({ acceptedCount }) => acceptedCount)).toEqual(isAccepted ? [1] : []);
  });

  it('9001 ends FAILED, with no fee', () => {
    const { bench, token } = post('9001', 1);
    bench.advance(1000);
    const response = bench.send('GET', '/payouts/a', { token });
    expect(read(response, 'process.status')).toBe('FAILED');
    expect(response.body).toContain('"fee":{"amount":0.00');
  });

  it('9005 marks the answer as dropped, once', () => {
    expect(post('9005', 2).responses.map(({ isDropped }) => isDropped)).toEqual([true, undefined]);
  });

  it('9006 takes ten times as long', () => {
    const { bench, token } = post('9006', 1);
    bench.advance(9999);
    expect(read(bench.send('GET', '/payouts/a', { token }), 'process.status')).toBe('PENDING');
    bench.advance(1);
    expect(read(bench.send('GET', '/payouts/a', { token }), 'process.status')).toBe('SUCCESS');
  });

  it('9009 never ends', () => {
    const { bench } = post('9009', 1);
    bench.advance(10 * 365 * 86_400_000);
    expect(bench.gateway.book()).toMatchObject([{ status: 'PENDING', processedAt: null }]);
    expect(bench.gateway.nextCallbackAt()).toBeNull();
  });

  it('9010 shows another amount when read, and pays the right one', () => {
    const { bench, token } = post('9010', 1);
    expect(bench.send('GET', '/payouts/a', { token }).body).toContain('"amount":13.50');
    expect(bench.gateway.book()).toMatchObject([{ amount: '12.50' }]);
  });

  it('9012 answers INSUFFICIENT_FUNDS', () => {
    expect(post('9012', 1).responses[0]?.body).toContain('INSUFFICIENT_FUNDS');
  });

  it.each([
    ['9013', [410, 410, 200]],
    ['9014', [500, 200]],
    ['9015', [406, 406]],
  ])('%s is read as %j', (accountNumber, statuses) => {
    const { bench, token } = post(accountNumber, 1);
    expect(statuses.map(() => bench.send('GET', '/payouts/a', { token }).status)).toEqual(statuses);
  });

  it.each(['payins', 'topups'])('work in the accountName of %s too, but not of payouts', (name) => {
    const bench = createBench();
    const token = bench.token();
    const body = paymentBody({ accountName: 'Jane 9002' });
    expect(bench.send('POST', `/${name}/a`, { token, body }).status).toBe(406);
    expect(bench.send('POST', '/payouts/a', { token, body }).status).toBe(201);
  });

  it('count for each order ID separately', () => {
    const { bench, token } = post('9011', 1);
    expect(
      bench.send('POST', '/payouts/b', { token, body: paymentBody({ accountNumber: '9011' }) }).status,
    ).toBe(429);
  });

  it('of amounts are compared by value', () => {
    expect(post('1', 1, '4060.0600').statuses).toEqual([406]);
  });
});
