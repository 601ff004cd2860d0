import { expect, it, onTestFinished } from 'vitest';
import { dayMs, minuteMs } from '../../../contract/duration.ts';
import { VirtualOffice } from '../../kit/virtual-office.ts';

/** A released batch that is in progress, and a gateway that refuses tokens whose request contains these texts. */
async function openAtWork() {
  const office = new VirtualOffice({ start: Date.UTC(2026, 2, 2, 8), settleMs: dayMs });
  onTestFinished(() => office.close());
  office.store.addProfile({
    keyId: 'key-main',
    name: 'main',
    environment: 'sandbox',
    baseUrl: 'https://gateway.example',
    merchantCode: 'main',
    callbackUrl: 'https://merchant.example/callbacks',
    paymentPageUrl: 'https://pay.example/',
    authentication: 'signature',
    hasStoredKey: true,
    at: office.clock.now(),
  });
  const usual = office.gateway.handle.bind(office.gateway);
  const refused = new Map<string, number>();
  office.gateway.handle = (request) => {
    const body = new TextDecoder().decode(request.body);
    const isToken = request.path.startsWith('/auth-tokens');
    const [, status] = [...refused].find(([text]) => isToken && body.includes(text)) ?? [];
    if (status === undefined) return usual(request);
    return { status, headers: { date: new Date(office.time.now()).toUTCString() }, body: '{}' };
  };
  const { batchId } = await office.draft([{ amount: '10.00', account: 'A1' }]);
  expect(await office.release(batchId)).toMatchObject({ ok: true });
  await office.get('runner.start', {});
  await office.pass(20 * minuteMs);
  expect(office.store.countByState(batchId)).toEqual({ accepted: 1 });
  const attention = async () => (await office.get('attention.list', {})).map(({ kind }) => kind);
  const link = (validitySeconds: number) =>
    office.tell('links.create', {
      profileName: 'main',
      money: { amount: '5.00', currencyCode: 'EUR' },
      validitySeconds,
      returnUrl: 'https://shop.example/',
      method: { kind: 'choose' },
    });
  return { office, refused, attention, link };
}

it('a payment link whose validity the gateway refuses is an input error with its reason, and no refusal of the merchant', async () => {
  const { attention, link } = await openAtWork();
  expect(await link(60 * 86_400)).toMatchObject({
    error: {
      code: 'gatewayInputInvalid',
      message: expect.stringContaining('access token'),
      details: { status: 400, problems: [{ field: 'validitySecs', message: 'from 1 to 2678400 seconds' }] },
    },
  });
  expect(await attention()).toEqual([]);
});

it('a token that the gateway refuses for an operation that sending does not need is no refusal of the merchant', async () => {
  const { office, refused, attention } = await openAtWork();
  refused.set('/merchant-info', 403);
  refused.set('/balances', 403);
  expect(await office.tell('merchant.refresh', { profileName: 'main' })).toMatchObject({ ok: false });
  await office.get('profiles.test', { profileName: 'main' });
  expect(await attention()).toEqual([]);
});

it('a refused token for payouts needs attention until one is granted, whatever tokens for others are', async () => {
  const { office, refused, attention, link } = await openAtWork();
  refused.set('/payouts/', 401);
  await office.pass(20 * minuteMs);
  expect(await attention()).toContain('merchantRefused');
  expect(await link(3600)).toMatchObject({ ok: true });
  expect(await attention()).toContain('merchantRefused');
  refused.clear();
  await office.pass(20 * minuteMs);
  expect(await attention()).toEqual([]);
});
