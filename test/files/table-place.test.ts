import { describe, expect, it } from 'vitest';
import type { TablePlace } from '../../contract/batches/sheet.ts';
import type { SheetAnswers } from '../../main/core/ports/index.ts';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../main/files/index.ts';
import { clock, noAnswers } from './reading.ts';
import { number, workbook } from './workbooks.ts';

const files = createFiles({ clock });
const header = ['amount', 'currency', 'method', 'reference'];
const payouts = (reference: string) => [header, [number('12.5'), 'EUR', 'WIRE', reference]];
const report = [['Payroll of October'], [], ['Printed on 2 November'], ...payouts('below')];

const place = (worksheet: string | null, headerRow: number | null): TablePlace => ({ worksheet, headerRow });
const open = (bytes: Uint8Array, more: Partial<SheetAnswers> = {}, name = 'payouts.xlsx') =>
  files.readSheet(bytes, name, { ...noAnswers, ...more }, () => undefined);
const strictly = (bytes: Uint8Array, where: TablePlace) =>
  files.readPayoutRows(bytes, 'payouts.xlsx', () => undefined, noRules, [], where);
const checked = (amount: string, currencyCode: string) => {
  const cells = { paymentMethodCode: 'WIRE', accountName: '', accountNumber: '', paymentOperatorCode: '' };
  const others = { emailAddress: '', idPayout: '', reference: '' };
  return files.checkCells({ amount, currencyCode, ...cells, ...others }, noRules).problems;
};

describe('the table of a file', () => {
  it('has its header below titles that stand alone in their rows, also where too few of its names are known', async () => {
    const payroll = [
      ['Payroll of October'],
      ['Printed by Karen'],
      ['Employee', 'Bank account', 'Net pay', 'Pay method'],
      ['Harrison & Cole LLP', '021000021-104552', number('12.5'), 'WIRE'],
    ];
    expect(await open(workbook(payroll))).toMatchObject({
      value: {
        kind: 'columnsNeeded',
        header: payroll[2],
        suggestion: ['accountName', 'accountNumber', 'amount', 'paymentMethodCode'],
        table: { headerRow: 3 },
      },
    });
    // No row above a payout is left out without a word.
    const bare = [['Payroll of October'], ['Harrison & Cole LLP', '021000021', number('12.5'), 'WIRE']];
    expect(await open(workbook(bare))).toMatchObject({ value: { table: { headerRow: 1 } } });
  });

  it('is the first worksheet with content, or the named one, and the others are named too', async () => {
    const book = workbook([[]], payouts('first'), payouts('second'));
    const first = await open(book);
    expect(first).toMatchObject({
      value: {
        rows: [{ reference: 'first' }],
        notes: [{ code: 'worksheetRead', name: 'S2', others: 2 }],
        columns: { table: { worksheets: ['S1', 'S2', 'S3'], worksheet: 'S2', headerRow: 1 } },
      },
    });
    expect(await open(book, { place: place('S3', null) })).toMatchObject({
      value: { rows: [{ reference: 'second' }], columns: { table: { worksheet: 'S3' } } },
    });
    expect(await strictly(book, place('S3', null))).toMatchObject({
      value: { rows: [{ reference: 'second' }] },
    });
    expect(await strictly(book, place('October', null))).toMatchObject({
      ok: false,
      error: {
        code: 'inputInvalid',
        message: 'payouts.xlsx has no worksheet “October”. It has “S1”, “S2”, “S3”.',
      },
    });
    const csv = Buffer.from('amount,currency,method\n1.00,EUR,WIRE\n');
    expect(await strictly(csv, place('S1', null))).toMatchObject({
      ok: false,
      error: { code: 'inputInvalid' },
    });
  });

  it('begins at the row that a person names, and rows above it are not payouts', async () => {
    const csv = Buffer.from('Payroll\nOctober,,\namount,currency,method\n1.00,EUR,WIRE\n2.00,EUR,WIRE\n');
    expect(await strictly(csv, place(null, 3))).toMatchObject({ value: { lines: [4, 5] } });
    expect(await strictly(workbook(report), place(null, 4))).toMatchObject({ value: { lines: [5] } });
    expect(await strictly(workbook(report), place(null, 2))).toMatchObject({
      ok: false,
      error: { message: 'Row 2 of payouts.xlsx is empty. The next row that is not empty is row 3.' },
    });
    expect(await strictly(workbook(report), place(null, null))).toMatchObject({ ok: false });
  });

  it('is found in the window below the title of a report, which says so; otherwise a person is asked', async () => {
    expect(await open(workbook(report))).toMatchObject({
      value: {
        kind: 'rows',
        rows: [{ amount: '12.5', reference: 'below' }],
        notes: [{ code: 'headerBelow', row: 4, above: 2 }],
        columns: { header, table: { headerRow: 4 } },
      },
    });
    const asked = await open(workbook(report), { isAsking: true, place: place(null, 3) });
    expect(asked).toMatchObject({
      value: {
        kind: 'columnsNeeded',
        header: ['Printed on 2 November', '', '', ''],
        table: { headerRow: 3 },
      },
    });
  });

  it('is found below a title without separators, whatever separates its cells', async () => {
    const lines = [
      'Payroll of October, all offices',
      'amount;currency;method;name',
      '1.234,50;EUR;WIRE;Bell, Anna',
    ];
    const csv = Buffer.from(lines.join('\n'));
    expect(await open(csv)).toMatchObject({
      value: {
        rows: [{ amount: '1234.50', accountName: 'Bell, Anna' }],
        notes: [{ code: 'headerBelow', row: 2, above: 1 }, { code: 'converted' }],
      },
    });
    expect(await strictly(csv, place(null, 2))).toMatchObject({ value: { rows: [{ amount: '1234.50' }] } });
  });

  it('of a worksheet of notes suggests no column for content that is not a payout', async () => {
    const notes = workbook([['Please pay by Friday'], ['Questions to Karla in accounting']]);
    expect(await open(notes)).toMatchObject({ value: { kind: 'columnsNeeded', suggestion: [null] } });
  });

  it('suggests the column with decimals as the amounts, not one that numbers its rows, and codes in any case', async () => {
    const suggestionOf = async (...lines: readonly string[]) => {
      const read = await open(Buffer.from(lines.join('\n')));
      return read.ok && read.value.kind === 'columnsNeeded' ? read.value.suggestion : null;
    };
    expect(await suggestionOf('Nr.;Who;Sum due;By', '1;Anna Berg;10,50;bank_transfer')).toEqual([
      null,
      'accountName',
      'amount',
      'paymentMethodCode',
    ]);
    expect(
      await suggestionOf(
        'Nr.;Who;Sum due',
        '7;Anna Berg;10',
        '8;Bert Cole;12',
        '9;Carl Dunn;20',
        'TOTAL;;42',
      ),
    ).toEqual([null, 'accountName', 'amount']);
  });

  it('suggests a vendor as the payee and an invoice number as the reference, never the person who approved', async () => {
    const suggestionOf = async (...lines: readonly string[]) => {
      const read = await open(Buffer.from(lines.join('\n')));
      return read.ok && read.value.kind === 'columnsNeeded' ? read.value.suggestion : null;
    };
    expect(
      await suggestionOf(
        'Vendor no.;Vendor;Amount;Invoice no.;Approved by',
        'V-1001;Route 66 Ltd;10,50;4711;S. Klein',
        'V-1002;3M Deutschland;12,00;4712;S. Klein',
      ),
    ).toEqual([null, 'accountName', 'amount', 'reference', null]);
    expect(await suggestionOf('Freigegeben von;Firma;Betrag', 'Sabine Klein;Berg und Tal;10,50')).toEqual([
      null,
      'accountName',
      'amount',
    ]);
  });

  it('is suggested below a title if it does not name all required columns, or names one twice', async () => {
    const lines = [
      'Zahlungslauf November;;;;;',
      'Empfänger;Betrag;Betrag;Währung;IBAN;Team',
      'Anna;1.000,00;900,00;EUR;DE89370400440532013000;North',
    ];
    expect(await open(Buffer.from(lines.join('\n')))).toMatchObject({
      value: {
        kind: 'columnsNeeded',
        header: ['Empfänger', 'Betrag', 'Betrag', 'Währung', 'IBAN', 'Team'],
        suggestion: ['accountName', 'amount', null, 'currencyCode', 'accountNumber', 'reference'],
        sample: [['Anna', '1.000,00', '900,00', 'EUR', 'DE89370400440532013000', 'North']],
        table: { headerRow: 2 },
        fault: { code: 'columnDoubled', column: 'amount' },
      },
    });
  });
});

