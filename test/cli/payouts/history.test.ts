import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { payoutFile, payoutFileTo } from '../kit/payout-files.ts';
import { Audit, BatchList, Checks, Failed, onlyBatch, Payout, Payouts, readJson } from '../kit/shapes.ts';
import type { Merchant } from '../kit/merchant.ts';
import { addProfile } from '../../kit/with-bursar.ts';
import { withMerchant } from '../kit/with-merchant.ts';

/** As `doctor` and `audit verify` say of two payouts. */
async function expectIntact(merchant: Merchant): Promise<void> {
  const audit = readJson(await merchant.run('audit', 'verify', '--json'), Audit);
  expect(audit).toMatchObject({ payments: 2, problems: [], notes: [], witness: null });
  expect(audit.events).toBeGreaterThanOrEqual(8);
  const checks = readJson(await merchant.run('doctor', '--json'), Checks);
  expect(checks.filter(({ isFine }) => !isFine)).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Keychain', 'Profiles', 'Journal mode', 'History index', 'List of payees']),
  );
  expect(readJson(await merchant.run('doctor', '--rebuild', '--json'), Checks)).toEqual(
    checks.map((check) => ({ ...check, found: expect.any(String) })),
  );
}

describe('the history', () => {
  it.concurrent('I9: everything that reads local data works when the gateway is gone, and doctor and audit verify find the records intact', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1', 'ACC-2'));
      const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      await expectIntact(merchant);
      await merchant.sandbox.close();
      const commands = [
        ['payouts'],
        ['payouts', '--search', 'Payee'],
        ['payout', `${batchId}-1`],
        ['batch', 'list'],
        ['batch', 'show', batchId],
        ['batch', 'export', batchId, '--out', `${merchant.folder}/EXPORT`],
        ['profile', 'list'],
        ['profile', 'show', 'test'],
        ['audit', 'verify'],
        ['doctor'],
        ['backup', `${merchant.folder}/BACKUP`],
        ['resume'],
      ];
      for (const words of commands)
        for (const json of [[], ['--json']]) {
          const named = words.map((word) => word.replace(/(EXPORT|BACKUP)$/, `$1${json.length}`));
          const { exitCode, stdout, stderr } = await merchant.run(...named, ...json);
          expect(exitCode, `${named.join(' ')}: ${stderr}`).toBe(0);
          // One document with --json; text for a person, which is none, without.
          if (json.length > 0)
            expect(() => z.json().parse(JSON.parse(stdout)), named.join(' ')).not.toThrow();
          else expect(() => JSON.parse(stdout), named.join(' ')).toThrow();
        }
    }));

  it.concurrent('payouts are found by text, state and batch, newest first, as many as asked for, and summed up exactly with the states that the sums include', () =>
    withMerchant(async (merchant) => {
      const first = merchant.write(
        'first.csv',
        payoutFile([
          { accountNumber: 'DE-1', accountName: 'Jürgen Müller', reference: 'rent', amount: '1234.10' },
          { accountNumber: 'A-9001', accountName: 'Ada Byron', amount: '7.00' },
          { accountNumber: 'A-9002', accountName: '山田 花子', amount: '1.00' },
        ]),
      );
      const second = merchant.write('second.csv', payoutFile([{ accountNumber: 'ACC-7', amount: '0.20' }]));
      const { batchId } = onlyBatch(await merchant.run('pay', first, '--yes', '--json'), 4);
      const other = onlyBatch(await merchant.run('pay', second, '--yes', '--json'));
      const find = async (...words: string[]) =>
        readJson(await merchant.run('payouts', ...words, '--json'), Payouts).map(({ idPayout }) => idPayout);
      const [one, two, three, four] = [`${batchId}-1`, `${batchId}-2`, `${batchId}-3`, `${other.batchId}-1`];
      expect(await find()).toEqual([four, three, two, one]);
      expect(await find('--limit', '2')).toEqual([four, three]);
      for (const words of [['payouts'], ['audit', 'list']]) {
        const some = await merchant.run(...words, '--limit', '2');
        expect(some.stderr).toBe('More than 2 match, and the first 2 are listed. --limit lists more.\n');
        expect((await merchant.run(...words, '--limit', '200')).stderr).toBe('');
      }
      expect((await merchant.run('payouts', '--limit', '4')).stderr).toBe('');
      expect(await find('--batch', batchId)).toEqual([three, two, one]);
      expect(await find('--state', 'failed')).toEqual([two]);
      expect(await find('--batch', batchId, '--state', 'paid')).toEqual([one]);
      // A code is found in any case, as everywhere else.
      expect(await find('--currency', 'eur', '--method', 'bank_transfer')).toEqual(await find());
      expect(await find('--method', 'bank')).toEqual([]);
      expect(await find('--search', 'müller')).toEqual([one]);
      expect(await find('--search', '花子')).toEqual([three]);
      expect(await find('--search', 'ACC-7')).toEqual([four]);
      expect(await find('--search', four)).toEqual([four]);
      expect(await find('--search', 'nobody at all')).toEqual([]);
      expect((await merchant.run('payouts', '--search', 'nobody at all')).stdout).toBe('No payouts.\n');

      const Totals = z.strictObject({
        totals: z.array(
          z.strictObject({
            environment: z.literal('sandbox'),
            currencyCode: z.string(),
            payouts: z.number(),
            amount: z.string(),
            fees: z.string().nullable(),
          }),
        ),
      });
      const sums = async (...words: string[]) =>
        readJson(await merchant.run('payouts', '--totals', ...words, '--json'), Totals).totals;
      expect(await sums()).toMatchObject([{ currencyCode: 'EUR', payouts: 4, amount: '1242.30' }]);
      expect(await sums('--state', 'paid')).toMatchObject([
        { currencyCode: 'EUR', payouts: 2, amount: '1234.30' },
      ]);
      expect(await sums('--search', 'nobody at all')).toEqual([]);
      const shown = (await merchant.run('payouts', '--totals', '--state', 'paid')).stdout;
      expect(shown).toMatch(/^EUR +2 +1,234\.30/m);
      const paidOn = (await merchant.run('payouts', '--totals', '--paid')).stdout;
      for (const text of [shown, paidOn]) expect(text).toContain('Includes only these states: paid.');
      expect((await merchant.run('payouts', '--totals', '--limit', '2')).exitCode).toBe(2);
    }));

  it.concurrent('a payout whose order ID two profiles have is that of the named profile', () =>
    withMerchant(async (merchant) => {
      // The same merchant, as another address reaches it.
      const address = merchant.sandbox.url.replace('127.0.0.1', 'localhost');
      await addProfile(merchant, 'second', 'MERCHANT', address);
      for (const [profile, amount] of Object.entries({ test: '1.00', second: '2.00' })) {
        const line = { accountNumber: 'ACC-1', idPayout: 'INV-1', amount };
        const file = merchant.write(`${profile}.csv`, payoutFile([line]));
        expect((await merchant.run('prepare', file, '--profile', profile)).exitCode).toBe(0);
      }
      for (const profileName of ['test', 'second'])
        expect(
          readJson(await merchant.run('payout', 'INV-1', '--profile', profileName, '--json'), Payout),
        ).toMatchObject({ idPayout: 'INV-1', profileName });
      const decided = await merchant.run('payout', 'INV-1', '--adopt', '--profile', 'nobody');
      expect(decided.stderr).toContain('There is no payout with the order ID INV-1.');
    }));

  it.concurrent('I6: one payout is shown with every event and the exact bytes of every attempt', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('A-9004'));
      const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      const idPayout = `${batchId}-1`;
      const detail = readJson(await merchant.run('payout', idPayout, '--json'), Payout);
      expect(detail.events[0]?.from).toBe('draft');
      expect(detail.events.map(({ to }) => to)).toEqual([
        'queued',
        'sending',
        'unknown',
        'sending',
        'unknown',
        'sending',
        'accepted',
        'paid',
      ]);
      expect(detail.attempts.map(({ status }) => status)).toEqual([500, 500, 201]);
      const [entry] = merchant.sandbox.gateway.book();
      expect(new Set(detail.attempts.map(({ body }) => body))).toEqual(new Set([entry?.body]));
      const person = await merchant.run('payout', idPayout);
      expect(person.stdout).toMatch(/^Order ID +\S+-1$/m);
      expect(person.stdout).toContain('Attempt 3');
      const missing = await merchant.run('payout', 'nothing', '--json');
      expect(readJson(missing, Failed, 2).error.code).toBe('notFound');
      const decided = await merchant.run('payout', idPayout, '--send-again', '--json');
      expect(readJson(decided, Failed, 2).error.code).toBe('notDecidable');
    }));

  it.concurrent('exports a batch as a whole, reads it back as the same payouts, and never overwrites a file', () =>
    withMerchant(async (merchant) => {
      const names = ['O’Neil, "Bob" & Søns', 'محمد عبد الرحمن', '😀 Ltd'];
      const lines = names.map((accountName, index) => ({ accountName, accountNumber: `ACC-${index}` }));
      const file = merchant.write('payouts.csv', payoutFile(lines));
      const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      const out = `${merchant.folder}/export.csv`;
      const exported = await merchant.run('batch', 'export', batchId, '--out', out, '--json');
      expect(readJson(exported, z.looseObject({}))).toMatchObject({ batchId, rows: 3, file: out });
      expect(statSync(out).mode).toBe(statSync(file).mode);
      const before = readFileSync(out);
      const over = await merchant.run('batch', 'export', batchId, '--out', out);
      expect([over.exitCode, readFileSync(out)]).toEqual([2, before]);
      // Its order IDs were used, which shows that every row was read back.
      const { error } = readJson(await merchant.run('pay', out, '--yes', '--json'), Failed, 3);
      expect(error.code).toBe('orderIdUsed');
      expect(error.details.problems?.map(({ value }) => value)).toEqual(
        [1, 2, 3].map((row) => `${batchId}-${row}`),
      );
    }));

  it.concurrent('shows unusual text as it is, without letting it rewrite the terminal', () =>
    withMerchant(async (merchant) => {
      const names = ['😀 Emoji Ltd', 'محمد عبد الرحمن', '山田 花子', 'zero\u200Bwidth'];
      const lines = names.map((accountName, index) => ({ accountName, accountNumber: `ACC-${index}` }));
      const file = merchant.write('payouts \u001B[2J.csv', payoutFile(lines));
      const paid = await merchant.run('pay', file, '--yes');
      expect(paid.exitCode, paid.stderr).toBe(0);
      const ends = [
        paid,
        await merchant.run('payouts'),
        await merchant.run('batch', 'list'),
        await merchant.run('payouts', '--search', '\u001B[2J'),
      ];
      for (const { stdout, stderr } of ends)
        expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      for (const name of names) expect(ends[1]?.stdout).toContain(name);

      const bad = merchant.write(
        'bad.csv',
        payoutFile([{ accountNumber: 'ACC-1', accountName: 'a\u001B[31mb\u202Ec' }]),
      );
      const refused = await merchant.run('pay', bad, '--yes');
      expect(refused.exitCode).toBe(3);
      for (const hidden of ['\u001B', '\u202E']) expect(refused.stderr).not.toContain(hidden);
      expect(readJson(await merchant.run('batch', 'list', '--json'), BatchList)).toHaveLength(1);
    }));
});

