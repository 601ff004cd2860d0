import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../contract/operations.ts';
import { startServer, json, makeToken } from '../../../gateway/gateway-server.ts';
import { callbackUrl, merchantCode, openOffice, type Office } from '../../../kit/office.ts';

const page = 'https://pay.example';
const money = { amount: '125.50', currencyCode: 'EUR' };
const link = {
  idPayment: 'order-1',
  money,
  validitySeconds: 3600,
  returnUrl: 'https://merchant.example/thanks',
  method: { kind: 'choose' },
} satisfies OperationInput<'links.create'>;

async function openWithPage(): Promise<Office> {
  const office = await openOffice();
  await office.get('profiles.edit', { name: 'main', newName: 'main', callbackUrl, paymentPageUrl: page });
  return office;
}

const tokenIn = (address: string): string => new URL(address).searchParams.get('token') ?? '';

/** The status with which the gateway answers this operation to a holder of the token. */
function statusOf({ sandbox }: Office, token: string, operation: string, sum = money): number {
  const [method = '', path = ''] = operation.split(' ');
  const moneyText = `{"amount":${sum.amount},"currencyCode":"${sum.currencyCode}"}`;
  const body = path.endsWith('!availablePaymentOptions')
    ? `{"money":${moneyText}}`
    : path.endsWith('!setExternalReference')
      ? '{"externalReference":"R1"}'
      : `{"paymentRequested":{"money":${moneyText}},"paymentMethod":{"paymentMethodCode":"SEPA","account":{"accountName":"A","accountNumber":"ACC-1"}}}`;
  const headers = {
    'x-api-version': '2',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  return sandbox.gateway.handle({ method, path, headers, body: Buffer.from(method === 'POST' ? body : '') })
    .status;
}

const payinOf = ({ tell }: Office) =>
  tell('incoming.show', { kind: 'payin', idPayment: 'order-1', profileName: 'wide' });

/** Every operation of the interface that is not about this payin alone. */
const others = [
  'POST /payouts/!availablePaymentOptions',
  'POST /topups/!availablePaymentOptions',
  'POST /payins/order-2',
  'GET /payins/order-2',
  'POST /payouts/order-1',
  'GET /payouts/order-1',
  'POST /topups/order-1',
  'GET /topups/order-1',
  'POST /payins/order-1/!setExternalReference',
  'GET /payins/order-1/accounts',
  'GET /balances',
  'GET /merchant-info',
  'GET /currencies',
  'GET /segments',
  'GET /payment-operators',
  'GET /payment-methods',
];
const creating = ['POST /payins/!availablePaymentOptions', 'POST /payins/order-1', 'GET /payins/order-1'];

describe('a payment link', () => {
  it('has a token that permits exactly its one payin, and nothing else of the interface', async () => {
    const office = await openWithPage();
    const { address, claims, payment } = await office.get('links.create', link);
    const token = tokenIn(address);
    expect(decodeJwt(token)['operations']).toEqual(creating);
    expect(claims).toMatchObject({ operations: creating, sub: merchantCode });
    expect(Date.parse(claims.expiresAt ?? '') - Date.parse(claims.issuedAt ?? '')).toBe(3_600_000);
    expect(payment).toMatchObject({ idPayment: 'order-1', origin: 'link', money });
    for (const operation of others) expect(statusOf(office, token, operation), operation).toBe(403);
    expect(statusOf(office, token, 'GET /payins/order-1')).toBe(410);
    expect(statusOf(office, token, 'POST /payins/!availablePaymentOptions')).toBe(200);
    expect(statusOf(office, token, 'POST /payins/order-1')).toBe(201);
    expect(statusOf(office, token, 'GET /payins/order-1')).toBe(200);
  });

  it.each([
    ['shows the merchant name', { showsMerchantName: true }, ['GET /merchant-info']],
    ['collects the reference', { collectsReference: true }, ['POST /payins/order-1/!setExternalReference']],
    [
      'does both',
      { showsMerchantName: true, collectsReference: true },
      ['GET /merchant-info', 'POST /payins/order-1/!setExternalReference'],
    ],
  ])('that %s has a token for exactly the operations that this needs', async (_words, extras, more) => {
    const office = await openWithPage();
    const before = office.asked.length;
    const { address, claims } = await office.get('links.create', { ...link, ...extras });
    expect(office.asked.slice(before)).toEqual(['POST /auth-tokens']);
    expect(claims.operations).toEqual([...creating, ...more]);
    const token = tokenIn(address);
    for (const operation of others)
      expect(statusOf(office, token, operation) === 403, operation).toBe(!more.includes(operation));
    const other = { amount: '125.51', currencyCode: 'EUR' };
    expect(statusOf(office, token, 'POST /payins/order-1', other)).toBe(403);
    expect(statusOf(office, token, 'POST /payins/order-1')).toBe(201);
  });

  it('fixes the amount, unless that is switched off', async () => {
    const office = await openWithPage();
    const other = { amount: '125.51', currencyCode: 'EUR' };
    const limited = tokenIn((await office.get('links.create', link)).address);
    expect(statusOf(office, limited, 'POST /payins/order-1', other)).toBe(403);
    const open = await office.get('links.create', { ...link, limitsMoney: false });
    expect(statusOf(office, tokenIn(open.address), 'POST /payins/order-1', other)).toBe(201);
  });

  it('gives the page merchant, order, amount and addresses, and requests only a token from the gateway', async () => {
    const office = await openWithPage();
    const before = office.asked.length;
    const { address } = await office.get('links.create', {
      ...link,
      method: { kind: 'suggest', paymentMethodCode: 'SEPA', paymentOperatorCode: '' },
      customer: { accountName: 'Élodie Garçon' },
      customerMayChange: true,
    });
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      merchantCode,
      idPayin: 'order-1',
      token: tokenIn(address),
      amount: '125.50',
      currencyCode: 'EUR',
      callbackUrl,
      returnUrl: link.returnUrl,
      paymentMethodCode: 'SEPA',
      optionsAvailable: 'true',
      accountName: 'Élodie Garçon',
      allowCustomerDataChange: 'true',
    });
    expect(office.asked.slice(before)).toEqual(['POST /auth-tokens-by-action']);
  });

  it('gets an unguessable order ID if none is given', async () => {
    const office = await openWithPage();
    const made = [];
    for (let count = 0; count < 3; count += 1)
      made.push((await office.get('links.create', { ...link, idPayment: '' })).payment.idPayment);
    for (const idPayment of made) expect(idPayment).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(new Set(made).size).toBe(3);
  });

  it('is awaited on disk before its address is handed out, until an hour after its token ends', async () => {
    const office = await openWithPage();
    const { payment, claims } = await office.get('links.create', { ...link, note: 'for Élodie' });
    const kept = await office.get('incoming.show', { kind: 'payin', idPayment: 'order-1' });
    expect(kept).toMatchObject({ state: 'awaited', origin: 'link', money, note: 'for Élodie', attempts: [] });
    const until = Date.parse(payment.awaitedUntil ?? '');
    const ends = Date.parse(claims.expiresAt ?? '');
    expect(Math.abs(until - ends - 3_600_000)).toBeLessThan(5000);
  });

  it('gets a new address for the same order and amount, which is awaited for longer, but none for a different amount', async () => {
    const { get, tell } = await openWithPage();
    const first = await get('links.create', link);
    const second = await get('links.create', { ...link, validitySeconds: 7200 });
    expect(tokenIn(second.address)).not.toBe(tokenIn(first.address));
    expect(second.payment.batchId).toBe(first.payment.batchId);
    const later =
      Date.parse(second.payment.awaitedUntil ?? '') - Date.parse(first.payment.awaitedUntil ?? '');
    expect(Math.abs(later - 3_600_000)).toBeLessThan(60_000);
    const other = await tell('links.create', { ...link, money: { ...money, amount: '125.51' } });
    expect(other).toMatchObject({ ok: false, error: { code: 'orderIdUsed' } });
  });

  it('gets no new address when its payin is over, since nobody would follow it', async () => {
    const { get, tell } = await openWithPage();
    await get('links.create', link);
    await get('incoming.stopFollowing', { kind: 'payin', idPayment: 'order-1' });
    expect(await tell('links.create', link)).toMatchObject({ ok: false, error: { code: 'orderIdUsed' } });
  });

  it('is paid by the customer with its token alone, and Bursar notices', async () => {
    const office = await openWithPage();
    const { address } = await office.get('links.create', link);
    expect(statusOf(office, tokenIn(address), 'POST /payins/order-1')).toBe(201);
    const asked = await office.get('incoming.refresh', { kind: 'payin', idPayment: 'order-1' });
    expect(['accepted', 'paid']).toContain(asked.state);
  });

  it('is not created without the address of the payment page, and says where to enter it', async () => {
    const { tell, asked } = await openOffice();
    const before = asked.length;
    const refused = await tell('links.create', link);
    expect(refused).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
    expect(refused.ok ? '' : refused.error.message).toContain('--payment-page');
    expect(asked.slice(before)).toEqual([]);
  });

  it('cannot be created with a fixed method that is not named', async () => {
    const { tell } = await openWithPage();
    const method = { kind: 'fixed', paymentMethodCode: '', paymentOperatorCode: '' } as const;
    expect(await tell('links.create', { ...link, method })).toMatchObject({
      error: { code: 'inputInvalid' },
    });
  });
});

