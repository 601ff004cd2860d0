import { describe, expect, it } from 'vitest';
import { CodeListName } from '../../contract/reference.ts';
import { encodePayoutBody } from '../../main/gateway/index.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { connect, errorOf, interactive, polling, submission, valueOf } from './connect.ts';
import { publicKeyPem } from './memory-keys.ts';

const money = { amount: '1234.50', currencyCode: 'EUR' };

async function openSandbox() {
  const merchants = [{ merchantCode: 'M1', publicKeyPems: [publicKeyPem], secrets: [] }];
  const server = await startSandbox({
    port: 0,
    seed: 1,
    faults: 0,
    settleMs: 1,
    requestsPerSecond: null,
    merchants,
  });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

describe('against the sandbox, which has the whole interface', () => {
  it('finds an option, creates a payout once, refuses its repetition and reads its money back exactly', async () => {
    await using sandbox = await openSandbox();
    await using client = connect(sandbox.url);
    const options = valueOf(
      await client.call('availableOptions', { kind: 'payout', money, segmentCode: '' }, interactive),
    ).value;
    const [option] = options;
    if (option === undefined) throw new Error('no option');
    const body = encodePayoutBody({
      ...money,
      paymentMethodCode: option.paymentMethodCode,
      accountName: 'Zoë Example',
      accountNumber: 'DE89370400440532013000',
      paymentOperatorCode: option.operators[0]?.paymentOperatorCode ?? '',
      emailAddress: 'zoe@example.com',
      callbackUrl: '',
    });
    const scope = ['POST /payouts/b1-[0-9]+', 'GET /payouts/b1-[0-9]+'];
    const payout = { kind: 'payout', idPayment: 'b1-1', body, scope } as const;
    expect(valueOf(await client.call('createPayment', payout, submission)).status).toBe(201);
    expect(errorOf(await client.call('createPayment', payout, submission)).code).toBe('gatewayDuplicate');
    expect(valueOf(await client.call('readPayment', payout, polling)).value.money).toEqual(money);
    const unknown = await client.call('readPayment', { ...payout, idPayment: 'b1-2' }, polling);
    expect(errorOf(unknown).code).toBe('gatewayNotFound');
    const outside = await client.call('readPayment', { ...payout, idPayment: 'b2-1' }, polling);
    expect(errorOf(outside).code).toBe('gatewayForbidden');
  });

  it('reads balances, merchant information and every code list', async () => {
    await using sandbox = await openSandbox();
    await using client = connect(sandbox.url);
    const balances = valueOf(await client.call('balances', { currencyCodes: ['EUR'] }, interactive)).value;
    expect(balances.map(({ currencyCode }) => currencyCode)).toEqual(['EUR']);
    expect(balances[0]?.amounts.length).toBeGreaterThan(0);
    expect(valueOf(await client.call('merchant', {}, interactive)).value.merchantCode).toBe('M1');
    for (const list of CodeListName.options)
      expect(valueOf(await client.call('codes', { list }, interactive)).value.length).toBeGreaterThan(0);
    const action = { action: 'PAYIN_INFO' as const, idPayment: 'p1', money: null, validitySeconds: 60 };
    expect(valueOf(await client.call('createTokenByAction', action, interactive))).toMatchObject({
      token: expect.stringMatching(/^ey/),
      claims: { operations: ['GET /payins/p1'], sub: 'M1' },
    });
  });
});
