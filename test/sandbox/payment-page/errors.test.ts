import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPaymentPage } from '../../../sandbox/payment-page/page-server.ts';
import { type Fault, steadyClock } from '../../../sandbox/index.ts';
import { idPayin, openTill, returnUrl, type Till } from './till.ts';
import { buttonsOf, headingOf, press, type Seen, visit, wordsOf } from './walk.ts';

let till: Till;
beforeEach(async () => {
  till = await openTill();
});
afterEach(() => till.sandbox.close());

const payWords = 'Pay 12.50 EUR';
const byCard = { paymentMethodCode: 'CARD', accountName: 'Jane Roe', emailAddress: 'jane@example.com' };

async function confirmFor(parameters: Record<string, string>): Promise<Seen> {
  return visit(await till.link({ ...byCard, ...parameters }));
}

describe('an address that does not follow the interface', () => {
  it.each(['merchantCode', 'idPayin', 'token', 'amount', 'currencyCode', 'callbackUrl', 'returnUrl'])(
    'is refused without %s',
    async (parameter) => {
      for (const missing of [undefined, '']) {
        const seen = await visit(await till.link({ ...byCard, [parameter]: missing }));
        expect([seen.status, headingOf(seen)]).toEqual([400, 'This payment link cannot be used']);
        expect(wordsOf(seen)).toMatch(new RegExp(`with this one: ${parameter} : missing$`));
      }
    },
  );

  it.each([
    ['amount', '12,50'],
    ['amount', '1e3'],
    ['amount', '-1'],
    ['amount', '0.00'],
    ['amount', '012.50'],
    ['amount', '1.1234567890123456789'],
    ['currencyCode', 'eur'],
    ['idPayin', 'order 1'],
    ['idPayin', '../auth-tokens'],
    ['token', 'a\r\nb'],
    ['callbackUrl', 'somewhere'],
    ['returnUrl', 'javascript:alert(1)'],
    ['returnUrl', 'data:text/html,x'],
    ['optionsAvailable', 'yes'],
    ['allowCustomerDataChange', '1'],
    ['merchantCode', 'OTHER'],
  ])('is refused with the %s %s', async (parameter, value) => {
    const seen = await visit(await till.link({ ...byCard, [parameter]: value }));
    expect([seen.status, headingOf(seen)]).toEqual([400, 'This payment link cannot be used']);
    expect(wordsOf(seen)).toContain(`this one: ${parameter} :`);
    expect(till.book()).toEqual([]);
  });

  it('is refused if a parameter occurs twice', async () => {
    for (const more of ['amount=1', 'accountName=Mallory']) {
      const seen = await visit(`${await till.link(byCard)}&${more}`);
      expect([seen.status, wordsOf(seen)]).toEqual([400, expect.stringContaining('given more than once')]);
    }
  });

  it('may contain unknown parameters', async () => {
    expect((await visit(await till.link({ ...byCard, colour: 'blue' }))).status).toBe(200);
  });
});

