import { describe, expect, it } from 'vitest';
import { emptyCells } from '../../../contract/batches/sheet.ts';
import { noRules } from '../../../main/core/batches/rules/rules-of-profile.ts';
import { files, read as importRows, sheetRows } from '../reading.ts';
import { workbookFiles, zip, type WorkbookCell } from '../workbooks.ts';

const header = ['amount', 'currency', 'method', 'reference'];

/** A number with one of these formats; the first has the style 2. */
const styled = (style: number, digits: string): WorkbookCell => ({
  xml: `<c REF s="${style}"><v>${digits}</v></c>`,
});

function withFormats(rows: WorkbookCell[][], formats: readonly string[]): Buffer {
  const parts = workbookFiles(rows);
  const codes = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" xfId="0"/>`);
  parts.set(
    'xl/styles.xml',
    (parts.get('xl/styles.xml') ?? '')
      .replace('<cellStyleXfs', () => `<numFmts>${codes.join('')}</numFmts><cellStyleXfs`)
      .replace('</cellXfs>', `${styles.join('')}</cellXfs>`),
  );
  return zip(parts);
}

describe('the format of a number', () => {
  it('reads the digits and hyphens that the format of a number adds, as in a bank code', async () => {
    const rows: WorkbookCell[][] = [
      [styled(2, '12'), 'EUR', 'WIRE', { xml: '<c REF s="2"/>' }, styled(2, '1234567'), styled(3, '10203')],
      [styled(2, '12.5'), 'EUR', 'WIRE', 'text', styled(2, '123456789'), styled(3, '1234567')],
      ['1', 'EUR', 'WIRE', { xml: '<c REF s="2" t="str"><v>1</v></c>' }, styled(1, '1'), styled(4, '7')],
      [
        styled(5, '712345678'),
        'EUR',
        'WIRE',
        styled(5, '1712345678'),
        styled(5, '712345678'),
        styled(6, '5'),
      ],
    ];
    const formats = [
      '00000000',
      String.raw`00\-00\-00;@`,
      '#,##0.00',
      String.raw`&quot;0&quot;000\ 000\ 000`,
      '0&quot; 000&quot;',
    ];
    const bytes = withFormats([[...header, 'account', 'bank code'], ...rows], formats);
    expect(await sheetRows(bytes)).toMatchObject([
      { amount: '12', reference: '', accountNumber: '01234567', paymentOperatorCode: '01-02-03' },
      { amount: '12.5', reference: 'text', accountNumber: '123456789', paymentOperatorCode: '123-45-67' },
      { amount: '1', reference: '1', accountNumber: '1899-12-31', paymentOperatorCode: '7' },
      {
        amount: '712345678',
        reference: '01712345678',
        accountNumber: '0712345678',
        paymentOperatorCode: '5',
      },
    ]);
  });

  it.each(['1234567.0', '1.234567E6', '1.234567E+06'])(
    'reads the zeros of a format also where a program writes the account 01234567 as %s',
    async (written) => {
      const rows: WorkbookCell[][] = [['1', 'EUR', 'WIRE', 'a', styled(2, written)]];
      expect(await sheetRows(withFormats([[...header, 'account'], ...rows], ['00000000']))).toMatchObject([
        { accountNumber: '01234567' },
      ]);
    },
  );

  it.each(['00000000;-00000000', '[$-407]00000000', '[Red]00000000', '00000000_);[Red]\\(00000000\\)'])(
    'reads the zeros of the format %s',
    async (format) => {
      const rows: WorkbookCell[][] = [['1', 'EUR', 'WIRE', 'a', styled(2, '1234567')]];
      expect(await sheetRows(withFormats([[...header, 'account'], ...rows], [format]))).toMatchObject([
        { accountNumber: '01234567' },
      ]);
    },
  );

  /** Rows of [format, currency] whose amount is 1234.5, and the fault of each amount, the same in a sheet and in an import. */
  const readWithFormats = async (formats: readonly (readonly [format: string, currencyCode: string])[]) => {
    const codes = formats.map(([format]) => format.replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
    const cells = formats.map(([, code], index): WorkbookCell[] => [
      styled(index + 2, '1234.5'),
      code,
      'WIRE',
      styled(index + 2, '7'),
    ]);
    const bytes = withFormats([header, ...cells], codes);
    const rows = await sheetRows(bytes);
    const imported = await importRows(bytes);
    const faults = new Map(
      (imported.ok ? [] : (imported.error.details.problems ?? [])).flatMap((each) =>
        'fault' in each && each.field === 'amount' ? [[each.line, each.fault.code] as const] : [],
      ),
    );
    return rows.map(({ amount, reference }, index) => {
      const { problems } = files.checkCells({ ...emptyCells, ...rows[index] }, noRules);
      const fault = problems.find(({ column }) => column === 'amount')?.fault.code ?? null;
      expect(reference).toBe('7');
      expect(faults.get(index + 2) ?? null).toBe(fault);
      return [...(formats[index] ?? []), amount, fault];
    });
  };

  it('asks about each amount that is shown in another currency than that of its row, or as a part or multiple', async () => {
    const cases = [
      ['"$"#,##0.00', 'EUR', '$ 1234.5'],
      ['[$$-409]#,##0.00', 'EUR', '$ 1234.5'],
      ['$#,##0.00', 'GBP', '$ 1234.5'],
      ['[$€-407] #,##0.00', 'USD', '€ 1234.5'],
      ['#,##0.00\\ [$€-1]', 'BTC', '€ 1234.5'],
      ['_-* #,##0.00\\ "kr"_-;\\-* #,##0.00\\ "kr"_-;_-* "-"??\\ "kr"_-;_-@_-', 'EUR', 'kr 1234.5'],
      ['[$kr-41D] #,##0.00', 'USD', 'kr 1234.5'],
      ['[$¥-411]#,##0.00', 'EUR', '¥ 1234.5'],
      ['[$USD] #,##0.00', 'EUR', 'USD 1234.5'],
      ['#,##0.00" CHF"', 'EUR', 'CHF 1234.5'],
      ['0.00\\ \\U\\S\\D', 'EUR', 'USD 1234.5'],
      ['"US$" #,##0.00', 'CAD', 'US$ 1234.5'],
      ['#,##0.00 "T€"', 'EUR', 'T€ 1234.5'],
    ] as const;
    // A currency that Bursar does not know, and numbers that would be another amount than the one that is shown.
    const others = [
      ['#,##0.00 [$Lek-41C]', 'EUR', 'Lek 1234.5', 'amountWithCurrency'],
      ['0.0%', 'EUR', '123450 %', 'amountNotNumber'],
      ['#,##0.0\\ "Mio. €"', 'EUR', 'Mio. € 1234.5', 'amountWithCurrency'],
      ['#,##0\\ "TEUR"', 'EUR', 'TEUR 1234.5', 'amountWithCurrency'],
      ['#,##0\\ "k€"', 'EUR', 'k€ 1234.5', 'amountOtherCurrency'],
      ['0.0"k"', 'EUR', 'k 1234.5', 'amountWithCurrency'],
      ['0.0" 000"', 'EUR', '000 1234.5', 'amountGroups'],
      ['0.0" ct"', 'EUR', 'ct 1234.5', 'amountWithCurrency'],
      ['-#,##0.00', 'EUR', '- 1234.5', 'amountNegative'],
      ['_-* \\(#,##0.00\\)', 'EUR', '- 1234.5', 'amountNegative'],
      ['#,##0.00"-"', 'EUR', '- 1234.5', 'amountNegative'],
      ['0"."00', 'EUR', '0.00 1234.5', 'amountGroups'],
      ['#\\,00', 'EUR', '#,00 1234.5', 'amountNotNumber'],
      ['0"."00\\ "€"', 'EUR', '0.00 € 1234.5', 'amountWithCurrency'],
      // Without a word for it, 1234.5 is shown as 1; and a condition may choose another part of the format.
      ['#,##0,', 'EUR', '#,##0, 1234.5', 'amountNotNumber'],
      ['[Red]0.0,,', 'EUR', '0.0,, 1234.5', 'amountGroups'],
      ['[<100]0.00;0"."00', 'EUR', '0.00 1234.5', 'amountGroups'],
      ['[<100]0.00;[>=100]0.00%', 'EUR', '123450 %', 'amountNotNumber'],
    ] as const;
    expect(await readWithFormats([...cases, ...others].map(([format, code]) => [format, code]))).toEqual([
      ...cases.map((each) => [...each, 'amountOtherCurrency']),
      ...others,
    ]);
  });

  it('reads each amount that may be in the currency that is shown, or is shown in none', async () => {
    const cases = [
      ['#\\.##0', 'EUR'],
      ['#\\,##0.00', 'EUR'],
      ['[$€-407] #,##0.00', 'EUR'],
      ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 'EUR'],
      ['#,##0.00\\ [$EUR]', 'EUR'],
      ['"$"#,##0.00', 'USD'],
      ['"$"#,##0.00', 'CAD'],
      ['"$"#,##0.00', 'USDT_TRC20'],
      ['"CA$"#,##0.00', 'CAD'],
      ['#,##0.00\\ "kr."', 'DKK'],
      ['#,##0.00\\ "kr"', 'SEK'],
      ['[$¥-411]#,##0.00', 'CNY'],
      ['[$￥-804]#,##0.00', 'CNY'],
      ['[$Fr.-807] #,##0.00', 'CHF'],
      ['#,##0.00\\ "zł"', 'PLN'],
      ['[$د.إ.\u200f-3801]\\ #,##0.00', 'AED'],
      ['#,##0.00 "€/h"', 'EUR'],
      ['#,##0,\\ "T€"', 'EUR'],
      ['#,##0.0,,\\ "Mio. €"', 'EUR'],
      ['#,##0.0,\\ "TEUR"', 'EUR'],
      ['[$-407]#,##0.00;[Red]-#,##0.00', 'EUR'],
      ['#,##0.00" net"', 'EUR'],
      ['_(* #,##0.00_);_(* \\(#,##0.00\\)', 'EUR'],
      ['[Red][<0]-#,##0.00;#,##0.00', 'EUR'],
      ['0.0000E-00', 'EUR'],
      ['[>0]#,##0.00;-#,##0.00', 'EUR'],
      ['[>=1000]#,##0,"k";0', 'EUR'],
    ] as const;
    expect(await readWithFormats(cases)).toEqual(cases.map((each) => [...each, '1234.5', null]));
  });

  it.each([';;;', '&quot;&quot;', '&quot;paid&quot;;-0.00', '[White]', '_-', '\\-;;'])(
    'misses each amount that the format %s does not show',
    async (format) => {
      const cells: WorkbookCell[] = [styled(2, '1234.5'), 'EUR', 'WIRE', styled(2, '7')];
      const bytes = withFormats([header, cells], [format]);
      const [row = emptyCells] = await sheetRows(bytes);
      expect(row).toMatchObject({ amount: '', currencyCode: 'EUR', reference: '' });
      const fault = { code: 'amountMissing' };
      expect(files.checkCells({ ...emptyCells, ...row }, noRules).problems).toMatchObject([{ fault }]);
      expect(await importRows(bytes)).toMatchObject({ error: { details: { problems: [{ fault }] } } });
    },
  );

  it.each(['General', '#.##;;', '0;;;@', '[=0]&quot;&quot;;0.00', '@', '?', '[$-409]General'])(
    'reads each amount that the format %s shows',
    async (format) => {
      const rows: WorkbookCell[][] = [[styled(2, '1234.5'), 'EUR', 'WIRE', 'a']];
      expect(await sheetRows(withFormats([header, ...rows], [format]))).toMatchObject([{ amount: '1234.5' }]);
    },
  );

  it('is found in whatever way a program writes the attributes of a cell, and its number', async () => {
    const cells = [
      '<c REF s="2"><v>1234</v></c>',
      "<c\nREF\ns='2'\n><v>1234</v></c>",
      '<c REF\ts="2" t="n"><v>1234</v></c>',
      '<c REF s = "2"><v>1234</v></c>',
      '<c REF s="02"><v>1234</v></c>',
      '<c REF s="&#50;"><v>1234</v></c>',
      '<c REF x="a>b" s="2"><v>1234</v></c>',
      '<x:c REF s="2"><x:v>1234</x:v></x:c>',
      `<c REF${' '.repeat(300)}s="2"><v>1234</v></c>`,
      '<c REF s="2"><v xml:space="preserve">1234</v></c>',
      '<c REF s="2">\n<v>\n1234\n</v>\n</c>',
      '<c REF s="2"><v>1234.0000000000000000000000000000001</v></c>',
      '<c REF s="2"><v>12<?a b?>34</v></c>',
    ].map((xml): WorkbookCell[] => [{ xml }, 'EUR', 'WIRE', '']);
    const rows = await sheetRows(withFormats([header, ...cells], ['0&quot;.&quot;00']));
    expect(rows.map(({ amount }) => amount.slice(0, 9))).toEqual(cells.map(() => '0.00 1234'));
  });

  it.each([
    'yyy',
    'ggge"年"m"月"d"日"',
    'h"h" mm"m"',
    '[m]"m"',
    'mm:ss.0"m"',
    '(ddd) dd.mm.',
    'dd.mm.yyyy" T"',
    'yyyy\\-',
  ])('is that of a day or a time, and leaves the workbook readable: %s', async (format) => {
    const code = format.replaceAll('"', '&quot;');
    const [row] = await sheetRows(withFormats([header, ['1', 'EUR', 'WIRE', styled(2, '46143')]], [code]));
    expect(row).toMatchObject({ amount: '1', reference: '2026-05-01' });
  });

  it('is that of the whole workbook where a cell names none', async () => {
    const amount: WorkbookCell = { xml: '<c REF><v>1234</v></c>' };
    const other: WorkbookCell = { xml: '<c REF s="1"><v>1234</v></c>' };
    const parts = workbookFiles([header, [amount, 'EUR', 'WIRE', 'a'], [other, 'EUR', 'WIRE', amount]]);
    const styles = (parts.get('xl/styles.xml') ?? '').replace(
      '<cellXfs count="2"><xf numFmtId="0" xfId="0"/>',
      '<cellXfs count="3"><xf numFmtId="10" xfId="0"/><xf numFmtId="0" xfId="0"/>',
    );
    parts.set('xl/styles.xml', styles);
    expect(await sheetRows(zip(parts))).toMatchObject([
      { amount: '123400 %', reference: 'a' },
      { amount: '1234', reference: '1234' },
    ]);
  });

  it('keeps the sign of an amount until its row has a currency, and then offers the number', async () => {
    const [row = emptyCells] = await sheetRows(
      withFormats([header, [styled(2, '1234.5'), '', 'WIRE']], ['[$€-407] #,##0.00']),
    );
    expect(row).toMatchObject({ amount: '€ 1234.5', currencyCode: '' });
    expect(files.checkCells({ ...row, currencyCode: 'EUR' }, noRules).problems).toMatchObject([
      { column: 'amount', suggestion: '1234.5' },
    ]);
  });
});
