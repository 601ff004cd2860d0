import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { importedChangeText } from '../../../contract/text/approvals.ts';
import { requireKeyring } from '../../keys/keyring.ts';
import { runCli, type CliEnd } from '../../kit/run-cli.ts';
import type { Merchant } from '../kit/merchant.ts';
import { payoutFile } from '../kit/payout-files.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

beforeAll(requireKeyring);

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const fingerprint = z.string().regex(/^[a-z2-9]{4}( [a-z2-9]{4}){7}$/);
const Card = z.strictObject({ name: z.string(), fingerprint, publicKey: z.string(), file: z.string() });
const Policy = z.strictObject({
  profileName: z.string(),
  rules: z.array(
    z.strictObject({ currencyCode: z.string(), batchFrom: z.string(), approvals: z.number().int() }),
  ),
  otherwise: z.number().int(),
  releaserCounts: z.boolean(),
  enrolledPreparers: z.boolean(),
  alsoInForce: z.array(z.unknown()).max(0),
  version: z.number().int(),
  changedAt: time.nullable(),
  isNoneSpare: z.boolean(),
});
const Change = Policy.extend({ request: z.string().nullable() });
const PendingChange = Change.extend({ error: z.looseObject({ code: z.string() }) });
const Request = z.strictObject({
  batchId: z.string(),
  requestHash: hash,
  rowsHash: hash,
  expiresAt: time,
  file: z.string(),
});
const Draft = z.looseObject({ batchId: z.string(), rowsHash: hash });
const Decided = z.strictObject({
  requestHash: hash,
  decision: z.enum(['approve', 'reject']),
  expiresAt: time,
  file: z.string(),
});
const Imported = z.looseObject({ kind: z.string(), batchId: z.string().nullable(), isNew: z.boolean() });
const Shown = z.looseObject({
  kind: z.literal('request'),
  totals: z.array(z.looseObject({ currencyCode: z.string(), amount: z.string() })),
  rows: z.array(z.looseObject({ rowNumber: z.number().int(), amount: z.string(), accountName: z.string() })),
  findings: z.array(z.looseObject({ kind: z.string(), level: z.string() })),
  isExpired: z.boolean(),
});
const ShownDecision = z.looseObject({
  kind: z.literal('decision'),
  approver: z.looseObject({ name: z.string() }),
});
const Listed = z.array(
  z.looseObject({ kind: z.string(), batchId: z.string().nullable(), isExpired: z.boolean() }),
);
const Enrolled = z.array(
  z.strictObject({ name: z.string(), fingerprint, publicKey: z.string(), isOwn: z.boolean() }),
);

const policy = {
  rules: [{ currencyCode: 'EUR', batchFrom: '1000.00', approvals: 1 }],
  otherwise: 0,
  releaserCounts: false,
};

type Person = {
  run(...words: string[]): Promise<CliEnd>;
  /** What a command prints for people. */
  told(...words: string[]): Promise<string>;
  file(name: string): string;
};

/** A person with a data folder of their own, and so with a personal key of their own in the keychain, but no key of the merchant. As processes: two-keychains.test.ts. */
function personAt(merchant: Merchant, name: string): Person {
  const directory = path.join(merchant.folder, name);
  mkdirSync(directory, { mode: 0o700 });
  return {
    run: (...words) => runCli([...words, '--json', '--data-dir', path.join(directory, 'data')]),
    told: async (...words) => (await runCli([...words, '--data-dir', path.join(directory, 'data')])).stdout,
    file: (fileName) => path.join(directory, fileName),
  };
}

