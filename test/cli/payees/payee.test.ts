import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { payoutFile, payoutFileTo } from '../kit/payout-files.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';
import type { Merchant } from '../kit/merchant.ts';

const time = z.iso.datetime().nullable();
const verification = z
  .strictObject({ at: z.iso.datetime(), by: z.string(), how: z.string(), note: z.string().nullable() })
  .nullable();
const Payee = z.object({
  payeeId: z.string().min(1),
  names: z.array(z.string()),
  accounts: z.array(z.looseObject({ account: z.string(), payments: z.number().int(), verification })),
  firstPaidAt: time,
  lastPaidAt: time,
  payments: z.number().int(),
  totals: z.array(z.strictObject({ currencyCode: z.string(), amount: z.string(), count: z.number().int() })),
  verification,
  isBlocked: z.boolean(),
});

const penrose = { accountNumber: '44556677', accountName: 'Penrose Foundry Ltd', amount: '12.50' };

/** Pays one payee, and gives it as `payee list` does; `list` runs that. */
async function paidPayee(merchant: Merchant, list = merchant.run): Promise<z.output<typeof Payee>> {
  const file = merchant.write('first.csv', payoutFile([penrose]));
  expect(onlyBatch(await merchant.run('pay', file, '--yes', '--json')).byState).toEqual({ paid: 1 });
  const [payee] = readJson(await list('payee', 'list', '--json'), z.array(Payee));
  if (payee === undefined) throw new Error('payee list names nobody');
  return payee;
}

it.concurrent('payee list and payee show report who was paid, where, when and how much', () =>
  withMerchant(async (merchant) => {
    const payee = await paidPayee(merchant, (...words) => merchant.runProgram(...words));
    expect(payee).toMatchObject({
      names: ['Penrose Foundry Ltd'],
      accounts: [{ account: '44556677', payments: 1, verification: null }],
      payments: 1,
      totals: [{ currencyCode: 'EUR', amount: '12.50', count: 1 }],
      isBlocked: false,
    });
    const found = await merchant.run('payee', 'list', '--search', 'foundry', '--json');
    expect(readJson(found, z.array(Payee))).toHaveLength(1);
    const others = await merchant.run('payee', 'list', '--search', 'nobody', '--json');
    expect(readJson(others, z.array(Payee))).toEqual([]);
    const Shown = Payee.extend({ latestPayments: z.array(z.looseObject({ state: z.string() })) });
    const shown = readJson(await merchant.run('payee', 'show', payee.payeeId, '--json'), Shown);
    expect(shown.latestPayments).toMatchObject([{ amount: '12.50', currencyCode: 'EUR', state: 'paid' }]);
    const text = await merchant.run('payee', 'show', payee.payeeId);
    for (const part of ['Penrose Foundry Ltd', '44556677', '12.50 EUR']) expect(text.stdout).toContain(part);
    const unknown = readJson(await merchant.run('payee', 'show', 'nobody', '--json'), Failed, 2);
    expect(unknown.error.code).toBe('notFound');
  }));

it.concurrent('payee verify records who was asked, how and with which note, requires everything but the note, and keeps a note of several lines on its line', () =>
  withMerchant(async (merchant) => {
    const { payeeId } = await paidPayee(merchant);
    const words = ['payee', 'verify', payeeId, '--account', '44556677', '--by', 'Kim'];
    expect((await merchant.run(...words)).exitCode).toBe(2);
    const how = ['--how', 'Called the number of the contract', '--note', 'Spoke with Ada'];
    const verified = readJson(await merchant.run(...words, ...how, '--json'), Payee);
    expect(verified.verification).toMatchObject({
      by: 'Kim',
      how: 'Called the number of the contract',
      note: 'Spoke with Ada',
    });
    expect((await merchant.run('payee', 'show', payeeId)).stdout).toContain('by Kim');

    // A note of several lines stays on the line of its subject.
    const forged = '99  2026-11-25T09:00:00.000Z  batch x  Approved by Ann';
    const note = `Called.\n${forged}`;
    const byPhone = ['--how', 'by phone', '--note', note];
    expect(await merchant.run(...words, ...byPhone)).toMatchObject({ exitCode: 0 });
    for (const shown of [
      ['payee', 'show', payeeId],
      ['audit', 'list', '--payee', payeeId],
      ['audit', 'list'],
    ]) {
      const { stdout, stderr } = await merchant.run(...shown);
      expect(stderr.includes('at most the newest 5,000 are included')).toBe(shown.includes('--payee'));
      expect(stdout).toContain(`Called.\uFFFD${forged}`);
      expect(stdout.split('\n')).not.toContainEqual(expect.stringMatching(/^99 /));
    }
  }));

