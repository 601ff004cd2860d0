import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { undefused } from '../../contract/text/files/defuse.ts';
import { beginCsv } from '../../main/files/export/write-csv.ts';
import { beginXlsx } from '../../main/files/export/write-xlsx.ts';
import { accepted } from './reading.ts';

async function writeCsv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<Uint8Array> {
  const table = beginCsv(header);
  await table.add(rows);
  return table.finish();
}

const text = async (header: readonly string[], rows: readonly (readonly string[])[]): Promise<string> =>
  Buffer.from(await writeCsv(header, rows)).toString('utf8');

describe('writing CSV', () => {
  it('writes UTF-8 with a byte order mark, commas and CRLF', async () => {
    expect(await text(['Name', 'Amount'], [['Zoë', '1.50']])).toBe('\ufeffName,Amount\r\nZoë,1.50\r\n');
  });

  it('writes no amount that a spreadsheet with a decimal comma reads as thousands', async () => {
    const header = ['amount', 'feeAmount', 'balance', 'reference'];
    const rows = [
      ['1.234', '0.500', '-123456.789', '1.234'],
      ['1.23', '1234', '0.0001', '2.000'],
    ];
    expect((await text(header, rows)).split('\r\n').slice(1)).toEqual([
      '1.2340,0.5000,-123456.7890,1.234',
      '1.23,1234,0.0001,2.000',
      '',
    ]);
  });

  it('quotes what would break the table', async () => {
    expect(await text(['a'], [['x,y'], ['say "hi"'], ['two\r\nlines'], [' edge'], ['']])).toBe(
      '\ufeffa\r\n"x,y"\r\n"say ""hi"""\r\n"two\r\nlines"\r\n" edge"\r\n""\r\n',
    );
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r1', '\n1', '-', '+1e5', '-1,5', '＝1'])(
    'defuses %j, which a spreadsheet would run',
    async (cell) => {
      const [[written] = []] = parse(await text([cell], []), { bom: true });
      expect(written).toBe(`'${cell}`);
    },
  );

  it.each([';', '\r\n', '\r', '\n'])(
    'defuses what a spreadsheet would run that separates cells by semicolons, behind %j',
    async (separator) => {
      const cells = [`x${separator}=HYPERLINK("https://x.example")`, `x${separator}'@y`, `${separator}+1;-1`];
      // Such a spreadsheet takes quotation marks for text unless they begin a cell.
      const whole = await text(
        ['first'],
        cells.map((cell) => ['a', cell]),
      );
      const split = whole.split(/[;\r\n]+/);
      expect(split.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
      const back: string[][] = parse(await text(cells, []), { bom: true, record_delimiter: '\r\n' });
      expect(back[0]?.map(undefused)).toEqual(cells);
    },
  );

  it.each(['-12.50', '+12', '0', '1234.50', '-1', 'a=b', '1-2', 'x@y.example'])(
    'leaves %j as it is',
    async (cell) => {
      expect(await text([cell], [])).toBe(`\ufeff${cell}\r\n`);
    },
  );

  it('writes any cells so that the same are read back', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("'", '=', '+', '-', '@', '254', ' ', ';', '\n', '\r', '\t'),
    );
    const cell = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const back: string[][] = parse(await text(['a', 'b', 'c'], rows), {
          bom: true,
          record_delimiter: '\r\n',
        });
        expect(back.slice(1).map((cells) => cells.map(undefused))).toEqual(rows);
      }),
    );
  });

  it('writes what it can read back', async () => {
    const bytes = await writeCsv(
      ['Amount', 'Currency', 'Method', 'Name'],
      [
        ['1234.50', 'EUR', 'WIRE', 'Müller, "Hans"'],
        ['0.00000001', 'BTC', 'CRYPTO', '山田'],
      ],
    );
    expect((await accepted(bytes)).rows.map(({ amount, accountName }) => [amount, accountName])).toEqual([
      ['1234.50', 'Müller, "Hans"'],
      ['0.00000001', '山田'],
    ]);
  });

  it('defuses accounts and names for a spreadsheet so that a payout file reads the originals back', async () => {
    const header = ['Amount', 'Currency', 'Method', 'Name', 'Account'];
    const rows = [
      ['1.50', 'EUR', 'MOBILE', '-x- GmbH', '+254 712 345-678'],
      ['2.50', 'EUR', 'MOBILE', "'s-Gravenhage", '@wallet'],
    ];
    const xlsx = beginXlsx(header);
    await xlsx.add(rows);
    for (const bytes of [await writeCsv(header, rows), await xlsx.finish()])
      expect(
        (await accepted(bytes)).rows.map(({ accountName, accountNumber }) => [accountName, accountNumber]),
      ).toEqual(rows.map((cells) => cells.slice(3)));
  });

  it('takes hundreds of thousands of rows', async () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => [`${row}`, 'EUR']);
    expect((await text(['a', 'b'], rows)).split('\r\n')).toHaveLength(200_002);
  });
});
