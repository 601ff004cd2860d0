import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Result } from '../../contract/result.ts';
import { newId } from '../../main/core/payments/identity.ts';
import type { Answer, GatewayClient } from '../../main/core/ports/index.ts';
import { encodePaymentBody, encodePayoutBody } from '../../main/gateway/index.ts';
import { parseExactJson } from '../../main/gateway/exact-json.ts';
import { readBalances } from '../../main/gateway/readers/balances.ts';
import { readPaymentDetail } from '../../main/gateway/readers/payment-detail.ts';
import { systemRandom } from '../../main/system.ts';
import { connect, errorOf, interactive, valueOf } from './connect.ts';
import { json, startServer, withTokens } from './gateway-server.ts';

const money = { amount: '1234.50', currencyCode: 'EUR' };
const payment = { idPayment: 'a-1', body: new Uint8Array([123, 125]), scope: ['GET /x'] };
const detail = { process: { status: 'SUCCESS' } };
const options = [{ paymentMethodCode: 'BANK' }];
const accounts = { customerAccountRequest: { accountName: 'A' } };

type Row = {
  readonly row: string;
  readonly path: string;
  readonly success: number;
  readonly body: unknown;
  /** Those of the endpoint table. */
  readonly errors: readonly number[];
  ask(client: GatewayClient): Promise<Result<Answer<unknown>>>;
};

const onOptions = [400, 401, 403, 406, 429];
const onCreate = [400, 401, 403, 406, 409, 429, 500];
const onRead = [400, 401, 403, 406, 410, 429, 500];
const onRecord = [400, 401, 403, 410, 429, 500];
const onList = [400, 401, 403, 429, 500];

function describeRow(
  row: string,
  [success, body, errors]: readonly [number, unknown, readonly number[]],
  ask: Row['ask'],
): Row {
  const path = row.replace(/^\w+ /, '').replace(/\{\w+\}/, 'a-1');
  return { row, path, success, body, errors, ask };
}

const rows: Row[] = [
  describeRow('POST /payins/!availablePaymentOptions', [200, options, onOptions], (client) =>
    client.call('availableOptions', { kind: 'payin', money, segmentCode: '' }, interactive),
  ),
  describeRow('POST /payouts/!availablePaymentOptions', [200, options, onOptions], (client) =>
    client.call('availableOptions', { kind: 'payout', money, segmentCode: '' }, interactive),
  ),
  describeRow('POST /topups/!availablePaymentOptions', [200, options, onOptions], (client) =>
    client.call('availableOptions', { kind: 'topup', money, segmentCode: '' }, interactive),
  ),
  describeRow('GET /payins/{idPayin}', [200, detail, onRead], (client) =>
    client.call('readPayment', { kind: 'payin', ...payment }, interactive),
  ),
  describeRow('POST /payins/{idPayin}', [201, {}, onCreate], (client) =>
    client.call('createPayment', { kind: 'payin', ...payment }, interactive),
  ),
  describeRow('GET /payouts/{idPayout}', [200, detail, onRead], (client) =>
    client.call('readPayment', { kind: 'payout', ...payment }, interactive),
  ),
  describeRow('POST /payouts/{idPayout}', [201, {}, onCreate], (client) =>
    client.call('createPayment', { kind: 'payout', ...payment }, interactive),
  ),
  describeRow('GET /topups/{idTopUp}', [200, detail, onRead], (client) =>
    client.call('readPayment', { kind: 'topup', ...payment }, interactive),
  ),
  describeRow('POST /topups/{idTopUp}', [201, {}, onCreate], (client) =>
    client.call('createPayment', { kind: 'topup', ...payment }, interactive),
  ),
  describeRow('POST /payins/{idPayin}/!setExternalReference', [204, null, onRecord], (client) =>
    client.call('setExternalReference', { idPayin: 'a-1', externalReference: 'R1' }, interactive),
  ),
  describeRow('GET /payins/{idPayin}/accounts', [200, accounts, onRead], (client) =>
    client.call('payinAccounts', { idPayin: 'a-1' }, interactive),
  ),
  describeRow('GET /balances', [200, [], onRead], (client) =>
    client.call('balances', { currencyCodes: [] }, interactive),
  ),
  describeRow('GET /merchant-info', [200, { merchantCode: 'M1' }, onRecord], (client) =>
    client.call('merchant', {}, interactive),
  ),
  describeRow('GET /currencies', [200, ['X'], onRecord], (client) =>
    client.call('codes', { list: 'currencies' }, interactive),
  ),
  describeRow('GET /segments', [200, ['X'], onList], (client) =>
    client.call('codes', { list: 'segments' }, interactive),
  ),
  describeRow('GET /payment-operators', [200, ['X'], onList], (client) =>
    client.call('codes', { list: 'operators' }, interactive),
  ),
  describeRow('GET /payment-methods', [200, ['X'], onList], (client) =>
    client.call('codes', { list: 'methods' }, interactive),
  ),
];

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'gatewayInputInvalid',
  401: 'gatewayUnauthenticated',
  403: 'gatewayForbidden',
  404: 'gatewayVersionUnsupported',
  406: 'gatewayRefused',
  409: 'gatewayDuplicate',
  410: 'gatewayNotFound',
  500: 'gatewayServerError',
};
const complaint = { errorCode: 'WHY', message: 'because' };