describe('the status link', () => {
  it('has a token that reads its one payin, and permits nothing else of the interface', async () => {
    const office = await openWithPage();
    const created = await office.get('links.create', link);
    const { address, claims } = await office.get('links.status', {
      idPayment: 'order-1',
      validitySeconds: 600,
    });
    const token = tokenIn(address);
    expect(token).not.toBe(tokenIn(created.address));
    expect(address).toBe(`${page}/status?idPayin=order-1&token=${token}&currencyCode=EUR`);
    expect(claims.operations).toEqual(['GET /payins/order-1']);
    for (const operation of [...others, ...creating.slice(0, 2)])
      expect(statusOf(office, token, operation), operation).toBe(403);
    expect(statusOf(office, token, 'GET /payins/order-1')).toBe(410);
  });

  it('is not created for a payin that Bursar does not know', async () => {
    const { tell } = await openWithPage();
    expect(await tell('links.status', { idPayment: 'nobody', validitySeconds: 600 })).toMatchObject({
      error: { code: 'notFound' },
    });
  });
});

describe('a gateway whose tokens permit something else', () => {
  /** An office with a second profile, at a gateway that gives such tokens. */
  async function openAt(token: string) {
    const office = await openOffice();
    const server = await startServer(() => json(200, { token }));
    await office.get('profiles.add', {
      name: 'wide',
      environment: 'sandbox',
      baseUrl: server.baseUrl,
      merchantCode: 'WIDE',
      callbackUrl,
      paymentPageUrl: page,
      key: { kind: 'secret', secret: 'a secret' },
    });
    return { office, server, input: { ...link, profileName: 'wide' } };
  }

  it('hands out no address: it refuses general tokens in words, and awaits no payin', async () => {
    const token = makeToken(600, 1_700_000_000, { operations: ['POST /payins/.*', 'GET /payins/.*'] });
    const { office, server, input } = await openAt(token);
    await using _closed = server;
    const refused = await office.tell('links.create', input);
    expect(refused).toMatchObject({ ok: false, error: { code: 'tokenUnfit' } });
    expect(refused.ok ? '' : refused.error.message).toContain('POST /payins/.*');
    expect(JSON.stringify(refused)).not.toContain(token);
    expect(JSON.stringify(refused)).not.toContain(token.split('.')[1]);
    expect(await payinOf(office)).toMatchObject({ error: { code: 'notFound' } });
  });

  it.each([
    ['no JWT', 'x'.repeat(60)],
    ['a JWT without operations', makeToken(600, 1_700_000_000)],
  ])('hands out no address for %s', async (_words, token) => {
    const { office, server, input } = await openAt(token);
    await using _closed = server;
    const refused = await office.tell('links.create', input);
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).not.toContain(token);
    expect(await payinOf(office)).toMatchObject({ error: { code: 'notFound' } });
  });
});

describe('a token to hand on', () => {
  it('permits exactly the named operations, with its claims beside it', async () => {
    const office = await openWithPage();
    const operations = ['GET /payins/order-1/accounts', 'POST /payins/order-1'];
    const { token, claims } = await office.get('tokens.create', { operations, money, validitySeconds: 60 });
    expect(claims).toMatchObject({ operations, sub: merchantCode });
    expect(decodeJwt(token)['operations']).toEqual(operations);
    expect(statusOf(office, token, 'GET /payins/order-1')).toBe(403);
    expect(statusOf(office, token, 'POST /payins/order-1', { amount: '1', currencyCode: 'EUR' })).toBe(403);
    expect(statusOf(office, token, 'POST /payins/order-1')).toBe(201);
    expect(statusOf(office, token, 'GET /payins/order-1/accounts')).toBe(200);
  });
});
