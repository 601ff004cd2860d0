import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  IncomingDetail,
  IncomingSummary,
  PayingInstructions,
  PaymentAccount,
} from '../../../contract/receiving/incoming.ts';
import type { Merchant } from '../kit/merchant.ts';
import { runCli } from '../../kit/run-cli.ts';
import { Failed, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const Detail = z.strictObject(IncomingDetail.shape);
const List = z.array(z.strictObject(IncomingSummary.shape));
const Accounts = z.strictObject({
  customerAccountRequest: PaymentAccount.nullable(),
  customerAccountProcess: PaymentAccount.nullable(),
});
const money = ['--amount', '120.50', '--currency', 'eur', '--method', 'BANK_TRANSFER'];

/** A payin that another program of this merchant makes at the gateway. */
async function madeElsewhere(merchant: Merchant, id: string): Promise<void> {
  const elsewhere = ['--data-dir', `${merchant.folder}/elsewhere`, '--key-file', merchant.keyFile];
  const profile = `profile add test --environment sandbox --merchant MERCHANT --base-url ${merchant.sandbox.url}`;
  const callback = ['--callback-url', 'http://127.0.0.1:9/callbacks'];
  const added = await runCli([...profile.split(' '), ...callback, ...elsewhere]);
  expect(added.exitCode, added.stderr).toBe(0);
  const created = await runCli(['payin', 'create', ...money, '--id', id, ...elsewhere]);
  expect(created.exitCode, created.stderr).toBe(0);
}

describe('bursar payin', () => {
  it.concurrent('creates a payin, follows it to its final state, and never sends the same order ID again', () =>
    withMerchant(async (merchant) => {
      const words = ['payin', 'create', ...money, '--id', 'order-1', '--name', 'Ada', '--note', 'Invoice 7'];
      const paid = readJson(await merchant.runProgram(...words, '--wait', '--json'), Detail);
      expect(paid).toMatchObject({ kind: 'payin', origin: 'created', idPayment: 'order-1', state: 'paid' });
      expect(paid.money).toEqual({ amount: '120.50', currencyCode: 'EUR' });
      expect(paid.events.map(({ to }) => to)).toEqual(['queued', 'sending', 'accepted', 'paid']);
      const again = readJson(await merchant.run(...words, '--json'), Detail);
      expect(again.attempts).toHaveLength(1);
      const other = words.map((word) => (word === '120.50' ? '120.51' : word));
      expect(readJson(await merchant.run(...other, '--json'), Failed, 3).error.code).toBe('orderIdUsed');
      expect(merchant.sandbox.gateway.book()).toMatchObject([
        { kind: 'payin', id: 'order-1', amount: '120.50', postsSeen: 1 },
      ]);
      const printed = (await merchant.run('payin', 'show', 'order-1')).stdout;
      expect(printed).toMatch(/^State +paid$/m);
      expect(printed).toMatch(/^Gateway created 20.*\nGateway ended +20.*\nTest payment +yes$/m);
    }));

  it.concurrent('shows how to pay by an offline method, also when the gateway is gone', () =>
    withMerchant(
      async (merchant) => {
        const words = ['payin', 'create', '--amount', '80', '--currency', 'EUR', '--method', 'BANK_TRANSFER'];
        const made = readJson(await merchant.run(...words, '--json'), Detail);
        expect(made).toMatchObject({ state: 'accepted', gatewayStatus: 'PENDING' });
        expect(made.idPayment).toMatch(/^[a-z0-9]{32}$/);
        await merchant.sandbox.close();
        const shown = readJson(await merchant.run('payin', 'show', made.idPayment, '--json'), Detail);
        expect(PayingInstructions.parse(shown.instructions)).toMatchObject({
          bankName: 'Sandbox Bank',
          branchName: 'Main Branch',
          money: { amount: '80', currencyCode: 'EUR' },
        });
        const person = await merchant.run('payin', 'show', made.idPayment);
        expect(person.stdout).toMatch(/^ +Bank +Sandbox Bank$/m);
        expect(person.stdout).toMatch(/^ +Reference +\d{10}$/m);
      },
      { settleMs: 3_600_000 },
    ));

  it.concurrent('lists hidden characters as JSON escapes, and shows a mark in text', () =>
    withMerchant(async (merchant) => {
      const note = 'Invoice \u202E321\u200B';
      await merchant.run('payin', 'create', ...money, '--id', 'a', '--note', note, '--wait');
      const { stdout } = await merchant.run('payin', 'list', '--json');
      expect(stdout).toContain(String.raw`Invoice \u202e321\u200b`);
      expect(JSON.parse(stdout)).toMatchObject([{ note }]);
      expect((await merchant.run('payin', 'show', 'a')).stdout).toContain('Invoice \uFFFD321\uFFFD');
    }));

  it.concurrent('lists what was created, found by text, state and currency', () =>
    withMerchant(async (merchant) => {
      await merchant.run('payin', 'create', ...money, '--id', 'a', '--email', 'Ada@Example.com', '--wait');
      await merchant.run('payin', 'create', ...money, '--id', 'b', '--name', 'Refused 9002', '--wait');
      const ids = async (...words: string[]): Promise<string[]> =>
        readJson(await merchant.run('payin', 'list', ...words, '--json'), List).map(
          ({ idPayment }) => idPayment,
        );
      expect(await ids()).toEqual(['b', 'a']);
      expect(await ids('--limit', '1')).toEqual(['b']);
      expect(await ids('--search', 'ada@EXAMPLE')).toEqual(['a']);
      expect(await ids('--state', 'rejected', '--currency', 'eur')).toEqual(['b']);
      expect(await ids('--currency', 'USD')).toEqual([]);
      expect((await merchant.run('topup', 'list')).stdout).toBe('No top-ups.\n');
      expect((await merchant.run('payouts')).stdout).toBe('No payouts.\n');
      expect((await merchant.run('batch', 'list', '--json')).stdout.trim()).toBe('[]');
    }));

  it.concurrent('shows the accounts as submitted and as processed, and sets the external reference', () =>
    withMerchant(async (merchant) => {
      await merchant.run('payin', 'create', ...money, '--id', 'order-1', '--account', 'DE5', '--wait');
      const found = readJson(await merchant.run('payin', 'accounts', 'order-1', '--json'), Accounts);
      expect(found.customerAccountRequest?.accountNumber).toBe('DE5');
      expect(found.customerAccountProcess?.bankName).toBe('Sandbox Bank');
      expect((await merchant.run('payin', 'accounts', 'order-1')).stdout).toMatch(
        /^accountNumber +DE5 +DE5$/m,
      );
      const set = readJson(await merchant.run('payin', 'reference', 'order-1', 'REF 77', '--json'), Detail);
      expect(set.events.at(-1)).toMatchObject({
        cause: expect.stringContaining('REF 77'),
        reason: { code: 'referenceSet', reference: 'REF 77' },
      });
      expect(merchant.sandbox.gateway.book()[0]?.externalReference).toBe('REF 77');
      expect((await merchant.run('audit', 'verify')).exitCode).toBe(0);
    }));

  it.concurrent('ends with 4 if the gateway refuses it, and with 5 if it could not be sent, which resume fixes', () =>
    withMerchant(async (merchant) => {
      const refused = await merchant.run(
        'payin',
        'create',
        ...money,
        '--name',
        'No 9002',
        '--wait',
        '--json',
      );
      expect(readJson(refused, Detail, 4)).toMatchObject({
        state: 'rejected',
        problemCode: 'ACCOUNT_NOT_PAYABLE',
      });
      const noKey = ['--data-dir', merchant.dataDirectory, '--key-file', `${merchant.folder}/none.pem`];
      const unsent = await runCli(['payin', 'create', ...money, '--id', 'waits', ...noKey, '--json']);
      expect(readJson(unsent, Detail, 5)).toMatchObject({ state: 'queued', attempts: [] });
      const resumed = await merchant.run('resume', '--json');
      const Resumed = z.strictObject({ batches: z.tuple([]), held: z.null(), incoming: z.array(Detail) });
      expect(readJson(resumed, Resumed).incoming).toMatchObject([{ idPayment: 'waits', state: 'accepted' }]);
      expect((await merchant.run('payin', 'show', 'waits', '--refresh', '--json')).exitCode).toBe(0);
    }));

  it.concurrent('follows an order ID that was created elsewhere, and never sends anything for it', () =>
    withMerchant(async (merchant) => {
      const posts = (): number => merchant.sandbox.gateway.book()[0]?.postsSeen ?? 0;
      expect(readJson(await merchant.run('payin', 'follow', 'theirs', '--json'), Failed, 6).error.code).toBe(
        'gatewayNotFound',
      );
      await madeElsewhere(merchant, 'theirs');
      const followed = readJson(await merchant.run('payin', 'follow', 'theirs', '--wait', '--json'), Detail);
      expect(followed).toMatchObject({ origin: 'followed', state: 'paid', attempts: [] });
      expect(followed.money).toEqual({ amount: '120.50', currencyCode: 'EUR' });
      expect(posts()).toBe(1);
      expect(readJson(await merchant.run('payin', 'stop', 'theirs', '--json'), Failed, 2).error.code).toBe(
        'notDecidable',
      );
    }));

  it.concurrent('names a missing or unknown argument', () =>
    withMerchant(async (merchant) => {
      expect((await merchant.run('payin', 'create', '--amount', '1', '--currency', 'EUR')).exitCode).toBe(2);
      expect((await merchant.run('payin', 'create', ...money, '--id', 'not an ID')).exitCode).toBe(2);
      const unknown = await merchant.run('payin', 'show', 'nobody', '--json');
      expect(readJson(unknown, Failed, 2).error.code).toBe('notFound');
      expect((await merchant.run('payin', 'show')).exitCode).toBe(2);
    }));
});

describe('bursar topup', () => {
  it.concurrent('creates a top-up that raises the balance, and lists it separately from payins', () =>
    withMerchant(async (merchant) => {
      const words = ['topup', 'create', '--amount', '500', '--currency', 'EUR', '--method', 'BANK_TRANSFER'];
      const paid = readJson(await merchant.run(...words, '--id', 'top-1', '--wait', '--json'), Detail);
      expect(paid).toMatchObject({ kind: 'topup', state: 'paid' });
      expect(readJson(await merchant.run('topup', 'list', '--json'), List)).toHaveLength(1);
      expect(readJson(await merchant.run('payin', 'list', '--json'), List)).toEqual([]);
      expect((await merchant.run('balances', '--currency', 'EUR')).stdout).toMatch(
        /available +10,000,(?!000)/,
      );
    }));
});
