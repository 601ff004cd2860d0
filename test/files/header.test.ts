import { describe, expect, it } from 'vitest';
import { accepted, refused, simpleRow } from './reading.ts';

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
