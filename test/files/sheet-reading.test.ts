import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayoutRow } from '../../contract/payments/payment.ts';
import { payoutColumns, SheetCells, type PayoutColumn } from '../../contract/batches/sheet.ts';
import type { SheetAnswers, SheetReading } from '../../main/core/ports/index.ts';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../main/files/index.ts';
import { noteText } from '../../contract/text/files/note-text.ts';
import { accepted, clock, simpleRow } from './reading.ts';

const files = createFiles({ clock });
const none: SheetAnswers = { columns: null, decimalSign: null, remembered: () => null, codes: noRules.codes };

async function reading(text: string, answers: Partial<SheetAnswers> = {}): Promise<SheetReading> {
  const result = await files.readSheet(Buffer.from(text), 'p.csv', { ...none, ...answers }, () => undefined);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
async function pasted(text: string, answers: Partial<SheetAnswers> = {}): Promise<SheetReading> {
  const result = await files.readClipboard(text, { ...none, ...answers }, () => undefined);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const rowsOf = (read: SheetReading): SheetCells[] => {
  if (read.kind !== 'rows') throw new Error(JSON.stringify(read));
  return read.rows;
};
const amountsOf = async (
  amounts: readonly string[],
  answers: Partial<SheetAnswers> = {},
): Promise<string[]> =>
  rowsOf(
    await reading(['amount;currency;method', ...amounts.map((a) => `${a};EUR;WIRE`)].join('\n'), answers),
  ).map(({ amount }) => amount);
const checked = (column: PayoutColumn, value: string, more: Partial<SheetCells> = {}) =>
  files.checkCells({ ...simpleRow, ...more, [column]: value }, noRules);

const shortOn = (line: number) => ({ code: 'cellsMissing', lines: [line], hasMore: false });

describe('reading a file for a sheet', () => {
  it('keeps invalid cells as they are and normalises valid ones', async () => {
    const text =
      'amount,currency,method,iban\n"1,234.50",eur,WIRE,de89 3704 0044 0532 0130 00\nlots,$,,nobody\n';
    expect(rowsOf(await reading(text))).toMatchObject([
      { amount: '1234.50', currencyCode: 'EUR', accountNumber: 'DE89370400440532013000' },
      { amount: 'lots', currencyCode: '$', paymentMethodCode: '', accountNumber: 'nobody' },
    ]);
  });

  it('says which amounts and accounts it converted, with the first of each', async () => {
    const header = 'amount;currency;method;account';
    const rows = [
      '1.234,50;EUR;WIRE;de89 3704 0044 0532 0130 00',
      '7,00;EUR;WIRE;DE89-3704-0044-0532-0130-00',
    ];
    const text = [header, ...rows, '8;EUR;WIRE;40019001', ''].join('\n');
    const notes = [
      { code: 'converted', column: 'amount', from: '1.234,50', to: '1234.50', rows: 2 },
      { code: 'converted', column: 'accountNumber', from: 'de89 3704 0044 0532 0130 00', rows: 2 },
    ];
    const read = await reading(text);
    if (read.kind !== 'rows') throw new Error(read.kind);
    expect(read.notes).toMatchObject(notes);
    expect(read.notes.map(noteText)[0]).toBe('Amount: converted in 2 rows, for example 1.234,50 to 1234.50.');
    const strict = await accepted(text);
    expect(strict.notes).toMatchObject(notes);
    const plain = await reading('amount,currency,method,account\n7.00,EUR,WIRE,DE89370400440532013000\n');
    expect(plain).toMatchObject({ notes: [] });
  });

  it('reads amounts by the convention that the file proves, and keeps those of the other as typed', async () => {
    expect(await amountsOf(['1.234,50', '1.234', '7'])).toEqual(['1234.50', '1234', '7']);
    expect(await amountsOf(['1,50', '2,50', '3.75', '1.234', '8'])).toEqual([
      '1.50',
      '2.50',
      '3.75',
      '1.234',
      '8',
    ]);
    expect(await amountsOf(['1.234', '12.5'], { decimalSign: 'comma' })).toEqual(['1234', '12.5']);
  });

  it('asks for the decimal sign when nothing in the file decides it', async () => {
    const text = 'amount;currency;method\n7;EUR;WIRE\n1.234;EUR;WIRE\n';
    expect(await reading(text)).toEqual({
      kind: 'decimalSignNeeded',
      line: 3,
      value: '1.234',
      point: '1.234',
      comma: '1234',
    });
  });

  it('asks for the decimal sign of 12.345 if amounts contradict each other and the currency has three decimals', async () => {
    const of = (currency: string) =>
      `amount;currency;method\n1,50;EUR;WIRE\n2,50;EUR;WIRE\n3.75;EUR;WIRE\n12.345;${currency};WIRE\n`;
    for (const currency of ['KWD', 'BTC', 'kwd'])
      expect(await reading(of(currency))).toMatchObject({
        kind: 'decimalSignNeeded',
        line: 5,
        point: '12.345',
        comma: '12345',
      });
    expect(rowsOf(await reading(of('KWD'), { decimalSign: 'comma' })).at(-1)?.amount).toBe('12345');
    const [euros] = rowsOf(await reading(of('EUR'))).slice(-1);
    expect(files.checkCells(euros ?? simpleRow, noRules).row).toBeNull();
  });

  it('never pays a row whose cells have shifted: its whole text is in the amount', async () => {
    const text = 'currency,method,amount,reference\nEUR,WIRE,1,234.50,Invoice\nEUR,WIRE,5\n';
    const read = await reading(text);
    const [slipped, short] = rowsOf(read);
    expect(slipped?.amount).toBe('EUR | WIRE | 1 | 234.50 | Invoice');
    expect(files.checkCells(slipped ?? simpleRow, noRules).row).toBeNull();
    expect(short).toMatchObject({ amount: '5', reference: '' });
    expect(read).toMatchObject({ notes: [{ code: 'slipped', lines: [2], hasMore: false }, shortOn(3)] });
  });

  it('uses the columns that a person names, now or before', async () => {
    const text = 'A;B;C\n12,50;EUR;WIRE\n';
    const columns = ['amount', 'currencyCode', 'paymentMethodCode'] as const;
    const right = [{ amount: '12.50', currencyCode: 'EUR', paymentMethodCode: 'WIRE' }];
    expect(rowsOf(await reading(text, { columns: [...columns] }))).toMatchObject(right);
    const remembered = (header: readonly string[]) => (header.join() === 'A,B,C' ? [...columns] : null);
    expect(rowsOf(await reading(text, { remembered }))).toMatchObject(right);
    const wrong = await files.readSheet(
      Buffer.from(text),
      'p.csv',
      { ...none, columns: [null] },
      () => undefined,
    );
    expect(wrong.ok ? null : wrong.error.code).toBe('inputInvalid');
  });

  it('suggests columns by their names, otherwise by their content', async () => {
    const text = 'Anna Bell;a@b.example;DE89370400440532013000;12,50;EUR;BANK_TRANSFER;Invoice 7\n';
    expect(await reading(text)).toMatchObject({
      kind: 'columnsNeeded',
      header: ['', '', '', '', '', '', ''],
      sample: [
        ['Anna Bell', 'a@b.example', 'DE89370400440532013000', '12,50', 'EUR', 'BANK_TRANSFER', 'Invoice 7'],
      ],
      suggestion: [
        'accountName',
        'emailAddress',
        'accountNumber',
        'amount',
        'currencyCode',
        'paymentMethodCode',
        'reference',
      ],
    });
    expect(await reading('Betrag;Was\n1;EUR\n')).toMatchObject({ suggestion: ['amount', 'currencyCode'] });
  });

  it('reads cells copied from a spreadsheet, with or without a header, quotes included', async () => {
    const withHeader = 'Amount\tCurrency\tMethod\tReference\r\n12.50\tEUR\tWIRE\t5" pipe\r\n';
    expect(rowsOf(await pasted(withHeader))).toMatchObject([{ amount: '12.50', reference: '5" pipe' }]);
    const columns = ['amount', 'currencyCode', null] as const;
    expect(rowsOf(await pasted('1\tEUR\tx\n2\tUSD\ty', { columns: [...columns] }))).toMatchObject([
      { amount: '1', currencyCode: 'EUR', reference: '' },
      { amount: '2', currencyCode: 'USD', reference: '' },
    ]);
    expect(rowsOf(await pasted('amount\tcurrency\tmethod\tname\n1\tEUR\tWIRE\t"Anna\nBell"'))).toMatchObject([
      { accountName: 'Anna\nBell' },
    ]);
  });

  it('results in cells that the contract accepts, a question or an error, whatever the file contains', async () => {
    const part = fc.constantFrom(
      'amount',
      'currency',
      '1,234',
      '1.5',
      'EUR',
      '\t',
      ',',
      ';',
      '\n',
      '"',
      'é',
      '\u0000',
      'x'.repeat(1200),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
        const result = await files.readSheet(
          Buffer.from(`amount,currency,method\n${parts.join('')}`),
          'f',
          none,
          () => undefined,
        );
        if (result.ok && result.value.kind === 'rows')
          for (const cells of result.value.rows) expect(SheetCells.safeParse(cells).success).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe('checking cells', () => {
  it.each([
    ['amount', 'EUR 1,234.50', '1234.50'],
    ['amount', '1,234.50 eur', '1234.50'],
    ['amount', '€5', '5'],
    ['amount', 'USD 100', null],
    ['amount', '$100', null],
    ['amount', '5 Mio', null],
    ['amount', '12 Tsd', null],
    ['amount', '100\n200', null],
    ['amount', '\u202d1,234.50\u202c', '1234.50'],
    ['amount', '1E3', '1000'],
    ['amount', '1.23E+05', null],
    ['amount', '1.23457e+11', null],
    ['amount', '1.234,5', '1234.5'],
    ['amount', '1,234', null],
    ['amount', '-5', null],
    ['currencyCode', '€', 'EUR'],
    ['currencyCode', 'E U R', 'EUR'],
    ['currencyCode', '$', null],
    ['currencyCode', '__proto__', null],
    ['emailAddress', 'Anna <anna@b.example>', 'anna@b.example'],
    ['emailAddress', 'anna@b,example;', 'anna@b.example'],
    ['emailAddress', ' anna @ b.example', 'anna@b.example'],
    ['emailAddress', 'Anna anna@b.example', null],
    ['emailAddress', 'john doe@b.example', null],
    ['emailAddress', 'Bell, anna@b.example', null],
    ['emailAddress', 'bell,anna@b.example', null],
    ['emailAddress', 'anna@b.example Berlin', null],
    ['emailAddress', 'anna@b.example,berlin', null],
    ['idPayout', 'Rég 7/b', 'Reg-7-b'],
    ['reference', 'two\nlines', 'two lines'],
    ['accountNumber', 'DE89370400440532013001', null],
    ['accountNumber', 'DE89\u200b370400440532013000', 'DE89370400440532013000'],
    ['accountNumber', '1234\u200b5678', '12345678'],
    ['accountNumber', '12345678\n87654321', null],
    ['accountName', 'Anna\nBell', 'Anna Bell'],
  ] as const)('offers for the %s %s: %s', (column, value, suggestion) => {
    const { problems, row } = checked(column, value);
    expect(row).toBeNull();
    expect(problems).toEqual([expect.objectContaining({ column, suggestion })]);
  });

  it('leaves out the sign of the currency of the row, and of no other', () => {
    for (const [amount, currencyCode, suggestion] of [
      ['$5', 'USD', '5'],
      ['$5', 'CAD', '5'],
      ['5 ¥', 'JPY', '5'],
      ['€5', 'USD', null],
      ['EUR 5', '', null],
      ['5 usd', 'USDT_TRC20', null],
    ] as const) {
      const { problems } = checked('amount', amount, { currencyCode });
      expect(problems.find(({ column }) => column === 'amount')).toMatchObject({ suggestion });
    }
  });

  it('passes names with the joiners and marks of direction of their script', () => {
    for (const name of ['می\u200cخواهم', 'Anna \u200fעדה'])
      expect(checked('accountName', name).problems).toEqual([]);
  });

  it('accepts its own suggestions', () => {
    for (const [column, value] of [
      ['amount', 'EUR 1,234.50'],
      ['currencyCode', '€'],
      ['emailAddress', 'mailto:a@b.example'],
      ['idPayout', ' a b '],
      ['accountName', 'a\u202eb'],
    ] as const) {
      const suggestion = checked(column, value).problems[0]?.suggestion;
      expect(checked(column, suggestion ?? value).problems).toEqual([]);
    }
  });

  it('knows how many decimals a currency has, and reads the amount of a row that is wrong elsewhere', () => {
    expect(checked('amount', '1.50', { currencyCode: 'JPY' }).row).toBeNull();
    expect(checked('amount', '100.00', { currencyCode: 'JPY' }).row?.amount).toBe('100');
    expect(checked('amount', '2.500').problems).toHaveLength(1);
    expect(checked('amount', '2.500', { currencyCode: 'KWD' }).row?.amount).toBe('2.500');
    expect(checked('paymentMethodCode', '').money).toMatchObject({ amount: '10.50', currencyCode: 'EUR' });
  });

  it('reports an empty row once', () => {
    const empty = Object.fromEntries(payoutColumns.map((column) => [column, ' ']));
    expect(files.checkCells(SheetCells.parse(empty), noRules).problems).toHaveLength(1);
  });

  it('passes only rows that the contract accepts, and normalising twice changes nothing', () => {
    const piece = fc.constantFrom(
      '1',
      '.5',
      '1.234,50',
      'EUR',
      'a@b.c',
      ' ',
      '"',
      '-',
      'DE',
      'é',
      '_',
      '\u200b',
      '0',
    );
    const cell = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.record(Object.fromEntries(payoutColumns.map((column) => [column, cell]))), (record) => {
        const cells = SheetCells.parse(record);
        const { row, problems } = files.checkCells(cells, noRules);
        expect(row === null).toBe(problems.length > 0);
        if (row !== null) expect(PayoutRow.safeParse(row).success).toBe(true);
        for (const column of payoutColumns) {
          const tidy = files.normalizeCell(column, cells[column], noRules.codes);
          expect(files.normalizeCell(column, tidy, noRules.codes)).toBe(tidy);
        }
      }),
      { numRuns: 500 },
    );
  });
});
