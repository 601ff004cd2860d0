import { afterAll, beforeAll, expect, it } from 'vitest';
import { VirtualOffice } from '../../kit/virtual-office.ts';

const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8) });

beforeAll(async () => {
  office.addProfile('main');
  const usual = office.gateway.handle.bind(office.gateway);
  office.gateway.handle = (request) => {
    if (request.path !== '/auth-tokens' || !new TextDecoder().decode(request.body).includes('without'))
      return usual(request);
    const headers = { date: new Date(office.time.now()).toUTCString() };
    return { status: 410, headers, body: '{"message":"token service: out of order"}' };
  };
  const payin = { money: { amount: '12.00', currencyCode: 'EUR' }, paymentMethodCode: 'BANK_TRANSFER' };
  await office.get('payins.create', { ...payin, idPayment: 'with' });
  await office.get('payins.create', { ...payin, idPayment: 'without' });
  await office.get('runner.start', {});
  await office.pass(10_000);
});

afterAll(() => office.close());

it('a request that never left for lack of a token is not recorded as answered', async () => {
  const payin = await office.get('incoming.show', { kind: 'payin', idPayment: 'without' });
  expect(payin.state).toBe('unknown');
  expect(payin.attempts).toMatchObject([{ number: 1, status: null, answer: null }]);
  expect(payin.events.map(({ cause }) => cause)).toContain(
    'The gateway could not be reached, or returned no access token',
  );
  expect(payin.events.filter(({ cause }) => cause.includes('410'))).toEqual([]);
});

it('its problem says what the gateway answered to the request for the token', async () => {
  const { problemMessage } = await office.get('incoming.show', { kind: 'payin', idPayment: 'without' });
  expect(problemMessage).toContain('The gateway returned no access token (status 410)');
  expect(problemMessage).toContain('token service: out of order');
});