it.concurrent('pay and release end with 8 for a blocked payee and send nothing until it is unblocked', () =>
  withMerchant(async (merchant) => {
    const { payeeId } = await paidPayee(merchant);
    expect((await merchant.run('payee', 'list', '--standing', 'blocked')).stdout).toBe('No matches.\n');
    await merchant.run('payee', 'verify', payeeId, '--account', 'ACC-9', '--by', 'Kim', '--how', 'By phone');
    expect((await merchant.run('payee', 'block', payeeId)).stdout).toBe(
      'Payee blocked. Nothing is released or sent to 44556677. Not blocked under the same name: ACC-9.\n',
    );
    const blocked = readJson(await merchant.run('payee', 'show', payeeId, '--json'), Payee.loose());
    expect(blocked.isBlocked).toBe(true);
    const row = { ...penrose, amount: '13.50', reference: 'another' };
    const file = merchant.write('second.csv', payoutFile([row, { accountNumber: 'ACC-2' }]));
    const held = readJson(await merchant.run('pay', file, '--yes', '--json'), Failed, 8);
    expect(held.error).toMatchObject({ code: 'payeeBlocked', details: { problems: [{}] } });
    expect(JSON.stringify(held.error)).toContain(`Row 1: Blocked payee: ${penrose.accountName}, 44556677`);
    const { batchId } = readJson(
      await merchant.run('prepare', file, '--json'),
      z.looseObject({ batchId: z.string() }),
    );
    const released = await merchant.run('release', batchId, '--yes', '--confirm-duplicates', 'no', '--json');
    expect(readJson(released, Failed, 8).error.code).toBe('payeeBlocked');
    expect(merchant.sandbox.gateway.book()).toHaveLength(1);
    const unblocked = readJson(await merchant.run('payee', 'unblock', payeeId, '--json'), Payee);
    expect(unblocked.isBlocked).toBe(false);
    const paid = onlyBatch(await merchant.run('release', batchId, '--yes', '--json'));
    expect(paid.byState).toEqual({ paid: 2 });
  }));

it.concurrent('payee import makes the payees of a list known, verified if that is stated, and payee export writes them', () =>
  withMerchant(async (merchant) => {
    const list = merchant.write(
      'vendors.csv',
      'name,account\nOmega Timber,99887766\nZeta Mills,11223344\n,\n',
    );
    const Imported = z.strictObject({
      imported: z.number(),
      verified: z.number(),
      notVerified: z.array(z.unknown()).max(0),
      doubtful: z.array(z.unknown()).max(0),
      leftOut: z.number(),
      columnsLeftOut: z.array(z.string()),
      notes: z.array(z.unknown()).max(0),
    });
    expect(readJson(await merchant.run('payee', 'import', list, '--json'), Imported)).toMatchObject({
      imported: 2,
      verified: 0,
    });
    const verified = await merchant.run('payee', 'import', list, '--verified', '--by', 'Kim', '--json');
    expect(readJson(verified, Imported)).toMatchObject({ imported: 2, verified: 2 });
    const known = readJson(await merchant.run('payee', 'list', '--json'), z.array(Payee));
    expect(known.map((each) => [each.verification?.by, each.payments])).toEqual([
      ['Kim', 0],
      ['Kim', 0],
    ]);
    const out = path.join(merchant.folder, 'payees.csv');
    readJson(
      await merchant.run('payee', 'export', '--out', out, '--json'),
      z.looseObject({ rows: z.literal(2) }),
    );
    expect(readFileSync(out, 'utf8')).toContain('Omega Timber,99887766');
    const some = path.join(merchant.folder, 'some.xlsx');
    readJson(
      await merchant.run('payee', 'export', '--out', some, '--search', 'zeta', '--json'),
      z.looseObject({ rows: z.literal(1) }),
    );
    expect(readFileSync(some).subarray(0, 2).toString()).toBe('PK');
    expect((await merchant.run('payee', 'export', '--out', out)).exitCode).toBe(2);
    expect((await merchant.run('payee', 'export')).exitCode).toBe(2);
  }));

