import { describe, expect, it } from 'vitest';
import type { ColumnMapping, SheetCells } from '../../contract/batches/sheet.ts';
import type { Result } from '../../contract/result.ts';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import type { SheetReading } from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { accepted, clock, refused, simpleRow, noAnswers } from './reading.ts';

const files = createFiles({ clock });
type Chosen = { readonly columns: ColumnMapping | null };
const value = (result: Result<SheetReading>): SheetReading => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const reading = async (text: string, chosen: Chosen = { columns: null }): Promise<SheetReading> =>
  value(await files.readSheet(Buffer.from(text), 'p.csv', { ...noAnswers, ...chosen }, () => undefined));
const pasted = async (text: string, chosen: Chosen = { columns: null }): Promise<SheetReading> =>
  value(await files.readClipboard(text, { ...noAnswers, ...chosen }, () => undefined));
const rowsOf = (read: SheetReading): SheetCells[] => {
  if (read.kind !== 'rows') throw new Error(JSON.stringify(read));
  return read.rows;
};

describe('the header', () => {
  it('reads the columns by their own names', async () => {
    const { rows } = await accepted(
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,emailAddress,idPayout,reference\n' +
        '10.50,EUR,WIRE,Ada,12,BANK,ada@example.com,a-1,rent\n',
    );
    expect(rows).toEqual([
      {
        amount: '10.50',
        currencyCode: 'EUR',
        paymentMethodCode: 'WIRE',
        accountName: 'Ada',
        accountNumber: '12',
        paymentOperatorCode: 'BANK',
        emailAddress: 'ada@example.com',
        idPayout: 'a-1',
        reference: 'rent',
      },
    ]);
  });

  it.each([
    'AMOUNT,CURRENCY_CODE,payment-method-code',
    'Sum,Ccy,Payment method',
    'Betrag,Währung,Zahlungsart',
    ' Value , currency , METHOD ',
    'Betrag,Wa\u0308hrung,Method',
  ])('understands %j', async (header) => {
    expect((await accepted(`${header}\n10.50,EUR,WIRE\n`)).rows).toEqual([simpleRow]);
  });

  it('accepts the columns in any order, and knows common names for all of them', async () => {
    const { rows } = await accepted(
      'Verwendungszweck,E-mail,Bank code,Account no.,Payee,Payout ID,Method,Currency,Amount\n' +
        'rent,ada@example.com,NORTH,12,Ada,a-1,WIRE,EUR,10.50\n',
    );
    expect(rows[0]).toEqual({
      ...simpleRow,
      accountName: 'Ada',
      accountNumber: '12',
      paymentOperatorCode: 'NORTH',
      emailAddress: 'ada@example.com',
      idPayout: 'a-1',
      reference: 'rent',
    });
  });

  it('names each missing column, the headers it accepts, and what was found', async () => {
    const { code, problems } = await refused('Datum,Betrag\n1.1.2026,10.50\n');
    expect(code).toBe('fileHasErrors');
    expect(problems.map(({ field }) => field)).toEqual(['currencyCode', 'paymentMethodCode']);
    expect(problems[0]).toMatchObject({ line: 1, value: 'Datum, Betrag' });
    expect(problems[0]?.message).toContain('Datum, Betrag');
    expect(problems[0]?.expected).toContain('“Currency”');
  });

  it('refuses two columns that mean the same', async () => {
    const { code, problems } = await refused('amount,currency,method,IBAN,Account\n10.50,EUR,WIRE,,\n');
    expect(code).toBe('fileHasErrors');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ field: 'accountNumber', value: 'Account' });
    expect(problems[0]?.message).toContain('“IBAN” and “Account”');
  });

  it('ignores columns that it does not know, and says so', async () => {
    const { rows, notes } = await accepted('amount,Cost centre,currency,method\n10.50,410,EUR,WIRE\n');
    expect(rows).toEqual([simpleRow]);
    expect(notes).toEqual([{ code: 'columnUnknown', line: 1, header: 'Cost centre' }]);
  });

  it('reports nothing if there is nothing to report', async () => {
    expect((await accepted('amount,currency,method\n10.50,EUR,WIRE\n')).notes).toEqual([]);
  });

  it('accepts a column without a name only if it is empty', async () => {
    expect((await accepted('amount,currency,method,\n10.50,EUR,WIRE,\n')).rows).toEqual([simpleRow]);
    const { problems } = await refused('amount,currency,method,\n1,234,EUR,WIRE\n');
    expect(problems[0]).toMatchObject({ line: 2, field: 'column 4', value: 'WIRE' });
  });

  it('refuses a header with more columns than any payout file has', async () => {
    const header = Array.from({ length: 201 }, (_, index) => `c${index}`).join(',');
    expect((await refused(`${header}\n`)).code).toBe('fileUnreadable');
  });
});

