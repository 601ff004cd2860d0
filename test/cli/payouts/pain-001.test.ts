import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { other, painMessage, type Message } from '../../files/messages/pain-001.ts';
import { Failed, onlyBatch, readJson } from '../kit/shapes.ts';
import { withMerchant } from '../kit/with-merchant.ts';

const mapping = JSON.stringify({
  rules: [
    {
      when: { currencyCode: 'EUR', account: 'iban' },
      paymentMethodCode: 'BANK_TRANSFER',
      paymentOperatorCode: '',
    },
    { when: { account: 'other' }, paymentMethodCode: 'BANK_TRANSFER' },
  ],
});
const message: Message = {
  messageId: 'PAYROLL-2026-11',
  controlSum: '60.75',
  groups: [
    {
      id: 'P/1',
      payments: [
        { endToEndId: 'INV 1/2026', amount: '10.25', account: other('ACC-1'), name: 'Ada' },
        { endToEndId: 'own-2', amount: '20.25', account: other('ACC-2'), name: 'Bo' },
      ],
    },
    {
      id: 'P/2',
      payments: [
        { amount: '30.25', account: other('ACC-3'), name: 'Cy', more: '<Purp><Cd>SALA</Cd></Purp>' },
      ],
    },
  ],
};
const Checked = z.looseObject({
  rows: z.number(),
  source: z.strictObject({
    kind: z.literal('pain.001'),
    messageId: z.string(),
    transactions: z.number(),
    controlSum: z.string(),
  }),
  findings: z.array(z.looseObject({ row: z.number().nullable(), kind: z.string() })),
});

it.concurrent('a pain.001 with payments that no rule covers lists them, and the message they belong to', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payroll.xml', painMessage(message));
    const rules = [{ when: { currencyCode: 'USD' }, paymentMethodCode: 'BANK_TRANSFER' }];
    const map = merchant.write('map.json', JSON.stringify({ rules }));
    const found = readJson(await merchant.run('check', file, '--map', map, '--json'), Checked, 3);
    expect(found.source).toEqual({
      kind: 'pain.001',
      messageId: 'PAYROLL-2026-11',
      transactions: 3,
      controlSum: '60.75',
    });
  }));

it.concurrent('a pain.001 is checked, paid once and exported with the IDs of its sender', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payroll.xml', painMessage(message));
    const map = merchant.write('map.json', mapping);
    const { source, findings } = readJson(
      await merchant.run('check', file, '--map', map, '--json'),
      Checked,
      0,
    );
    expect(source).toEqual({
      kind: 'pain.001',
      messageId: 'PAYROLL-2026-11',
      transactions: 3,
      controlSum: '60.75',
    });
    expect(findings.filter(({ kind }) => kind === 'notCarried')).toMatchObject([
      { row: null, evidence: { field: 'CdtTrfTxInf/Purp/Cd', count: 1 } },
    ]);
    const paid = onlyBatch(await merchant.run('pay', file, '--map', map, '--yes', '--json'));
    expect(paid.byState).toEqual({ paid: 3 });
    const orderIds = merchant.sandbox.gateway.book().map(({ id }) => id);
    expect(orderIds).toContain('own-2');

    const out = path.join(path.dirname(file), 'out.csv');
    await merchant.run('batch', 'export', paid.batchId, '--out', out);
    const [header = '', ...rows] = readFileSync(out, 'utf8').trim().split(/\r?\n/);
    const place = header.replace('\ufeff', '').split(',').indexOf('ownId');
    expect(rows.map((row) => row.split(',')[place])).toEqual(['INV 1/2026', 'own-2', 'NOTPROVIDED']);

    const reportFile = path.join(path.dirname(file), 'status.xml');
    const asked = await merchant.run(
      'batch',
      'export',
      paid.batchId,
      '--format',
      'pain.002',
      '--out',
      reportFile,
    );
    expect(asked.exitCode).toBe(0);
    const report = readFileSync(reportFile, 'utf8');
    expect(report.match(/<OrgnlEndToEndId>[^<]*/g)).toEqual(
      ['INV 1/2026', 'own-2', 'NOTPROVIDED'].map((id) => `<OrgnlEndToEndId>${id}`),
    );
    expect(report.match(/<(?:GrpSts|OrgnlMsgId|OrgnlPmtInfId)>[^<]*/g)).toEqual([
      '<OrgnlMsgId>PAYROLL-2026-11',
      '<GrpSts>ACSC',
      '<OrgnlPmtInfId>P/1',
      '<OrgnlPmtInfId>P/2',
    ]);

    // Other payments under an ID that was seen before: the file is held as a duplicate.
    const again = merchant.write(
      'again.xml',
      painMessage({
        ...message,
        controlSum: '1',
        groups: [{ payments: [{ amount: '1', account: other('ACC-9'), name: 'Di' }] }],
      }),
    );
    const second = readJson(await merchant.run('check', again, '--map', map, '--json'), Checked, 8);
    expect(second.findings.filter(({ row }) => row === null)).toMatchObject([{ kind: 'duplicate' }]);
    expect((await merchant.run('pay', again, '--map', map, '--yes', '--json')).exitCode).toBe(8);
  }));

it.concurrent('a pain.001 ends with 3 and a list if no rule covers a payment, or if it contradicts itself', () =>
  withMerchant(async (merchant) => {
    const file = merchant.write('payroll.xml', painMessage(message));
    const some = merchant.write(
      'some.json',
      JSON.stringify({ rules: [{ when: { account: 'iban' }, paymentMethodCode: 'SEPA' }] }),
    );
    const { error } = readJson(await merchant.run('prepare', file, '--map', some, '--json'), Failed, 3);
    expect(error.code).toBe('fileHasErrors');
    const checked = await merchant.run('check', file, '--json');
    expect(checked.exitCode).toBe(3);
    expect(JSON.parse(checked.stdout).problems.map(({ row }: { row: number }) => row)).toEqual([1, 2, 3]);
    const short = merchant.write('short.xml', painMessage({ ...message, controlSum: '60.74' }));
    readJson(await merchant.run('pay', short, '--map', some, '--yes', '--json'), Failed, 3);
    const wrong = merchant.write(
      'wrong.json',
      '{"rules":[{"when":{"curency":"EUR"},"paymentMethodCode":"X"}]}',
    );
    readJson(await merchant.run('pay', file, '--map', wrong, '--yes', '--json'), Failed, 2);
    expect(merchant.sandbox.gateway.book()).toEqual([]);
  }));
