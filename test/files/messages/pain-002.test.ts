import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PaymentStatusReport } from 'iso20022.js';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { addAmounts, sumAmounts } from '../../../contract/money/amount.ts';
import type { PaymentStatus, StatusReport } from '../../../main/core/ports/index.ts';
import { createFiles } from '../../../main/files/index.ts';
import { value } from '../../kit/store.ts';
import { clock } from '../reading.ts';

/** Beside the project, since the schemas are not ours to pass on. The status report there is of version 14: the elements are the same. */
const schema = path.resolve(import.meta.dirname, '../../../../shared/iso20022/pain.002.001.14.xsd');

const files = createFiles({ clock });
const payment = (wanted: Partial<PaymentStatus>): PaymentStatus => ({
  endToEndId: 'INV 1/2026',
  paymentInformationId: 'G/1',
  instructionId: null,
  status: 'ACSC',
  reason: null,
  orderId: 'abcdefghijkmnpqr-1',
  money: { amount: '1234567.89', currencyCode: 'EUR' },
  ...wanted,
});
const uetr = '8a562c67-ca16-48ba-b074-65581be6f001';
const report: StatusReport = {
  reportId: 'abcdefghijkmnpqr',
  at: '2026-11-21T10:00:00.000Z',
  source: {
    kind: 'pain.001',
    messageName: 'pain.001.001.09',
    messageId: 'M & 1',
    createdAt: '2026-11-20T09:00:00',
    transactions: 4,
    controlSum: '1234600.00',
    notCarried: [],
  },
  payments: [
    payment({}),
    payment({
      paymentInformationId: '',
      endToEndId: '',
      status: 'RJCT',
      reason: { code: 'ACCOUNT_INVALID_'.repeat(4), text: `<no> & "so" \u0007 ${'x'.repeat(150)}` },
    }),
    payment({ instructionId: 'I 2', endToEndId: 'NOTPROVIDED', status: 'PDNG', orderId: 'o'.repeat(250) }),
    payment({
      endToEndId: 'last',
      uetr,
      money: { amount: '0.000000000000000001', currencyCode: 'USDT_TRC20' },
    }),
  ],
};
const withLongIds: StatusReport = {
  ...report,
  payments: [
    payment({ endToEndId: 'e'.repeat(100), instructionId: 'i'.repeat(36), uetr: uetr.toUpperCase() }),
  ],
};
/** A report on a payment file that says something else of itself. */
const about = (source: Partial<StatusReport['source']>): StatusReport => ({
  ...report,
  source: { ...report.source, ...source },
});
const noTimes = [
  '2026-02-29T09:00:00',
  '2026-13-01T09:00:00Z',
  '0000-01-01T09:00:00',
  '2026-11-20T25:00:00',
  '2026-11-20T09:00:60Z',
  '2026-11-20T09:00:00+15:00',
];
const longSum = '1234567890123456789';
const xml = (wanted: StatusReport = report): string =>
  Buffer.from(value(files.writeStatusReport(wanted))).toString('utf8');

