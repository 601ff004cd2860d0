import { describe, expect, it } from 'vitest';
import type { PayoutRow } from '../../contract/payments/payment.ts';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../main/files/index.ts';
import { accepted, clock, fileWith, refused, simpleRow } from './reading.ts';

async function cellOf(column: keyof PayoutRow, value: string): Promise<string | undefined> {
  return (await accepted(fileWith(column, value))).rows[0]?.[column];
}

describe('account numbers', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['gb33bukb20201555555555', 'GB33BUKB20201555555555'],
    ['NL91\u00a0ABNA\u00a00417164300', 'NL91ABNA0417164300'],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['NO93.8601.1117.947', 'NO9386011117947'],
    ['DE89\u20113704\u20110044\u20110532\u20110130\u201100', 'DE89370400440532013000'],
    ['IBAN: DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['iban gb33bukb20201555555555', 'GB33BUKB20201555555555'],
    ['Gb33 Bukb 2020 1555 5555 55', 'GB33BUKB20201555555555'],
  ])('writes the IBAN %s in capitals without spaces, dashes and points', async (written, expected) => {
    expect(await cellOf('accountNumber', written)).toBe(expected);
  });

  it.each([
    'DE88370400440532013000',
    'DE8937040044053201300',
    'DE893704004405320130000',
    'GB33BUKBX0201555555555',
    'DE88-3704-0044-0532-0130-00',
    'DE89-3704-0044-0532-0130-0',
    'IBAN DE88 3704 0044 0532 0130 00',
    'IBAN DE9001',
    'IBAN XX12345678901234',
    'DEB9 3704 0044 0532 0130 00',
    'DEB9370400440532013000',
    'Gb33 Bukb 2020 1555 5555 56',
    'DE88\u20113704\u20110044\u20110532\u20110130\u201100',
  ])('refuses the broken IBAN %s', async (iban) => {
    const { problems } = await refused(fileWith('accountNumber', iban));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 2, field: 'accountNumber', value: iban });
    expect(problems[0]?.message).toContain('looks like an IBAN');
  });

  it('refuses what says that it is an IBAN, and is none', async () => {
    for (const account of ['IBAN 9001', 'iban: 12345678', 'IBAN XX'])
      expect((await refused(fileWith('accountNumber', account))).problems).toMatchObject([
        { line: 2, field: 'accountNumber', value: account, message: 'This is not an IBAN.' },
      ]);
  });

  it.each([
    '9001',
    '50019001',
    'DE9001',
    '12 34 56',
    'XX12345678901234',
    'DE12-3456-7890',
    'NO12-34567890',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'LT12aBcDeFgHiJkLmNoPqRsTuVwXyZ1234',
    '+254700000123',
    "'0012",
    '12E45',
  ])('keeps %s, which is not an IBAN, as it is', async (accountNumber) => {
    expect(await cellOf('accountNumber', accountNumber)).toBe(accountNumber);
  });

  it.each([
    ['\u0410B123456', '\u0410', 'U+0410'],
    ['12345\uff16', '\uff16', 'U+FF16'],
    ['bc1q\u0430r0srrr7xfkvy5l643', '\u0430', 'U+0430'],
    ['anna\uff20bell', null, null],
    ['DE89\u200a3704\u200a0044\u200a0532\u200a0130\u200a0\u041e', '\u041e', 'U+041E'],
    ['\u0660\u0660123', '\u0660', 'U+0660'],
    ['SA03 8000 0000 6080 1016 751\u06f9', '\u06f9', 'U+06F9'],
    ['\u0967\u0968345', '\u0967', 'U+0967'],
    ['Nº 12', null, null],
    ['普通 1234567', null, null],
    ['José@wallet', null, null],
  ])(
    'names a character of %s that only looks like one of accounts, or is a digit of another script',
    async (account, character, number) => {
      if (character === null) return expect(await cellOf('accountNumber', account)).toBe(account);
      const { problems } = await refused(fileWith('accountNumber', account));
      expect(problems).toMatchObject([
        { field: 'accountNumber', message: expect.stringContaining(`${character} (${number})`) },
      ]);
    },
  );

  it.each(['1.23457E+16', '1,23457E+16', '1E+16', '1.2345E16', '1.23456789012346E+019'])(
    'refuses %s, of which a spreadsheet lost digits',
    async (account) => {
      const { problems } = await refused(fileWith('accountNumber', account));
      expect(problems).toMatchObject([
        { field: 'accountNumber', message: expect.stringContaining('digits may be missing') },
      ]);
    },
  );

  it('checks every value under the header IBAN that begins with a country that uses IBANs', async () => {
    const file = (account: string) => `amount,currency,method,IBAN\n1,EUR,WIRE,${account}\n`;
    expect((await refused(file('DEO9370400440532013000'))).problems[0]?.field).toBe('accountNumber');
    expect((await accepted(file('40019001'))).rows[0]?.accountNumber).toBe('40019001');
  });
});