describe('a token', () => {
  it('that is wrong or has expired says so', async () => {
    const seen = await visit(await till.link({ ...byCard, token: 'no-token-at-all' }));
    expect([seen.status, headingOf(seen)]).toEqual([401, 'This payment link has expired']);
    expect(wordsOf(seen)).toContain('Return to the merchant shop.example');
  });

  it('that expires while the customer types is named as expired, and nothing is sent', async () => {
    let nowMs = steadyClock.now();
    const aging = await openTill({ clock: { ...steadyClock, now: () => nowMs } });
    try {
      const confirm = await visit(await aging.link(byCard));
      nowMs += 600_000;
      expect((await press(confirm, payWords)).status).toBe(401);
      expect(aging.book()).toEqual([]);
    } finally {
      await aging.sandbox.close();
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['another order', () => till.createToken('order-2', null)],
    ['another amount', () => till.createToken(idPayin, { amount: '12.51', currencyCode: 'EUR' })],
    ['another currency', () => till.createToken(idPayin, { amount: '12.50', currencyCode: 'USD' })],
    ['reading the payment alone', () => till.infoToken()],
  ])('for %s pays nothing, and says so', async (_words, tokenOf) => {
    let seen = await visit(await till.link({ ...byCard, token: await tokenOf() }));
    // For another order the options may still be asked for: it is the payment itself that is not permitted.
    if (seen.status === 200) seen = await press(seen, payWords);
    expect([seen.status, headingOf(seen)]).toEqual([403, 'This payment link does not permit this payment']);
    expect(till.book()).toEqual([]);
  });

  it.each([
    ['read the payment', ['POST /payins/!availablePaymentOptions', `POST /payins/${idPayin}`]],
    ['create the payment', ['POST /payins/!availablePaymentOptions', `GET /payins/${idPayin}`]],
    ['list the options', [`POST /payins/${idPayin}`, `GET /payins/${idPayin}`]],
  ])('that does not permit to %s is refused before anything is created', async (_words, operations) => {
    const token = await till.tokenFor(operations);
    const seen = await visit(await till.link({ ...byCard, token }));
    expect([seen.status, headingOf(seen)]).toEqual([403, 'This payment link does not permit this payment']);
    const posts = till.sandbox.gateway.statistics().requests;
    expect(till.book()).toEqual([]);
    // Nor by posting the last step at once.
    const link = new URL(await till.link({ ...byCard, token }));
    const pay = await fetch(`${link.origin}/pay`, { method: 'POST', body: link.searchParams });
    expect(pay.status).toBe(403);
    expect(till.sandbox.gateway.statistics().requests).toBe(posts);
    expect(till.book()).toEqual([]);
  });

  it('that is limited to the exact amount pays it, however its decimals are written', async () => {
    const token = await till.createToken(idPayin, { amount: '12.5', currencyCode: 'EUR' });
    await press(await confirmFor({ token }), payWords);
    expect(till.book()).toMatchObject([{ amount: '12.50' }]);
  });
});

describe('the gateway', () => {
  it('without an option for the amount says so (406)', async () => {
    const seen = await confirmFor({ amount: '4060.07' });
    expect([seen.status, wordsOf(seen)]).toEqual([
      422,
      expect.stringContaining('No payment option is available for this amount in EUR.'),
    ]);
  });

  it('that refuses the payment is quoted field by field, next to the editable fields (406)', async () => {
    const changeable = { ...byCard, paymentMethodCode: 'MOBILE_WALLET', allowCustomerDataChange: 'true' };
    const details = await confirmFor({ ...changeable, amount: '1', currencyCode: 'KES' });
    const wrong = { 'typed-accountNumber': '07009002' };
    const refused = await press(await press(details, 'Continue', wrong), 'Pay 1 KES');
    expect([refused.status, headingOf(refused)]).toEqual([422, 'Your details']);
    expect(refused.html).toMatch(/id="typed-accountNumber-problem">\s*This account cannot be paid\./);
    const right = { 'typed-accountNumber': '0700123' };
    await press(await press(refused, 'Continue', right), 'Pay 1 KES');
    expect(till.book()).toMatchObject([{ currencyCode: 'KES' }]);
  });

  it('that refuses what nobody can edit says why (400, 406), and nothing is accepted', async () => {
    for (const accountName of ['Jane 9002', 'Jane 9008', 'Jane 9012']) {
      const refused = await press(await confirmFor({ accountName }), payWords);
      expect([refused.status, headingOf(refused)]).toEqual([422, 'The payment was refused']);
    }
    const refused = await press(await confirmFor({ amount: '4060.06' }), 'Pay 4,060.06 EUR');
    expect(wordsOf(refused)).toContain('paymentRequested.money.amount: This amount is not allowed.');
    expect(till.book()).toEqual([]);
  });

  it('that does not permit the payment is named as the reason (403)', async () => {
    expect((await press(await confirmFor({ accountName: 'Jane 9007' }), payWords)).status).toBe(403);
  });

  it.each([
    ['busy once (429)', '9011', 2],
    ['failing before it accepts (500)', '9004', 3],
    ['failing after it accepted (500)', '9003', 2],
    ['silent after it accepted', '9005', 2],
  ])('that is %s is asked again, and accepts the order once', async (_words, code, posts) => {
    const state = await press(await confirmFor({ accountName: `Jane ${code}` }), payWords);
    expect([state.status, headingOf(state)]).toEqual([200, 'The payment is being processed']);
    expect(till.book()).toMatchObject([{ id: idPayin, acceptedCount: 1, postsSeen: posts }]);
    const report = await fetch(`${till.sandbox.url}/!sandbox/payment-page`);
    expect(await report.json()).toEqual({ url: till.sandbox.paymentPageUrl, payins: 1 });
  });

  it('that stays busy says so after a few retries, and can be tried again (429)', async () => {
    const standsAt = steadyClock.now();
    const clock = { now: () => standsAt, setTimer: (call: () => void) => steadyClock.setTimer(call, 1) };
    const busy = await openTill({ requestsPerSecond: 1, clock });
    try {
      const seen = await visit(await busy.link(byCard));
      expect([seen.status, headingOf(seen), buttonsOf(seen)]).toEqual([
        503,
        'The gateway is busy',
        ['Try again'],
      ]);
      expect(busy.sandbox.gateway.statistics().tooManyRequests).toBe(4);
    } finally {
      await busy.sandbox.close();
    }
  });
});

it('pays once, even if every request is lost, cut off or answered by something else before its answer', async () => {
  const faults: readonly Fault[] = [
    { kind: 'lostAnswer' },
    { kind: 'cutBody' },
    { kind: 'errorAfter', status: 503 },
    { kind: 'none' },
  ];
  let isFaulty = false;
  let count = -1;
  const rough = await openTill({
    chooseFault: () =>
      isFaulty ? (faults[(count += 1) % faults.length] ?? { kind: 'none' }) : { kind: 'none' },
  });
  try {
    const link = await rough.link(byCard);
    isFaulty = true;
    const state = await press(await visit(link), payWords);
    expect([state.status, headingOf(state)]).toEqual([200, 'The payment is being processed']);
    expect(rough.book()).toMatchObject([{ id: idPayin, acceptedCount: 1, postsSeen: 4 }]);
  } finally {
    await rough.sandbox.close();
  }
});

describe('a gateway that is unavailable', () => {
  let silent: Server;
  afterEach(() => new Promise((resolve) => silent.close(resolve)));

  it.each<[string, number, string]>([
    ['breaks off every connection', 0, ''],
    ['answers 502 in HTML', 502, '<h1>502</h1>'],
    ['answers what cannot be read', 200, '{"paymentMethods":"all of them"'],
    ['answers something else', 200, '{}'],
    ['answers 404', 404, '{}'],
  ])(
    'says so when it %s, and can be tried again with everything entered so far',
    async (_words, status, body) => {
      silent = createServer((message, reply) => {
        if (status === 0) message.socket.destroy();
        else reply.writeHead(status).end(body);
      });
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = silent.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const clock = { ...steadyClock, setTimer: (call: () => void) => steadyClock.setTimer(call, 1) };
      const gatewayUrl = `http://127.0.0.1:${port}`;
      const page = await startPaymentPage({ port: 0, host: '127.0.0.1', gatewayUrl, clock });
      try {
        const { search } = new URL(await till.link(byCard));
        const seen = await visit(`${page.url}/${search}`);
        expect([seen.status, headingOf(seen)]).toEqual([502, 'The gateway does not answer']);
        expect((await press(seen, 'Try again')).status).toBe(502);
        expect(wordsOf(seen)).toContain(new URL(returnUrl).host);
      } finally {
        await page.close();
      }
    },
  );
});

describe('repetition', () => {
  it('of a click, at once or later, pays the order once and leads to its state', async () => {
    const confirm = await confirmFor({});
    const states = await Promise.all([1, 2, 3].map(() => press(confirm, payWords)));
    states.push(await press(confirm, payWords));
    for (const state of states) expect(headingOf(state)).toBe('The payment is being processed');
    expect(till.book()).toMatchObject([{ id: idPayin, acceptedCount: 1, postsSeen: 4 }]);
  });

  it('of the link shows the state of the payment, however else it was paid', async () => {
    const confirm = await confirmFor({});
    const state = await press(confirm, payWords);
    for (const address of [confirm.address, state.address])
      expect(headingOf(await visit(address))).toBe('The payment is being processed');
    expect(till.book()).toMatchObject([{ postsSeen: 1 }]);
  });
});

describe('a request that is not for a page', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each<[string, string, RequestInit, number]>([
    ['an unknown path', '/admin', {}, 404],
    ['the address of a form', '/pay', {}, 404],
    ['an unknown form', '/elsewhere', { method: 'POST', headers: form, body: '' }, 404],
    ['another method', '/', { method: 'DELETE' }, 405],
    [
      'a form in JSON',
      '/pay',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
      400,
    ],
    ['an empty form', '/pay', { method: 'POST', headers: form, body: '' }, 400],
    ['a form that is too large', '/pay', { method: 'POST', headers: form, body: 'a'.repeat(70_000) }, 400],
  ])('%s is answered in words', async (_words, path, request, status) => {
    const answer = await fetch(`${till.sandbox.paymentPageUrl}${path}`, request);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining('<h1>')]);
  });
});