it('names the lines of rows that lack cells, as one in the middle may be missing, and not an empty end of the header', async () => {
  const opened = async (text: string) => open(Buffer.from(text), {}, 'payouts.csv');
  const rows = 'amount;currency;method;name;account;reference\n';
  expect(await opened(`${rows}1;EUR;WIRE;Anna;A-1;a\n2;EUR;WIRE;A-2;b\n`)).toMatchObject({
    value: { kind: 'rows', notes: [{ code: 'cellsMissing', lines: [3], hasMore: false }] },
  });
  expect(await opened('amount;currency;method;\n5;EUR;WIRE\n6;EUR;WIRE;\n')).toMatchObject({
    value: { kind: 'rows', notes: [] },
  });
});

it('offers the typed amount if a spreadsheet calculated a minute difference, and never uses it by itself', async () => {
  const calculated = workbook([header, [number('0.30000000000000004'), 'EUR', 'WIRE', '']]);
  expect(await open(calculated)).toMatchObject({ value: { rows: [{ amount: '0.30000000000000004' }] } });
  const offered = (amount: string, currencyCode = 'EUR') => checked(amount, currencyCode)[0]?.suggestion;
  expect(offered('0.30000000000000004')).toBe('0.30');
  expect(offered('0.09999999999999998')).toBe('0.10');
  expect(offered('19.999999999999996')).toBe('20.00');
  expect(offered('100.00000000000001', 'JPY')).toBe('100');
  // These decimals may be meant, and nothing is offered.
  expect(offered('0.305')).toBeNull();
  expect(offered('0.3000001')).toBeNull();
  expect(offered('0.00000000000000001')).toBeNull();
});
