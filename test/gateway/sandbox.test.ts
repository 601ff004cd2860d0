import { describe, expect, it } from 'vitest';
import { encodePayoutBody } from '../../main/gateway/index.ts';
import { createTokenByAction } from '../../main/gateway/endpoints/auth-tokens.ts';
import {
  listCurrencies,
  listPaymentMethods,
  listPaymentOperators,
  listSegments,
} from '../../main/gateway/endpoints/code-lists.ts';
import { readMerchant } from '../../main/gateway/endpoints/merchant.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { connect, errorOf, interactive, openCaller, polling, submission, valueOf } from './connect.ts';
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
    const options = valueOf(await client.availableOptions('payout', money, interactive)).value;
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
    expect(valueOf(await client.createPayment(payout, submission)).status).toBe(201);
    expect(errorOf(await client.createPayment(payout, submission)).code).toBe('gatewayDuplicate');
    expect(valueOf(await client.readPayment(payout, polling)).value.money).toEqual(money);
    const unknown = await client.readPayment({ ...payout, idPayment: 'b1-2' }, polling);
    expect(errorOf(unknown).code).toBe('gatewayNotFound');
    const outside = await client.readPayment({ ...payout, idPayment: 'b2-1' }, polling);
    expect(errorOf(outside).code).toBe('gatewayForbidden');
  });

  it('reads balances, merchant information and every code list', async () => {
    await using sandbox = await openSandbox();
    await using client = connect(sandbox.url);
    await using opened = openCaller(sandbox.url);
    const balances = valueOf(await client.balances(['EUR'], interactive)).value;
    expect(balances.map(({ currencyCode }) => currencyCode)).toEqual(['EUR']);
    expect(balances[0]?.amounts.length).toBeGreaterThan(0);
    expect(valueOf(await readMerchant(opened.caller, interactive)).value.merchantCode).toBe('M1');
    for (const list of [listCurrencies, listSegments, listPaymentOperators, listPaymentMethods])
      expect(valueOf(await list(opened.caller, interactive)).value.length).toBeGreaterThan(0);
    const action = { action: 'PAYIN_INFO' as const, idPayment: 'p1', money: null, validitySeconds: 60 };
    expect(valueOf(await createTokenByAction(opened.caller, action, interactive))).toMatchObject({
      token: expect.stringMatching(/^ey/),
      claims: { operations: ['GET /payins/p1'], sub: 'M1' },
    });
  });
});
