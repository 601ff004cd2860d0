import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { connect, errorOf, polling } from './connect.ts';
import { json, startServer, withTokens } from './gateway-server.ts';

const read = { kind: 'payout', idPayment: 'b1-1', scope: ['GET /payouts/b1-1'] } as const;
const wordsOfSending = /\bsent\b|\bsend\b|taken effect/i;

it.each([400, 401, 403, 404, 406, 409, 410, 418, 500, 503])(
  'a read answered with %i is described as a failed read, never as something that was not sent',
  async (status) => {
    await using server = await startServer(withTokens(() => json(status, { message: 'because' })));
    await using client = connect(server.baseUrl);
    const { message } = errorOf(await client.call('readPayment', read, polling));
    expect(message).toContain('payout b1-1');
    expect(message).not.toMatch(wordsOfSending);
  },
);

it.each([
  [{ code: 'NO_OPTION', message: 'No option.' }, ' Its reasons are listed with this error.'],
  [{}, ' It gave no reasons.'],
  [null, ' It gave no reasons.'],
  [{ at: '12:00' }, ' Gateway response: [{"at":"12:00"}]'],
])('a query refused with %j mentions reasons only if there are any', async (reason, end) => {
  await using server = await startServer(withTokens(() => json(406, [reason])));
  await using client = connect(server.baseUrl);
  const input = { kind: 'payout', money: { amount: '1', currencyCode: 'EUR' }, segmentCode: '' } as const;
  const { message } = errorOf(await client.call('availableOptions', input, polling));
  expect(message).toBe(
    `The gateway rejected the request for the payout options for 1 EUR by its business rules (status 406).${end}`,
  );
});

it('410 to a request about part of a payin says that the gateway does not know the payin', async () => {
  await using server = await startServer(withTokens(() => json(410, {})));
  await using client = connect(server.baseUrl);
  const accounts = await client.call('payinAccounts', { idPayin: 'a-1' }, polling);
  const reference = { idPayin: 'a-1', externalReference: 'R' };
  for (const result of [accounts, await client.call('setExternalReference', reference, polling)])
    expect(errorOf(result).message).toBe('The gateway does not know payin a-1 (status 410).');
});

it('a read that never left, for lack of a connection or a token, could not be queried', async () => {
  await using client = connect('http://127.0.0.1:1');
  const { code, message } = errorOf(await client.call('readPayment', read, polling));
  expect(code).toBe('gatewayUnreachable');
  expect(message).toMatch(/^Could not ask about payout b1-1\. Could not get an access token: /);
  expect(message).not.toMatch(wordsOfSending);
  await using server = await startServer(() => json(503, {}));
  await using refused = connect(server.baseUrl);
  const error = errorOf(await refused.call('readPayment', read, polling));
  expect(error.message).toMatch(/^Could not ask about payout b1-1\. Could not get an access token: /);
  expect(error.message).not.toMatch(wordsOfSending);
});

it('a read that was stopped before it left could not be queried', async () => {
  await using client = connect('http://127.0.0.1:1');
  const signal = AbortSignal.abort();
  const error = errorOf(await client.call('balances', { currencyCodes: ['EUR'] }, { ...polling, signal }));
  expect(error).toMatchObject({ code: 'stopped' });
  expect(error.message).toMatch(/^Could not read balances in EUR: /);
});

it('a read is named by the port, the table of operations and its caller, and in no other file', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const found = execFileSync('grep', ['-rlw', 'payinAccounts', 'main'], { cwd: root, encoding: 'utf8' });
  expect(found.trim().split('\n').toSorted()).toEqual([
    'main/core/ports/gateway.ts',
    'main/core/receiving/incoming/incoming-handlers.ts',
    'main/gateway/operations.ts',
  ]);
});