it.concurrent('a finding that the policy blocks ends pay with 8, and a verification lifts it', () =>
  withMerchant(async (merchant) => {
    const { payeeId } = await paidPayee(merchant);
    await merchant.run('settings', 'set', 'payeePolicy', '{ "changedDetails": "block" }');
    const changed = payoutFile([
      { ...penrose, accountNumber: '10203040', amount: '14.50', reference: 'new' },
    ]);
    const file = merchant.write('changed.csv', changed);
    const held = readJson(await merchant.run('pay', file, '--yes', '--json'), Failed, 8);
    expect(held.error.code).toBe('policyBlocks');
    expect(held.error.message).toContain('1 finding about its payees blocks it');
    expect(held.error.details.problems?.[0]?.message).toContain(
      '44556677 (the account was paid once, last on',
    );
    expect(merchant.sandbox.gateway.book()).toHaveLength(1);
    const words = ['--account', '10203040', '--by', 'Kim', '--how', 'Called'];
    expect((await merchant.run('payee', 'verify', payeeId, ...words)).exitCode).toBe(0);
    expect(onlyBatch(await merchant.run('pay', file, '--yes', '--json')).byState).toEqual({ paid: 1 });
  }));

it.concurrent('prepare drafts a file without releasing it, and release sends it once', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payouts.csv', payoutFileTo('ACC-1', 'ACC-2'));
    const Draft = z.looseObject({
      batchId: z.string(),
      rowsHash: z.string().length(64),
      state: z.literal('draft'),
      totals: z.array(z.strictObject({ currencyCode: z.string(), amount: z.string(), count: z.number() })),
    });
    const draft = readJson(await merchant.run('prepare', file, '--json'), Draft);
    expect(draft.totals).toEqual([{ currencyCode: 'EUR', amount: '4.00', count: 2 }]);
    expect(merchant.sandbox.gateway.book()).toEqual([]);
    const again = readJson(await merchant.run('prepare', file, '--json'), Draft);
    expect([again.batchId, again.rowsHash]).toEqual([draft.batchId, draft.rowsHash]);
    expect((await merchant.run('release', draft.batchId)).exitCode).toBe(2);
    expect(onlyBatch(await merchant.run('release', draft.batchId, '--yes', '--json')).byState).toEqual({
      paid: 2,
    });
    const twice = readJson(await merchant.run('release', draft.batchId, '--yes', '--json'), Failed, 2);
    expect(twice.error.code).toBe('alreadyReleased');
    // The same rows in a new draft are duplicates.
    const copy = readJson(await merchant.run('prepare', file, '--json'), Draft);
    const held = await merchant.run('release', copy.batchId, '--yes', '--json');
    expect(held.exitCode).toBe(8);
    const meant = ['--confirm-duplicates', 'agreed on the phone'];
    const paid = onlyBatch(await merchant.run('release', copy.batchId, '--yes', ...meant, '--json'));
    expect(paid.byState).toEqual({ paid: 2 });
    expect(merchant.sandbox.gateway.book()).toHaveLength(4);
  }));

it.concurrent('a release shows at most 10 warnings about its payees before it asks, and how many more there are', () =>
  withMerchant(async (merchant) => {
    await paidPayee(merchant);
    const changed = Array.from({ length: 12 }, (_, index) => ({
      ...penrose,
      accountNumber: `${10_203_040 + index * 1_010_101}`,
      amount: `${20 + index}.00`,
      reference: `order ${index}`,
    }));
    const file = merchant.write('changed.csv', payoutFile(changed));
    const { stderr } = await merchant.run('pay', file, '--yes', '--no-wait');
    expect(stderr.match(/ATTENTION +Row \d+: Changed bank details/g)).toHaveLength(10);
    expect(stderr).toMatch(/and 2 more: `bursar check \w+` lists them/);
  }));
