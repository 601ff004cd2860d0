import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { freePort } from '../../kit/free-port.ts';
import { start } from '../server-harness.ts';
import { openTill } from './till.ts';
import { press, visit } from './walk.ts';

/** Beyond the time that a busy machine takes. */
const patienceMs = 60_000;

/** Servers that listen in this process. */
function countServers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
}

it('is served under an address of its own, at the requested port, as long as the sandbox runs', async () => {
  const paymentPagePort = await freePort();
  const sandbox = await start({ paymentPagePort });
  expect(sandbox.paymentPageUrl).toBe(`http://127.0.0.1:${paymentPagePort}`);
  expect(sandbox.url).not.toBe(sandbox.paymentPageUrl);
  expect((await fetch(`${sandbox.paymentPageUrl}/style.css`)).headers.get('content-type')).toBe('text/css');
  const servers = countServers();
  await sandbox.close();
  await vi.waitFor(() => expect(countServers()).toBe(servers - 2), patienceMs);
});

it('leaves no half of a sandbox behind if its port is in use', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const paymentPagePort = typeof address === 'object' && address !== null ? address.port : 0;
  const servers = countServers();
  try {
    await expect(start({ paymentPagePort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await vi.waitFor(() => expect(countServers()).toBe(servers), patienceMs);
  } finally {
    await new Promise((resolve) => taken.close(resolve));
  }
});

it('reports to the administration only payins created through it', async () => {
  const till = await openTill();
  const report = async (): Promise<unknown> =>
    (await fetch(`${till.sandbox.url}/!sandbox/payment-page`)).json();
  try {
    const url = till.sandbox.paymentPageUrl;
    expect(await report()).toEqual({ url, payins: 0 });
    const link = await till.link({ accountName: 'Jane', paymentMethodCode: 'BANK_TRANSFER' });
    const confirm = await visit(link);
    await press(confirm, 'Pay 12.50 EUR');
    await press(confirm, 'Pay 12.50 EUR');
    await fetch(`${till.sandbox.url}/payins/order-2`, {
      method: 'POST',
      headers: {
        'x-api-version': '2',
        'content-type': 'application/json',
        authorization: `Bearer ${await till.createToken('order-2', null)}`,
      },
      body: till.body(),
    });
    expect(till.book()).toHaveLength(2);
    expect(await report()).toEqual({ url, payins: 1 });
  } finally {
    await till.sandbox.close();
  }
});
