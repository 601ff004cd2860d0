import { expect, it } from 'vitest';
import { readSetting } from '../../../main/core/settings/settings.ts';
import { methodRulesOf, paymentGroups } from '../../../renderer/batches/new/payment-groups.ts';
import { other, painMessage } from '../../files/messages/pain-001.ts';
import { openOffice } from '../../kit/office.ts';
import { must, newDesk } from '../../kit/sheet-desk.ts';

const message = painMessage({
  messageId: 'M1',
  groups: [
    {
      payments: [
        { endToEndId: 'own-1', amount: '1.00', account: other('A1') },
        { endToEndId: 'own 2', amount: '2.00', account: other('A2') },
        { endToEndId: 'same', amount: '3.00', account: other('A3') },
        { endToEndId: 'same', amount: '4.00', account: other('A4'), serviceLevel: 'URGP' },
      ],
    },
  ],
});

it('a payment file asks once for its methods, and its IDs stay with the rows into the draft and its export', async () => {
  const { desk, store } = await newDesk();
  const open = async (methodRules: ReturnType<typeof methodRulesOf> | null) =>
    must(await desk.open({ kind: 'file', fileName: 'p.xml', bytes: Buffer.from(message), methodRules }));
  const asked = await open(null);
  if (asked.kind !== 'methodsNeeded') expect.fail(asked.kind);
  const groups = paymentGroups(asked.uncovered);
  expect(groups.map(({ label, transactions }) => [label, transactions])).toEqual([
    ['EUR, no IBAN, no service level', 3],
    ['EUR, no IBAN, service level URGP', 1],
  ]);
  const answer = methodRulesOf(groups.map((group, index) => ({ ...group, methodCode: `M${index}` })));
  const answered = await open(answer);
  if (answered.kind !== 'opened') expect.fail(answered.kind);
  const again = await open(null);
  expect(again.kind).toBe('opened');
  expect(readSetting(store, 'methodRules').map(({ rules }) => rules.length)).toEqual([2]);

  const rows = await desk.rows(answered.sheet.sheetId);
  expect(rows.map(({ cells }) => [cells.idPayout, cells.paymentMethodCode])).toEqual([
    ['own-1', 'M0'],
    ['', 'M0'],
    ['', 'M0'],
    ['', 'M1'],
  ]);
  const { batchId } = must(await desk.prepare(answered.sheet.sheetId));
  const batch = store.findBatch(batchId);
  if (batch === null) expect.fail('no batch');
  expect(batch.source).toMatchObject({ messageId: 'M1', transactions: 4, controlSum: '10.00' });
  const { bytes } = must(await desk.batches['batches.export']({ batchId, format: 'csv' }, desk.call));
  const [header = '', ...lines] = Buffer.from(bytes).toString('utf8').trim().split(/\r?\n/);
  const place = header.replace('\ufeff', '').split(',').indexOf('ownId');
  expect(lines.map((line) => line.split(',')[place])).toEqual(['own-1', 'own 2', 'same', 'same']);
});

it('a payment file with another mapping is another draft, and with the same mapping the same draft', async () => {
  const office = await openOffice();
  const draftWith = async (paymentMethodCode: string) => {
    const { batch } = await office.get('batches.import', {
      profileName: 'main',
      fileName: 'p.xml',
      bytes: Buffer.from(message),
      methodRules: [{ when: {}, paymentMethodCode, paymentOperatorCode: '' }],
    });
    const [row] = office.store.rowsOfBatch(batch.batchId, 0, 1);
    return { batchId: batch.batchId, method: row?.paymentMethodCode };
  };
  const first = await draftWith('BANK_TRANSFER');
  const second = await draftWith('WALLET');
  expect([first.method, second.method]).toEqual(['BANK_TRANSFER', 'WALLET']);
  expect(second.batchId).not.toBe(first.batchId);
  expect((await draftWith('BANK_TRANSFER')).batchId).toBe(first.batchId);
});