/** Asks for what the row is about of a gateway that answers with these statuses, one after another. */
async function askFor({ path, success, body, ask }: Row, statuses: readonly number[]) {
  const left = [...statuses];
  await using server = await startServer(
    withTokens(() => {
      const status = left.shift() ?? success;
      if (status === 204) return { status };
      if (status === success) return json(status, body);
      return json(status, status === 406 ? [complaint] : complaint);
    }),
  );
  await using client = connect(server.baseUrl);
  const result = await ask(client);
  const asked = server.seen.filter(({ url }) => !url.endsWith('/auth-tokens'));
  expect(new Set(asked.map(({ method, url }) => `${method} ${url}`)).size).toBe(1);
  expect(asked[0]?.url).toBe(path);
  return { result, requests: asked.length };
}

const changes = rows.filter(({ success }) => success !== 200);

it.concurrent.each(changes.map((row) => [row.row, row] as const))(
  '%s: another 2xx, which a proxy may answer, is no success',
  async (_name, row) => {
    for (const status of [200, 202, 204].filter((other) => other !== row.success)) {
      const { result, requests } = await askFor(row, [status]);
      const error = errorOf(result);
      expect(error).toMatchObject({ code: 'gatewayStatusUnexpected', details: { status } });
      expect(error.message).toMatch(/may or may not have taken effect/);
      expect(requests).toBe(1);
    }
  },
);

describe.concurrent.each(rows.map((row) => [row.row, row] as const))('%s', (_name, row) => {
  it(`${row.success} is taken`, async () => {
    const { result, requests } = await askFor(row, []);
    expect(valueOf(result).status).toBe(row.success);
    expect(requests).toBe(1);
  });

  it.each([...row.errors.filter((status) => status !== 401 && status !== 429), 404])(
    '%i is an error with a code of its own and the gateway’s words, queried once',
    async (status) => {
      const { result, requests } = await askFor(row, [status]);
      const error = errorOf(result);
      expect(error.code).toBe(codes[status]);
      expect(error.details.status).toBe(status);
      expect(error.details.raw).toContain('because');
      if (status === 406) expect(error.details.problems).toMatchObject([{ code: 'WHY', message: 'because' }]);
      expect(requests).toBe(1);
    },
  );

  it('401 renews the token once and then is an error', async () => {
    expect(valueOf((await askFor(row, [401])).result).status).toBe(row.success);
    const { result, requests } = await askFor(row, [401, 401]);
    expect(errorOf(result).code).toBe(codes[401]);
    expect(requests).toBe(2);
  });

  it('429 is waited out', async () => {
    const { result, requests } = await askFor(row, [429]);
    expect(valueOf(result).status).toBe(row.success);
    expect(requests).toBe(2);
  });
});