it('I12: a batch is prepared without a key, approved elsewhere, released and paid, and nothing bypasses that', () =>
  withMerchant(async (merchant) => {
    const [preparer, approver] = [personAt(merchant, 'preparer'), personAt(merchant, 'approver')];
    const release = (...words: string[]): Promise<CliEnd> => merchant.run(...words, '--json');

    // The approver's card is enrolled where payouts are released, and a policy asks for one approval.
    const card = readJson(
      await approver.run('approver', 'card', '--name', 'Ann', '--out', approver.file('ann.bursar')),
      Card,
    );
    expect((await release('approver', 'add', card.file)).exitCode).toBe(0);
    expect(readJson(await release('approver', 'list'), Enrolled)).toMatchObject([
      { name: 'Ann', fingerprint: card.fingerprint, isOwn: false },
    ]);
    const policyFile = merchant.write('policy.json', JSON.stringify(policy));
    expect(readJson(await release('policy', 'set', '--file', policyFile), Change)).toMatchObject({
      ...policy,
      request: null,
    });
    const inForce = await merchant.run('policy', 'show', '--json');
    const inForceFile = merchant.write('in-force.json', inForce.stdout);
    const again = await merchant.run('policy', 'set', '--file', inForceFile);
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^No change: /) });
    expect(readJson(await release('policy', 'show'), Policy)).toMatchObject({ ...policy, version: 2 });

    // Prepared on a computer without a key.
    const added = await preparer.run(
      'profile',
      'add',
      'prepares',
      '--prepare-only',
      '--environment=sandbox',
      '--merchant=MERCHANT',
      `--base-url=${merchant.sandbox.url}`,
      '--callback-url=http://127.0.0.1:9/callbacks',
    );
    expect(added.exitCode).toBe(0);
    const tested = readJson(await preparer.run('profile', 'test', '--json'), Failed, 2);
    expect(tested.error.code).toBe('keyMissing');
    const payouts = merchant.write(
      'payouts.csv',
      payoutFile([
        { accountNumber: 'ACC-1', amount: '600.00' },
        { accountNumber: 'ACC-2', amount: '400.00' },
      ]),
    );
    const { batchId, rowsHash } = readJson(await preparer.run('prepare', payouts), Draft);
    expect(readJson(await preparer.run('release', batchId, '--yes'), Failed, 8).error.code).toBe(
      'policyBlocks',
    );
    const requestFile = preparer.file('request.bursar');
    const request = readJson(
      await preparer.run('approval', 'request', batchId, '--name', 'Ben', '--out', requestFile),
      Request,
    );
    expect(request).toMatchObject({ batchId, rowsHash });

    // Released nowhere without the approval, `--yes` or not.
    expect(readJson(await release('approval', 'import', requestFile), Imported)).toMatchObject({
      kind: 'request',
      batchId,
      isNew: true,
    });
    expect((await merchant.run('approval', 'import', requestFile)).stdout).toBe(
      `This file is already imported.\nBatch ${batchId}: 1 approval needed, 0 given.\n`,
    );
    expect(readJson(await release('release', batchId, '--yes'), Failed, 8).error.code).toBe(
      'approvalMissing',
    );
    expect(readJson(await release('pay', payouts, '--yes'), Failed, 8).error.code).toBe('approvalMissing');

    // Shown and approved where there is neither profile nor key.
    const shown = readJson(await approver.run('approval', 'show', requestFile), Shown);
    expect(shown).toMatchObject({ totals: [{ currencyCode: 'EUR', amount: '1000.00' }], isExpired: false });
    expect(shown.rows.map(({ amount }) => amount)).toEqual(['600.00', '400.00']);
    // A card that cannot be written keeps no name: the approval below is Ann's.
    const refused = await approver.run('approver', 'card', '--name', 'Eve', '--out', card.file);
    expect(refused.exitCode).toBe(2);
    const approvalFile = approver.file('approval.bursar');
    const decided = readJson(
      await approver.run('approval', 'approve', requestFile, '--note', 'Seen', '--out', approvalFile),
      Decided,
    );
    expect(decided).toMatchObject({ decision: 'approve', requestHash: request.requestHash });

    const byWhom = readJson(await approver.run('approval', 'show', approvalFile), ShownDecision);
    expect(byWhom.approver.name).toBe('Ann');
    const until = await merchant.run('approval', 'show', approvalFile);
    expect(until.stdout).toMatch(/, valid until \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/);

    // One changed byte voids it.
    const changed = readFileSync(approvalFile);
    changed[200] = (changed[200] ?? 0) ^ 1;
    const changedFile = merchant.write('changed.bursar', changed);
    expect(readJson(await release('approval', 'import', changedFile), Failed, 3).error.code).toBe(
      'signatureInvalid',
    );

    expect(readJson(await release('approval', 'import', approvalFile), Imported)).toMatchObject({
      kind: 'approval',
      batchId,
    });
    expect(readJson(await release('approval', 'list'), Listed).map(({ kind }) => kind)).toEqual([
      'approval',
      'request',
    ]);
    expect(onlyBatch(await release('release', batchId, '--yes')).byState).toEqual({ paid: 2 });
    expect((await release('audit', 'verify')).exitCode).toBe(0);

    // The policy is not loosened without an approval, and is with one.
    const none = merchant.write(
      'none.json',
      JSON.stringify({ rules: [], otherwise: 0, releaserCounts: false }),
    );
    const change = merchant.write('x', '').replace(/x$/, 'change.bursar');
    // Nobody would have a request that is not saved, so none is recorded: the list below has one.
    for (const words of [[], ['--out', none]]) {
      const unsaved = await merchant.run('policy', 'set', '--file', none, ...words);
      expect(unsaved).toMatchObject({ exitCode: 8, stdout: '' });
      expect(unsaved.stderr).toContain('Repeat the command with --out FILE, a new file');
    }
    const pending = readJson(
      await release('policy', 'set', '--file', none, '--out', change),
      PendingChange,
      8,
    );
    expect(pending).toMatchObject({ ...policy, request: change, error: { code: 'approvalMissing' } });
    const changeApproval = approver.file('change-approval.bursar');
    // Says what was signed: the file with this name may have changed since it was shown.
    expect(await approver.told('approval', 'approve', change, '--out', changeApproval)).toContain(
      'After this change:\n',
    );
    const secondFile = approver.file('second.bursar');
    const second = await approver.told('approval', 'approve', requestFile, '--out', secondFile);
    expect(second).toContain(`batch ${batchId}: 2 payouts, 1,000.00 EUR\n`);
    expect(second).toMatch(/\nPrepared by .* \(not enrolled; fingerprint /);
    expect((await release('approval', 'import', changeApproval)).exitCode).toBe(0);
    const repeated = await merchant.run('approval', 'import', changeApproval);
    expect(repeated.stdout).toBe(
      `This file is already imported.\n${importedChangeText({ change: { needed: 1, given: 1 }, changeProblem: null })}\n`,
    );
    expect(readJson(await release('approval', 'list'), Listed)).toMatchObject([
      { kind: 'approval', batchId: null },
      { kind: 'controlRequest', batchId: null },
      { kind: 'approval', batchId },
      { kind: 'request', batchId },
    ]);
    const lines = (await merchant.run('approval', 'list')).stdout.split('\n');
    expect(lines.filter((line) => line.includes('approvers, policy'))).toEqual([
      expect.stringMatching(/^approval +approvers, policy +Ann +Ann /),
      expect.stringMatching(/^request for a change +approvers, policy +/),
    ]);
    expect(readJson(await release('policy', 'set', '--file', none), Change)).toMatchObject({
      rules: [],
      request: null,
      version: 3,
    });
    expect((await release('audit', 'verify')).exitCode).toBe(0);
  }));