describe('bursar doctor and audit verify', () => {
  it.concurrent('I6: report with a key file that the log is not signed, and still keep a witness file', () =>
    withMerchant(async (merchant) => {
      const witness = `${merchant.folder}/witness.jsonl`;
      await merchant.run('settings', 'set', 'witnessFile', witness);
      const file = merchant.write('payouts.csv', payoutFileTo('ACC-1'));
      onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
      const { stdout, exitCode } = await merchant.run('audit', 'verify', '--witness', witness);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('Audit log verified');
      expect(stdout).toContain('Not signed');
      expect(stdout).toMatch(
        /Compared with \d+ lines? of the witness file .*witness\.jsonl, which reaches to event \d+ of \d+\./,
      );
      appendFileSync(witness, 'notes\n');
      const changed = await merchant.run('audit', 'verify', '--witness', witness, '--json');
      const { problems, problemDetails } = readJson(changed, Audit, 1);
      expect(problems).toEqual([expect.stringMatching(/^Line \d+ of the witness file cannot be read\.$/)]);
      expect(problemDetails).toMatchObject([{ code: 'claimUnreadable', source: { kind: 'witnessLine' } }]);
      const missing = await merchant.run('audit', 'verify', '--witness', `${witness}.other`);
      expect(missing.exitCode).not.toBe(0);
      expect(missing.stderr).toContain('does not exist.');
    }));
});

describe('bursar attention dismiss', () => {
  it.concurrent('says how many items it dismissed, and if there were none', () =>
    withMerchant(async (merchant) => {
      const file = merchant.write('payouts.csv', payoutFileTo('A-9002'));
      expect((await merchant.run('pay', file, '--yes')).exitCode).toBe(4);
      expect((await merchant.run('attention', 'dismiss', '--older-records')).stdout).toBe(
        'Nothing to dismiss.\n',
      );
      expect((await merchant.run('attention', 'dismiss')).stdout).toBe('Dismissed 1 item.\n');
      expect((await merchant.run('attention', 'dismiss')).stdout).toBe('Nothing to dismiss.\n');
    }));
});