describe('order IDs (interface: Payment identifiers)', () => {
  it('of a batch fit the pattern of idEntity and are random enough that no two batches meet', () => {
    const ids = Array.from({ length: 2000 }, () => newId(systemRandom));
    for (const id of ids) expect(`${id}-100000`).toMatch(/^[A-Za-z0-9_-]{1,250}$/);
    expect(new Set(ids).size).toBe(ids.length);
    const places = Array.from({ length: 16 }, (_, place) => new Set(ids.map((id) => id[place])).size);
    expect(Math.min(...places)).toBe(32);
  });
});

describe('the body of a top-up (interface: Endpoints, POST /topups/{idTopUp})', () => {
  it('is written like a payment request, with the exact amount', () => {
    const empty = { accountName: '', accountNumber: '', paymentOperatorCode: '', emailAddress: '' };
    const body = { ...money, ...empty, paymentMethodCode: 'CARD', callbackUrl: 'https://m.example/cb' };
    const text = new TextDecoder().decode(encodePaymentBody({ ...body, kind: 'topup', returnUrl: '' }));
    expect(text).toContain('"amount":1234.50');
    expect(text).toBe(new TextDecoder().decode(encodePayoutBody(body)));
  });

  it('contains everything that the interface names for an incoming payment: method, account, both addresses', () => {
    const body = encodePaymentBody({
      kind: 'topup',
      ...money,
      paymentMethodCode: 'CARD',
      paymentOperatorCode: 'BANK',
      accountName: 'ACME',
      accountNumber: 'DE1',
      emailAddress: 'treasury@acme.example',
      callbackUrl: 'https://m.example/cb',
      returnUrl: 'https://m.example/back',
    });
    expect(JSON.parse(new TextDecoder().decode(body))).toEqual({
      paymentRequested: { money: { amount: 1234.5, currencyCode: 'EUR' } },
      paymentMethod: {
        paymentMethodCode: 'CARD',
        account: { accountName: 'ACME', accountNumber: 'DE1' },
        paymentOperatorCode: 'BANK',
        emailAddress: 'treasury@acme.example',
      },
      callbackUrl: 'https://m.example/cb',
      returnUrl: 'https://m.example/back',
    });
  });
});

describe('answers of a later minor version (interface: Versioning 4 and 5)', () => {
  const shown = {
    paymentRequested: { money: { amount: 10, currencyCode: 'EUR' } },
    process: { status: 'SUCCESS', createdAt: 't1', processedAt: 't2', isTest: false },
    fee: { amount: 1, currencyCode: 'EUR' },
    paymentMethodResponse: { paymentMethodCode: 'BANK', idPayout: 'a' },
  };
  const balances = { balances: [{ currencyCode: 'EUR', available: 10, blocked: 1 }] };

  /** The same object with its properties in another order and unfamiliar ones among them, on every level. */
  function grown(value: unknown, order: (count: number) => number[]): unknown {
    if (Array.isArray(value)) return value.map((one) => grown(one, order));
    if (typeof value !== 'object' || value === null) return value;
    const known = Object.entries(value).map(([name, one]) => [name, grown(one, order)] as const);
    const all = [...known, ['appearedIn2_83', { note: [true, null] }] as const];
    return Object.fromEntries(order(all.length).map((index) => all[index] ?? ['', null]));
  }

  it('are read the same, with unknown properties and in any order', () => {
    const read = (value: unknown) => parseExactJson(JSON.stringify(value)) ?? null;
    const ranks = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(ranks, (rank) => {
        const order = (count: number) =>
          Array.from({ length: count }, (_, index) => index).toSorted(
            (left, right) => (rank[left] ?? 0) - (rank[right] ?? 0),
          );
        const asked = { kind: 'payout', idPayment: 'a' } as const;
        expect(readPaymentDetail(read(grown(shown, order)), asked, Date.now())).toEqual(
          readPaymentDetail(read(shown), asked, Date.now()),
        );
        const found = readBalances(read(grown(balances, order)));
        expect(found).toHaveLength(1);
        expect(found?.[0]?.currencyCode).toBe('EUR');
        expect(new Set(found?.[0]?.amounts)).toEqual(new Set(readBalances(read(balances))?.[0]?.amounts));
      }),
    );
  });
});