it('a payment file is imported again by the methods that its profile has now, and a table is the same draft', async () => {
  const office = await openOffice();
  const importAs = async (fileName: string, bytes: Buffer) => {
    const { batch } = await office.get('batches.import', { profileName: 'main', fileName, bytes });
    const [row] = office.store.rowsOfBatch(batch.batchId, 0, 1);
    return { batchId: batch.batchId, method: row?.paymentMethodCode };
  };
  const payBy = (paymentMethodCode: string) =>
    office.get('settings.change', {
      methodRules: [
        { profileName: 'main', rules: [{ when: {}, paymentMethodCode, paymentOperatorCode: '' }] },
      ],
    });
  const table = Buffer.from('amount,currency,method\n1,EUR,CARD\n');
  await payBy('BANK_TRANSFER');
  const first = await importAs('p.xml', Buffer.from(message));
  const ofTable = await importAs('p.csv', table);
  await payBy('WALLET');
  const second = await importAs('p.xml', Buffer.from(message));
  expect([first.method, second.method]).toEqual(['BANK_TRANSFER', 'WALLET']);
  expect(await importAs('p.csv', table)).toEqual(ofTable);
  await payBy('BANK_TRANSFER');
  expect(await importAs('p.xml', Buffer.from(message))).toEqual(first);
});

it('rows set aside from a payment file are reported from the batch that pays them, and others are counted', async () => {
  const { desk } = await newDesk();
  const methodRules = [{ when: {}, paymentMethodCode: 'M' }];
  const file = { kind: 'file', fileName: 'p.xml', bytes: Buffer.from(message), methodRules } as const;
  const { sheetId, version } = await desk.opened(file);
  const wanted = { kind: 'rowNumbers' as const, rowNumbers: [2, 4], version };
  const { aside } = must(await desk.sheets['sheets.setAside']({ sheetId, rows: wanted }, desk.call));
  await desk.change(aside.sheetId, {
    kind: 'duplicate',
    rowIds: [(await desk.rows(aside.sheetId))[0]?.rowId ?? 0],
  });
  const { batchId } = must(await desk.prepare(aside.sheetId));
  const { bytes, ...counts } = must(
    await desk.batches['batches.export']({ batchId, format: 'pain.002' }, desk.call),
  );
  expect(counts).toEqual({ rows: 2, leftOut: 1 });
  const report = Buffer.from(bytes).toString('utf8');
  expect(report.match(/<OrgnlEndToEndId>[^<]*/g)).toEqual(
    ['own 2', 'same'].map((id) => `<OrgnlEndToEndId>${id}`),
  );
  expect(report).toContain('<OrgnlMsgId>M1<');
  expect(report).not.toContain('GrpSts');
  const table = await desk.csv('amount,currency,method,name,account\n1.00,EUR,M,Ada,A9\n');
  const plain = must(await desk.prepare(table.sheetId));
  const refused = await desk.batches['batches.export']({ ...plain, format: 'pain.002' }, desk.call);
  expect(refused).toMatchObject({ error: { code: 'inputInvalid' } });
});

it('rows of a payment file that pay the same are held, although each has its own ID: a program numbers them', async () => {
  const office = await openOffice();
  const twice = painMessage({
    messageId: 'M9',
    groups: [
      {
        payments: ['E-1', 'E-2', 'E-3'].map((endToEndId, index) => ({
          endToEndId,
          account: other('A1'),
          remittance: `<Ustrd>${index === 2 ? 'Other' : 'Invoice 7'}</Ustrd>`,
        })),
      },
    ],
  });
  const bytes = Buffer.from(twice);
  const methodRules = [{ when: {}, paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: 'SANDBOX_BANK' }];
  const file = { fileName: 'p.xml', bytes, methodRules };
  const { batch } = await office.get('batches.import', { profileName: 'main', ...file });
  const rowsOf = async (batchId: string) =>
    (await office.get('batches.duplicates', { batchId })).rows.map(({ rowNumber, idPayout, level, kind }) =>
      [rowNumber, idPayout, level, kind].join(' '),
    );
  const held = ['2 E-2 exact samePayment', '3 E-3 possible otherReference'];
  expect(await rowsOf(batch.batchId)).toEqual(held);
  expect(await office.release(batch.batchId)).toMatchObject({ ok: false });
  await office.get('batches.cancel', { batchId: batch.batchId });
  const opened = await office.get('sheets.open', { profileName: 'main', source: { kind: 'file', ...file } });
  if (opened.kind !== 'opened') expect.fail(opened.kind);
  const { sheetId } = opened.sheet;
  await office.get('sheets.findings', { sheetId });
  const { rows } = await office.get('sheets.rows', { sheetId, view: {}, from: 0, limit: 9 });
  const kinds = rows.map(({ findings }) =>
    findings.map(({ kind }) => kind).filter((kind) => kind !== 'newPayee'),
  );
  expect(kinds).toEqual([[], ['duplicate'], ['possibleDuplicate']]);
  expect(await rowsOf((await office.get('sheets.prepare', { sheetId })).batchId)).toEqual(held);
});