it.each([
  ['amount', 'EUR 5.–', '5.00'],
  ['amount', '12,-', '12.00'],
  ['emailAddress', 'anna\u200b@b.example', 'anna@b.example'],
  ['accountNumber', 'DE8937040044053201300\u041e', null],
  ['accountNumber', 'SA03 8000 0000 6080 1016 \u0667\u0665\u0661\u0669', 'SA0380000000608010167519'],
  ['accountNumber', '\u0412\u041568 5390 0754 7034', 'BE68539007547034'],
] as const)('a sheet offers for the %s %s: %s', (column, value, suggestion) => {
  const { problems } = createFiles({ clock }).checkCells({ ...simpleRow, [column]: value }, noRules);
  expect(problems).toEqual([expect.objectContaining({ column, suggestion })]);
});

describe('other cells', () => {
  it('trims every cell and keeps the rest of the text', async () => {
    for (const name of ['Łucja O’Neil-Бойко 山田', '=HYPERLINK("x")', '+1', '@home', "'quoted'", 'e\u0301'])
      expect(await cellOf('accountName', ` \u00a0${name}\t`)).toBe(name);
  });

  it('reads a text that a program wrote as a formula, so that a spreadsheet keeps its zeros', async () => {
    expect(await cellOf('accountNumber', '="00123456"')).toBe('00123456');
    expect(await cellOf('accountName', '="Bell ""Anna"" "')).toBe('Bell "Anna"');
    expect(await cellOf('amount', '="100.50"')).toBe('100.50');
    expect(await cellOf('accountName', `'="Bell"`)).toBe('="Bell"');
    expect(await cellOf('accountName', '="a"&"b"')).toBe('="a"&"b"');
  });

  it.each([
    ['12,50,EUR,WIRE', '50'],
    ['1,234,EUR,WIRE', '234'],
    ['12,5,EUR,WIRE', '5'],
  ])('refuses %s, whose amount was split at its comma, for its currency', async (row, value) => {
    const file = `amount,currency,method,reference\n${row}\n7.00,EUR,WIRE,a\n`;
    const message = expect.stringContaining('may have been split at its comma');
    expect((await refused(file)).problems).toMatchObject([
      { line: 2, field: 'currencyCode', value, message },
    ]);
    const [amount = '', currencyCode = '', paymentMethodCode = '', reference = ''] = row.split(',');
    const cells = { ...simpleRow, amount, currencyCode, paymentMethodCode, reference };
    const files = createFiles({ clock });
    expect(files.checkCells(cells, noRules)).toMatchObject({
      problems: [{ column: 'currencyCode', fault: { code: 'currencyNumber' } }],
      money: null,
    });
    const codes = { ...noRules.codes, currencyCode: new Map([[value, value]]) };
    const isCode = value.length > 1;
    expect(files.checkCells(cells, { ...noRules, codes }).problems).toHaveLength(isCode ? 0 : 1);
  });

  it('writes a currency of ISO 4217 in capitals, and every other one as the gateway may list it', async () => {
    expect(await cellOf('currencyCode', ' usd ')).toBe('USD');
    for (const code of [
      'USDT_TRC20',
      'usdc.e',
      'USDt',
      'wbtc',
      'USDT-TRC20',
      'USDC (Polygon)'.replace(' ', ''),
    ])
      expect(await cellOf('currencyCode', ` ${code}`)).toBe(code);
  });

  it.each([
    ['currencyCode', ''],
    ['currencyCode', '€'],
    ['currencyCode', 'E'],
    ['currencyCode', 'ıNR'],
    ['currencyCode', 'EURO CENTS'],
    ['currencyCode', '_USDT'],
    ['paymentMethodCode', ''],
    ['paymentMethodCode', 'x'.repeat(101)],
    ['accountName', 'x'.repeat(251)],
    ['accountNumber', '1'.repeat(101)],
    ['paymentOperatorCode', 'x'.repeat(101)],
    ['emailAddress', `${'x'.repeat(250)}@a.example`],
    ['emailAddress', 'nobody'],
    ['emailAddress', 'a@b'],
    ['emailAddress', 'a@@b.example'],
    ['emailAddress', 'a@b.example, c@d.example'],
    ['emailAddress', 'a@b..example'],
    ['idPayout', 'a b'],
    ['idPayout', 'ä'],
    ['idPayout', 'x'.repeat(251)],
    ['reference', 'x'.repeat(251)],
  ] as const)('refuses the %s %.30j', async (column, value) => {
    const { code, problems } = await refused(fileWith(column, value));
    expect(code).toBe('fileHasErrors');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 2, field: column, expected: expect.stringMatching(/\w/) });
  });

  it.each([
    ['paymentMethodCode', 'x'.repeat(100)],
    ['accountName', 'ž'.repeat(250)],
    ['emailAddress', 'a.b+c@d-e.example'],
    ['idPayout', `-_${'9'.repeat(248)}`],
    ['reference', 'x'.repeat(250)],
  ] as const)('accepts the %s %.20j', async (column, value) => {
    expect(await cellOf(column, value)).toBe(value);
  });

  it.each(['a\u0007b', 'a\nb', 'a\u0085b', 'a\u202eb', 'a\u2028b', 'a\u007fb', 'a\ufeffb'])(
    'refuses the invisible character in %j and shows it',
    async (value) => {
      const { problems } = await refused(fileWith('reference', value));
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({
        field: 'reference',
        value: expect.stringMatching(/^a\\u\{[0-9a-f]+\}b$/),
      });
    },
  );

  it.each(['emailAddress', 'accountNumber'] as const)(
    'refuses the %s with an invisible character, by which it is another one',
    async (column) => {
      for (const address of ['ana\u200b@bank.example', 'ana@bank\u00ad.example', 'an\u200da@bank.example'])
        expect((await refused(fileWith(column, address))).problems).toMatchObject([
          { field: column, message: 'This cell contains an invisible character, such as a line break.' },
        ]);
    },
  );

  it.each([
    ['accountName', '#N/A'],
    ['accountNumber', '#REF!'],
    ['reference', '#NV'],
    ['amount', '#DIV/0!'],
    ['paymentMethodCode', '#NAME?'],
    ['reference', '########'],
    ['accountNumber', '#BLOCKED!'],
    ['accountNumber', '#GETTING_DATA'],
    ['accountNumber', '#¡VALOR!'],
    ['accountName', '#ССЫЛКА!'],
    ['accountName', '#DZIEL/0!'],
    ['accountNumber', 'Err:502'],
  ] as const)('refuses in the %s the spreadsheet error %s, once', async (column, value) => {
    const { problems } = await refused(fileWith(column, value));
    expect(problems).toMatchObject([
      { field: column, value, message: expect.stringContaining('error of the spreadsheet') },
    ]);
  });

  it.each(['#1042', '#N', '#INV-7', '#A!', '#Thanks!', 'Err:5', '##', 'Lot #N/A'])(
    'keeps the reference %s',
    async (value) => {
      expect(await cellOf('reference', value)).toBe(value);
    },
  );

  it('refuses an order ID that occurs twice in the file, and names the first line', async () => {
    const { problems } = await refused(
      'amount,currency,method,id\n1,EUR,WIRE,a\n2,EUR,WIRE,\n3,EUR,WIRE,\n4,EUR,WIRE,a\n',
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 5, field: 'idPayout', value: 'a' });
    expect(problems[0]?.message).toContain('line 2');
  });

  it('names every problem of a row and of all rows, by line', async () => {
    const { message, problems } = await refused(
      'amount,currency,method,mail\n0,?,,x\n10.50,EUR,WIRE,\n5.00,EUR,WIRE,y\n',
    );
    expect(problems.map(({ line, field }) => `${line} ${field}`).toSorted()).toEqual([
      '2 amount',
      '2 currencyCode',
      '2 emailAddress',
      '2 paymentMethodCode',
      '4 emailAddress',
    ]);
    expect(message).toContain('5 problems in payouts.csv');
  });

  it('leaves cells empty for columns that are not in the file', async () => {
    expect((await accepted('amount,currency,method\n10.50,EUR,WIRE')).rows).toEqual([simpleRow]);
  });
});
