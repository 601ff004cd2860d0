import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { payoutFileTo } from '../kit/payout-files.ts';
import { onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const Saved = z.looseObject({ file: z.string(), payments: z.number().int(), events: z.number().int() });
const Verdict = z.looseObject({ isWhole: z.boolean(), problems: z.array(z.string()) });
const Listed = z.array(
  z.looseObject({ batchId: z.string().nullable(), reason: z.looseObject({ code: z.string() }) }),
);

it.concurrent('saves evidence of a batch that verifies, names what was changed in it, prints its report and lists its events', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payouts.csv', payoutFileTo('ACC-1', 'ACC-2'));
    const { batchId } = onlyBatch(await merchant.run('pay', file, '--yes', '--json'));
    const pack = path.join(path.dirname(file), 'evidence.zip');
    const saved = readJson(
      await merchant.runProgram('evidence', 'create', '--batch', batchId, '--out', pack, '--json'),
      Saved,
    );
    expect(saved).toMatchObject({ file: pack, payments: 2 });
    const verified = readJson(await merchant.run('evidence', 'verify', pack, '--json'), Verdict);
    expect(verified).toMatchObject({ isWhole: true, problems: [] });

    const changed = readFileSync(pack);
    const at = changed.indexOf('payments.csv') + 'payments.csv'.length + 5;
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    writeFileSync(pack, changed);
    const found = readJson(await merchant.runProgram('evidence', 'verify', pack, '--json'), Verdict, 1);
    expect(found.problems.join()).toContain('payments.csv');

    const report = path.join(path.dirname(file), 'report.pdf');
    const printed = await merchant.run('batch', 'export', batchId, '--out', report);
    expect(printed.exitCode).toBe(0);
    expect(readFileSync(report).subarray(0, 5).toString()).toBe('%PDF-');
    const events = readJson(await merchant.run('audit', 'list', '--batch', batchId, '--json'), Listed);
    expect(new Set(events.map((event) => event.batchId))).toEqual(new Set([batchId]));
    expect(events.map(({ reason }) => reason.code)).toContain('released');
    expect((await merchant.run('evidence', 'create', '--out', pack)).exitCode).toBe(2);
  }));
