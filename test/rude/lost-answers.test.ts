import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Knobs, Seen } from './gateway.ts';
import type { Reply } from './manners.ts';
import { expectAllPaid, makeRows, startRudeMerchant } from './rude-merchant.ts';

const rows = makeRows(4);
const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
const proxyPage: Reply = { status: 502, text: page, headers: { 'Content-Type': 'text/html' } };

const isCreate = ({ method, idPayment }: Seen): boolean => method === 'POST' && idPayment !== null;
const isRead = ({ method, idPayment }: Seen): boolean => method === 'GET' && idPayment !== null;
/** Takes effect, then answers this in place of 201. */
const createsAnswer =
  (reply: Reply): NonNullable<Knobs['afterwards']> =>
  (seen, usual) =>
    isCreate(seen) ? reply : usual;
/** Answers the first create of each order ID with this, without effect. */
const firstCreateFails =
  (reply: Reply): NonNullable<Knobs['instead']> =>
  (seen) =>
    isCreate(seen) && seen.nth === 1 ? reply : null;

const cases: readonly (readonly [string, Partial<Knobs>])[] = [
  ['accepts every payout and hangs up', { afterwards: createsAnswer('hangUp') }],
  ['hangs up on the first request for every payout', { instead: firstCreateFails('hangUp') }],
  ['answers 500 after accepting every payout', { afterwards: createsAnswer({ status: 500 }) }],
  ['answers 500 once without accepting', { instead: firstCreateFails({ status: 500 }) }],
  ['answers 409 to the first request of every payout', { afterwards: createsAnswer({ status: 409 }) }],
  [
    'hangs up after accepting and hides the payout for two seconds',
    { afterwards: createsAnswer('hangUp'), hiddenMs: 2000 },
  ],
  [
    'answers after three seconds',
    {
      afterwards: (seen, usual) =>
        isCreate(seen) && usual !== 'hangUp' ? { ...usual, delayMs: 3000 } : usual,
    },
  ],
  [
    'cuts every 201 off after its head',
    {
      afterwards: (seen, usual) =>
        isCreate(seen) && usual !== 'hangUp' ? { ...usual, cut: 'afterHead' } : usual,
    },
  ],
  [
    'cuts the first 200 of every payout off in the middle',
    {
      afterwards: (seen, usual) =>
        isRead(seen) && seen.nth === 1 && usual !== 'hangUp' ? { ...usual, cut: 'inBody' } : usual,
    },
  ],
  ['stands behind a proxy that answers 502 after the effect', { afterwards: createsAnswer(proxyPage) }],
  ['stands behind a proxy that answers 502 without effect', { instead: firstCreateFails(proxyPage) }],
  [
    'stands behind a proxy that answers 200 with a page to the first questions',
    { instead: (seen) => (isRead(seen) && seen.nth === 1 ? { ...proxyPage, status: 200 } : null) },
  ],
  [
    'stands behind a proxy that answers 200 with a page to the first request of every payout, without effect',
    { instead: firstCreateFails({ ...proxyPage, status: 200 }) },
  ],
  ['answers 204 in place of 201', { afterwards: createsAnswer({ status: 204 }) }],
  ['answers 200 in place of 201', { afterwards: createsAnswer({ status: 200, body: {} }) }],
  ['answers 202 in place of 201', { afterwards: createsAnswer({ status: 202, text: 'queued' }) }],
  ['answers 201 with an empty body', { afterwards: createsAnswer({ status: 201 }) }],
  [
    'answers 201 with something that is no JSON',
    { afterwards: createsAnswer({ status: 201, text: '{"paymentRequested":' }) },
  ],
  [
    'sends early hints before 201',
    { afterwards: (_seen, usual) => (usual === 'hangUp' ? usual : { ...usual, earlyHints: true }) },
  ],
  ['answers 425 once without accepting', { instead: firstCreateFails({ status: 425 }) }],
];

describe.concurrent('answers that are lost, late, cut off or wrong', () => {
  it.each(cases)('I2: pays every row exactly once if the gateway %s', async (_words, knobs) => {
    await using merchant = await startRudeMerchant(knobs);
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
  });

  it('follows no redirect: its target receives neither payout nor token', async () => {
    const seenElsewhere: string[] = [];
    const elsewhere = createServer((request, response) => {
      seenElsewhere.push(request.url ?? '');
      response.end('<html>Log in</html>');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const location = `http://127.0.0.1:${port}/login`;
    await using merchant = await startRudeMerchant({
      instead: (seen) =>
        isCreate(seen) && seen.nth === 1 ? { status: 302, headers: { Location: location } } : null,
    });
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
    expect(seenElsewhere).toEqual([]);
    elsewhere.close();
  });

  it.each([
    ['no Retry-After', () => ({})],
    ['Retry-After in seconds', () => ({ 'Retry-After': '1' })],
    ['Retry-After as a date', () => ({ 'Retry-After': new Date(Date.now() + 1500).toUTCString() })],
    ['a Retry-After that makes no sense', () => ({ 'Retry-After': 'soon' })],
  ] as const)('takes five 429 answers with %s as no outcome', async (_words, headers) => {
    await using merchant = await startRudeMerchant({
      instead: ({ count }) => (count >= 3 && count <= 7 ? { status: 429, headers: headers() } : null),
    });
    const end = await merchant.pay(rows);
    await expectAllPaid(merchant, end, rows);
  });

  it('waits out 429 on the very first token request', async () => {
    await using merchant = await startRudeMerchant({
      instead: ({ count }) => (count <= 2 ? { status: 429 } : null),
    });
    await expectAllPaid(merchant, await merchant.pay(rows), rows);
  });
});