describe('a pain.002', () => {
  it('is read by another library with every ID, status and reason', () => {
    // The library spells PDNG wrong, so that it reads none.
    const known = { ...report, payments: report.payments.filter(({ status }) => status !== 'PDNG') };
    const read = PaymentStatusReport.fromXML(xml(known));
    expect([read.messageId, read.originalMessageId]).toEqual(['abcdefghijkmnpqr', 'M & 1']);
    const ofPayments = read.statusInformations.filter(({ type }) => type === 'transaction');
    expect(ofPayments).toMatchObject([
      { originalEndToEndId: 'INV 1/2026', status: 'ACSC' },
      { originalEndToEndId: 'last', status: 'ACSC' },
      { status: 'RJCT' },
    ]);
    expect(xml().match(/<TxSts>\w+/g)).toEqual(['<TxSts>ACSC', '<TxSts>PDNG', '<TxSts>ACSC', '<TxSts>RJCT']);
    expect(xml()).toContain('<InstdAmt Ccy="EUR">1234567.89</InstdAmt>');
    expect(xml()).toContain(`<OrgnlEndToEndId>last</OrgnlEndToEndId><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>`);
    expect(xml()).toContain('<AddtlInf>&lt;no&gt; &amp; "so" \ufffd ');
  });

  it.each([
    ['ACSC', ['ACSC', 'ACSC']],
    ['RJCT', ['RJCT']],
    ['PDNG', ['PDNG', 'PDNG']],
    ['ACWC', ['ACWC', 'ACWC']],
    [undefined, ['ACSC', 'ACWC']],
    [undefined, ['ACSC', 'RJCT']],
    [undefined, []],
  ] as const)('has the status %s if its payments have %j', (expected, statuses) => {
    const payments = statuses.map((status) => payment({ status }));
    const controlSum = sumAmounts(payments.map(({ money }) => money?.amount ?? '0'));
    const source = { ...report.source, transactions: payments.length, controlSum };
    expect(/<GrpSts>(\w+)/.exec(xml({ ...report, source, payments }))?.[1]).toBe(expected);
    const inSeveralBatches = { ...source, transactions: payments.length + 1 };
    const withChangedAmount = { ...source, controlSum: addAmounts(controlSum, '0.01') };
    for (const other of [inSeveralBatches, withChangedAmount])
      expect(xml({ ...report, source: other, payments })).not.toMatch(/<(GrpSts|PmtInfSts)>/);
  });

  it('puts an ID into words that its element cannot hold, and is refused if the message cannot be named', () => {
    expect(xml(withLongIds)).toContain(
      `<AddtlInf>EndToEndId: ${'e'.repeat(93)}</AddtlInf><AddtlInf>${'e'.repeat(7)}</`,
    );
    expect(xml(withLongIds)).toContain(`<AddtlInf>InstrId: ${'i'.repeat(36)}</AddtlInf>`);
    expect(xml(withLongIds)).toContain(`<AddtlInf>UETR: ${uetr.toUpperCase()}</AddtlInf>`);
    expect(xml(withLongIds)).not.toContain('<OrgnlUETR>');
    const source = { ...report.source, messageId: 'm'.repeat(36) };
    for (const wanted of [
      { ...report, source },
      { ...report, payments: [payment({ paymentInformationId: 'p'.repeat(36) })] },
    ])
      expect(files.writeStatusReport(wanted)).toMatchObject({ ok: false, error: { code: 'inputInvalid' } });
  });

  it('leaves out what the payment file says of itself if no answer can hold it', () => {
    for (const createdAt of noTimes) expect(xml(about({ createdAt }))).not.toContain('<OrgnlCreDtTm>');
    expect(xml(about({ controlSum: longSum }))).not.toContain('<OrgnlCtrlSum>');
    for (const createdAt of ['2028-02-29T23:59:59.999', '2026-11-20T09:00:00Z', '2026-11-20T09:00:00+13:45'])
      expect(xml(about({ createdAt }))).toContain(`<OrgnlCreDtTm>${createdAt}</OrgnlCreDtTm>`);
  });

  it.skipIf(!existsSync(schema))(
    `is valid by the schema of ISO 20022 (${existsSync(schema) ? 'found' : 'not found: put ../shared/iso20022 beside the project'})`,
    async () => {
      const text = readFileSync(schema, 'utf8').replaceAll('pain.002.001.14', 'pain.002.001.10');
      const unfit = [about({ controlSum: longSum }), ...noTimes.map((createdAt) => about({ createdAt }))];
      for (const wanted of [report, withLongIds, { ...report, payments: [] }, ...unfit]) {
        const { errors } = await validateXML({
          xml: [{ fileName: 'report.xml', contents: xml(wanted) }],
          schema: [text],
        });
        expect(errors).toEqual([]);
      }
      const broken = xml().replace('<TxSts>ACSC', '<TxSts>ACSC is too long');
      const { valid } = await validateXML({
        xml: [{ fileName: 'broken.xml', contents: broken }],
        schema: [text],
      });
      expect(valid).toBe(false);
    },
  );
});