describe('a table in which a person chooses the columns', () => {
  it.each([
    ['Amount (USD)', 'USD 5'],
    ['USD amount', 'USD 5'],
    ['Betrag $', '$ 5'],
    ['Amount EUR', '5'],
    ['Montant (€)', '5'],
    ['Amount (USD or EUR)', '5'],
    ['Amount (USD or GBP)', 'USD 5'],
    ['Amount $ (USD)', '$ 5'],
    // ALL and TOP are currencies and words.
    ['TOTAL ALL', 'ALL 5'],
    ['AMOUNT USD, ALL PAYMENTS', 'USD 5'],
    ['AMOUNT EUR, ALL PAYMENTS', '5'],
    ['Amount (EUR/ALL)', '5'],
    ['Total of all', '5'],
    ['AMOUNT DUE', '5'],
    ['Amount (T FOO)', '5'],
    ['Amount 2000', '5'],
  ])('asks about each amount below %s if the row is in another currency', async (header, amount) => {
    const columns = ['amount', 'currencyCode', 'paymentMethodCode'] as const;
    const text = `${header};Currency;Method\n5;EUR;WIRE\n5;;WIRE\n5;$;WIRE\n;EUR;WIRE\n`;
    const rows = rowsOf(await reading(text, { columns: [...columns] }));
    expect(rows.map((row) => row.amount)).toEqual([amount, '5', '5', '']);
    const [first = simpleRow] = rows;
    const { problems } = files.checkCells({ ...simpleRow, amount: first.amount }, noRules);
    const expected = amount === '5' ? [] : ['amountOtherCurrency'];
    expect(problems.map(({ fault: { code } }) => code)).toEqual(expected);
  });

  it.each([
    ['Amount in cents', 'cents 5'],
    ['Amount (thousand EUR)', 'thousand 5'],
    ['Betrag (k€)', 'k€ 5'],
    ['Montant (k €)', 'k€ 5'],
    ['Betrag in TEUR', 'TEUR 5'],
    ['Amount (kEUR)', 'kEUR 5'],
    ['Amount (EURm)', 'EURm 5'],
    ['Amount (k EUR)', 'kEUR 5'],
    ['Amount (EUR k)', 'EURk 5'],
    ["Amount (EUR '000)", 'thousand 5'],
    ['Amount in 000s', 'thousand 5'],
    ['Betrag (in 1.000 EUR)', 'thousand 5'],
  ])('asks about each amount below %s, whether or not the row has a currency', async (header, amount) => {
    const columns = ['amount', 'currencyCode', 'paymentMethodCode'] as const;
    const text = `${header};Currency;Method\n5;EUR;WIRE\n5;;WIRE\n5;$;WIRE\n;EUR;WIRE\n`;
    const rows = rowsOf(await reading(text, { columns: [...columns] }));
    expect(rows.map((row) => row.amount)).toEqual([amount, amount, amount, '']);
    const { problems } = files.checkCells({ ...simpleRow, amount }, noRules);
    expect(problems.map(({ column, suggestion }) => [column, suggestion])).toEqual([['amount', null]]);
  });

  it.each(['€ 1,234.50', '1.234,50 €', 'EUR 5.00', '-5.00', '(5.00)', '1234567890123'])(
    'takes a first row with %s for a payout, not for a header',
    async (amount) => {
      const text = `${amount}\tEUR\tWIRE\tBell\tABC\n${amount}\tEUR\tWIRE\tCole\tABD\n`;
      const columns = [
        'amount',
        'currencyCode',
        'paymentMethodCode',
        'accountName',
        'accountNumber',
      ] as const;
      const rows = rowsOf(await pasted(text, { columns: [...columns] }));
      expect(rows.map(({ accountName }) => accountName)).toEqual(['Bell', 'Cole']);
      expect(await pasted(text)).toMatchObject({ kind: 'columnsNeeded', header: ['', '', '', '', ''] });
    },
  );

  it('finds a header below the date of a report', async () => {
    const text = '02.11.2026\nAmount,Currency,Method\n5,EUR,WIRE\n';
    expect(rowsOf(await reading(text))).toHaveLength(1);
  });
});