it('a file larger than any signed file is not read, and a rejection requires a note', () =>
  withMerchant(async (merchant) => {
    const large = merchant.write('large.bursar', '');
    truncateSync(large, 64 * 1024 * 1024 + 1);
    for (const command of ['show', 'import'])
      expect(readJson(await merchant.run('approval', command, large, '--json'), Failed, 3).error.code).toBe(
        'fileUnreadable',
      );
    writeFileSync(large, 'x.y.z');
    expect(readJson(await merchant.run('approval', 'show', large, '--json'), Failed, 3).error.code).toBe(
      'signatureInvalid',
    );
    const rejected = await merchant.run('approval', 'reject', large, '--out', `${large}.out`);
    expect(rejected.exitCode).toBe(2);
    expect(rejected.stderr).toContain('--note');
  }));

it('a request with more findings than it lists says so where it is shown', () =>
  withMerchant(async (merchant) => {
    const said = async (rows: number): Promise<string | undefined> => {
      const payouts = Array.from({ length: rows }, (_, row) => ({
        accountNumber: `${20_000_000 + 37 * row}`,
      }));
      const file = merchant.write(`${rows}.csv`, payoutFile(payouts));
      const { batchId } = readJson(await merchant.run('prepare', file, '--json'), Draft);
      const out = path.join(merchant.folder, `${rows}.bursar`);
      expect(await merchant.run('approval', 'request', batchId, '--out', out)).toMatchObject({ exitCode: 0 });
      const { stdout } = await merchant.run('approval', 'show', out);
      return stdout.split('\n').find((line) => line.startsWith('Found'));
    };
    expect(await said(1)).toBe("Found by the preparer's check.");
    expect(await said(1001)).toBe("Found by the preparer's check, which found more than is listed here.");
  }));

it('withdrawing a request after the release says that it does not stop anything that was sent', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payouts.csv', payoutFile([{ accountNumber: 'ACC-1', amount: '6.00' }]));
    const { batchId } = readJson(await merchant.run('prepare', file, '--json'), Draft);
    const save = (verb: string, name: string) =>
      merchant.run('approval', verb, batchId, '--out', path.join(merchant.folder, name));
    expect(await save('request', 'r.bursar')).toMatchObject({ exitCode: 0 });
    // What could not be saved was not signed either.
    expect(await save('request', 'r.bursar')).toMatchObject({ exitCode: 2 });
    expect(await save('withdraw', 'gone/w.bursar')).toMatchObject({ exitCode: 2 });
    expect(readJson(await merchant.run('approval', 'list', '--json'), Listed)).toHaveLength(1);
    expect(await merchant.run('release', batchId, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await save('withdraw', 'w.bursar')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/\nThe batch is released: payouts already sent are not affected\.\n$/),
    });
  }));
