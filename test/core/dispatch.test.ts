import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../contract/errors.ts';
import { operations, type OperationName } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import { compose, type Bursar } from '../../main/compose.ts';

const names = Object.keys(operations) as OperationName[];
const call = { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(true) };

let directory = '';
let bursar: Bursar;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'bursar-dispatch-'));
  const composed = await compose({ directory, keyFile: null, isThrowAway: true });
  if (!composed.ok) throw new Error(composed.error.message);
  bursar = composed.value;
});

afterAll(async () => {
  await bursar.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Calls as a hostile face would: any name, any input. */
function hostileCall(name: string, input: unknown): Promise<Result<unknown>> {
  return bursar.dispatch(name as OperationName, input as never, call);
}

/** The one operation that begins something with no input at all; whatever else it is given must do nothing. */
function isMeantToWrite(name: OperationName, input: unknown): boolean {
  return name === 'trial.begin' && operations[name].input.safeParse(input).success;
}

describe('dispatch', () => {
  it.each(names)(
    'answers %s with arbitrary input with a typed error or a valid answer, and writes nothing',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything())),
          async (input) => {
            fc.pre(!isMeantToWrite(name, input));
            const result = await hostileCall(name, input);
            if (!result.ok) {
              expect(errorCodes).toContain(result.error.code);
              expect(result.error.code).not.toBe('internal');
            }
          },
        ),
        { numRuns: 150 },
      );
      expect(await bursar.dispatch('profiles.list', {}, call)).toEqual({ ok: true, value: [] });
      expect(await bursar.dispatch('batches.list', { limit: 10 }, call)).toEqual({ ok: true, value: [] });
    },
  );

  it('answers names that are not operations, whatever they contain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty')),
        async (name) => {
          fc.pre(!names.some((known) => known === name));
          expect(await hostileCall(name, {})).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
        },
      ),
    );
  });

  it('names each invalid field', async () => {
    const profile = {
      name: 'x y',
      environment: 'test',
      baseUrl: 'http://gateway.example',
      merchantCode: '',
      callbackUrl: 'no',
      key: { kind: 'none' },
    };
    const result = await hostileCall('profiles.add', profile);
    const fields = result.ok ? [] : result.error.details.problems?.map(({ field }) => field);
    expect(fields).toEqual(['name', 'environment', 'baseUrl', 'merchantCode', 'callbackUrl']);
  });

  it('names each invalid field in people’s words, once', async () => {
    const payin = {
      idPayment: 'bad id!',
      money: { amount: 'abc', currencyCode: 'EUR' },
      paymentMethodCode: 'CARD',
      paymentOperatorCode: '',
      accountName: '',
      accountNumber: '',
      emailAddress: '',
      returnUrl: 'nonsense',
      note: '',
    };
    const result = await hostileCall('payins.create', payin);
    expect(result.ok ? '' : result.error.message).toBe(
      'Order ID: an order ID has 1 to 250 letters, digits, _ and -; Amount: an amount is a plain decimal such as 1234.50; Address to return to: enter the full address, for example https://merchant.example/callbacks',
    );
  });

  it.each<readonly [OperationName, object, string]>([
    ['batches.show', { batchId: 'a b' }, 'Batch: an ID has 1 to 64 letters, digits, - and _'],
    ['batches.show', {}, 'Batch: is missing'],
    ['batches.show', { batchId: 7 }, 'Batch: must be of the type string'],
    ['batches.show', { batchId: 'b', why: 1 }, 'has the unknown field why'],
    ['payees.list', { limit: 1, search: 'x'.repeat(201) }, 'Search: must have at most 200 characters'],
    ['payouts.show', { idPayout: '' }, 'Order ID: is empty'],
    ['batches.list', { limit: 0 }, 'limit: must be at least 1'],
    ['batches.list', { limit: 1001 }, 'limit: must be at most 1000'],
    ['incoming.list', { limit: 1, kind: 'payout' }, 'kind: must be one of payin, topup'],
    [
      'statement.read',
      { profileName: 'p', currencyCode: 'EUR', from: '2026-13-01', until: '2026-03-31' },
      'from: must be a day such as 2026-03-31',
    ],
  ])('says in plain English what is wrong with the input of %s %j', async (name, input, words) => {
    expect(await hostileCall(name, input)).toMatchObject({ ok: false, error: { message: words } });
  });

  it.each([
    'http://gateway.example',
    'ftp://gateway.example',
    'https://user:word@gateway.example',
    'https://gateway.example?x=1',
    'gateway.example',
    'http://127.0.0.1.gateway.example',
  ])('refuses %s as the address of a gateway', async (baseUrl) => {
    const profile = {
      name: 'p',
      environment: 'live',
      baseUrl,
      merchantCode: 'M',
      callbackUrl: 'https://merchant.example/c',
      key: { kind: 'none' },
    };
    expect(await hostileCall('profiles.add', profile)).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    });
  });
});

it('the accounts of a payin are requested for an order ID only, neither for a path nor for a pattern of others', async () => {
  for (const idPayment of ['..', '.', '.*', '[a-z]+', 'a/b'])
    expect(await hostileCall('payins.accounts', { idPayment })).toMatchObject({
      error: { code: 'inputInvalid' },
    });
});

it('half of a surrogate pair is invalid input, not a fault: it cannot be written as UTF-8', async () => {
  for (const input of [
    { idPayment: 'A\uD800' },
    { idPayment: '\uDC00', externalReference: 'x' },
    { idPayout: 'x\uD83D' },
  ])
    for (const name of ['payins.accounts', 'payins.setReference', 'payouts.show'])
      expect(await hostileCall(name, input), name).toMatchObject({
        ok: false,
        error: { code: 'inputInvalid' },
      });
  expect(
    await hostileCall('payins.setReference', { idPayment: 'A', externalReference: '\uD800' }),
  ).toMatchObject({ error: { code: 'inputInvalid' } });
});

it('an input that is wrong in 50,000 places is answered with the first of them', async () => {
  const rowIds = Array.from({ length: 50_000 }, (_, index) => `x${index}`);
  const unknown = Object.fromEntries(rowIds.map((name) => [name, 1]));
  const rows = await hostileCall('sheets.setAside', { sheetId: 'a', rows: { kind: 'rows', rowIds } });
  expect(rows).toMatchObject({
    error: { details: { problems: { length: 100 }, problemsLeftOut: 49_900 } },
  });
  expect(await hostileCall('batches.list', { limit: 1, ...unknown })).toMatchObject({
    error: { message: 'has the unknown fields x0, x1, x2, x3, x4 and 49995 more' },
  });
});

it('what a caller calls a field or an operation is repeated on one line, and shortened', async () => {
  const name = `\u001b[2J\n\u202e${'x'.repeat(1_000_000)}`;
  const cells = { amount: '1', [name]: '1' };
  for (const answer of [
    await hostileCall('batches.show', { batchId: 'b', [name]: 1 }),
    await hostileCall('sheets.edit', { sheetId: 'a', changes: [{ [name]: cells }] }),
    await hostileCall(name as OperationName, {}),
  ]) {
    const said = JSON.stringify(answer);
    expect(said.length).toBeLessThan(600);
    expect(said).not.toMatch(/\\u001b|\u202e|\\n/);
  }
});
