import { describe, expect, it } from 'vitest';
import { noAnswers, files, refused, sheetRows } from '../reading.ts';
import { day, truth, workbook, workbookFiles, zip, type WorkbookCell } from '../workbooks.ts';

const header = ['amount', 'currency', 'method', 'reference'];
const firstSheet = 'xl/worksheets/sheet1.xml';

describe('a worksheet', () => {
  it('keeps the error of a formula as the cell’s text, which is a problem and not an empty cell', async () => {
    const failed = (error: string): WorkbookCell => ({
      xml: `<c REF s="0" t="e"><f>VLOOKUP(1,A:B,2)</f><v>${error}</v></c>`,
    });
    const bytes = workbook(
      [
        [...header, 'account'],
        ['1', 'EUR', 'WIRE', failed('#REF!'), failed('#N/A')],
      ],
      [['another', failed('#NUM!')]],
    );
    expect(await sheetRows(bytes)).toMatchObject([{ reference: '#REF!', accountNumber: '#N/A' }]);
    const { problems } = await refused(bytes);
    const message = expect.stringContaining('error of the spreadsheet');
    expect(problems).toMatchObject([
      { field: 'accountNumber', message },
      { field: 'reference', message },
    ]);
  });

  it('has no accounts that the spreadsheet took for a date or a truth value', async () => {
    const cells = [day(38637), { xml: '<c REF><v>38637</v></c>' }, truth(true), '2005-10-12'];
    const rows = cells.map((account) => ['1', 'EUR', 'WIRE', '', account]);
    const { problems } = await refused(workbook([[...header, 'account'], ...rows]));
    expect(problems.map(({ line, value, message }) => [line, value, message])).toEqual(
      [
        [2, '2005-10-12'],
        [4, 'TRUE'],
        [5, '2005-10-12'],
      ].map((place) => [...place, expect.stringContaining('made a date or a truth value of this account')]),
    );
  });

  it('has the days that it names, and none for one that there is not', async () => {
    const named = (text: string) =>
      workbook([header, ['1', 'EUR', 'WIRE', { xml: `<c REF t="d"><v>${text}</v></c>` }]]);
    expect(await sheetRows(named('2028-02-29'))).toMatchObject([{ reference: '2028-02-29' }]);
    expect(await sheetRows(named('2028-02-29T13:00:00'))).toMatchObject([
      { reference: '2028-02-29T13:00:00.000Z' },
    ]);
    for (const text of ['2026-02-29', '2026-02-30T13:00:00', '2026-11-31', 'May 5'])
      expect(await refused(named(text))).toMatchObject({ code: 'fileUnreadable' });
  });

  it.each(['<v></v>', '<v/>', '<v />', ''])(
    'takes a formula that nothing has calculated (%s) for a problem and not for an empty cell',
    async (value) => {
      const waiting: WorkbookCell = { xml: `<c REF s="0"><f>VLOOKUP(1,A:B,2)</f>${value}</c>` };
      const empty: WorkbookCell = { xml: `<c REF s="0" t="str"><f>IF(1=2,"a","")</f><v></v></c>` };
      const bytes = workbook([
        [...header, 'account'],
        ['1', 'EUR', 'WIRE', empty, waiting],
        ['1', 'EUR', 'WIRE', '', 'A-1'],
      ]);
      expect(await sheetRows(bytes)).toMatchObject([
        { reference: '', accountNumber: '#NOT CALCULATED' },
        { reference: '', accountNumber: 'A-1' },
      ]);
      const { problems } = await refused(bytes);
      const message = expect.stringContaining('error of the spreadsheet');
      expect(problems).toMatchObject([{ field: 'accountNumber', line: 2, message }]);
    },
  );

  it.each([
    ['a shared formula', '<f t="shared" si="0"/>'],
    ['a shared formula with an empty value', '<f t="shared" si="0" /><v/>'],
    ['a formula on lines of its own', '\n <f>A1</f>\n <v></v>\n'],
  ])('takes %s that nothing has calculated for a problem', async (_, formula) => {
    const bytes = workbook([
      [...header, 'account'],
      ['1', 'EUR', 'WIRE', 'a', { xml: `<c REF>${formula}</c>` }],
      ['1', 'EUR', 'WIRE', { xml: '<c REF><f t="shared" si="1"/><v>7</v></c>' }, 'A-1'],
    ]);
    expect(await sheetRows(bytes)).toMatchObject([
      { reference: 'a', accountNumber: '#NOT CALCULATED' },
      { reference: '7', accountNumber: 'A-1' },
    ]);
  });

  it('finds formulas without values also where the elements have a prefix', async () => {
    const waiting: WorkbookCell = { xml: '<c REF><f>A1</f></c>' };
    const parts = workbookFiles([header, ['1', 'EUR', 'WIRE', waiting], ['2', 'EUR', 'WIRE', 'b']]);
    const prefixed = (parts.get(firstSheet) ?? '')
      .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=');
    parts.set(firstSheet, prefixed);
    expect(await sheetRows(zip(parts))).toMatchObject([{ reference: '#NOT CALCULATED' }, { reference: 'b' }]);
  });

  it.each(['1', 'true', '0'])(
    'trusts no value of a formula if it asks for all of them to be calculated when it is opened (%s)',
    async (asked) => {
      const formula = (value: string): WorkbookCell => ({ xml: `<c REF s="0"><f>A9*2</f>${value}</c>` });
      const shared: WorkbookCell = { xml: '<c REF t="str"><f t="shared" si="0"/><v>old</v></c>' };
      const parts = workbookFiles([header, [formula('<v>100</v>'), 'EUR', 'WIRE', shared]]);
      const book = (parts.get('xl/workbook.xml') ?? '').replace(
        '</sheets>',
        `</sheets><calcPr calcId="191029" fullCalcOnLoad="${asked}"/>`,
      );
      // After the worksheet, so that the order in the archive does not matter.
      parts.delete('xl/workbook.xml');
      parts.set('xl/workbook.xml', book);
      const [amount, reference] = asked === '0' ? ['100', 'old'] : ['#NOT CALCULATED', '#NOT CALCULATED'];
      expect(await sheetRows(zip(parts))).toMatchObject([{ amount, reference, currencyCode: 'EUR' }]);
    },
  );

  it('reads texts whole, also with comments or marked text in them', async () => {
    const texts: WorkbookCell[] = [
      { xml: '<c REF><v>12<!-- -->34</v></c>' },
      'EUR',
      'WIRE',
      { xml: '<c REF t="inlineStr"><is><t>A<![CDATA[&<b>]]>C</t></is></c>' },
    ];
    const others: WorkbookCell[] = [
      { xml: '<c REF><v>12<?a b?>34</v></c>' },
      { xml: `<c REF t = 'str'><v>EUR</v></c>` },
      'WIRE',
      { xml: `<c REF t\n='inlineStr'><is><t>it's <?a?>&#49; "b"</t></is></c>` },
    ];
    expect(await sheetRows(workbook([header, texts, others]))).toMatchObject([
      { amount: '1234', reference: 'A&<b>C' },
      { amount: '1234', currencyCode: 'EUR', reference: 'it\'s 1 "b"' },
    ]);
  });

  it('notes hidden columns that are read, and merged cells of which only the first row has the content', async () => {
    const rows = [
      ['Payouts', '', '', '', ''],
      ['', '', '', '', ''],
      ['amount', 'currency', 'method', 'reference', 'amount due'],
      ['1', 'EUR', 'WIRE', 'a', '9'],
      ['2', 'EUR', 'WIRE', '', '8'],
    ];
    const notesWith = async (columns: string, merged: readonly string[]) => {
      const parts = workbookFiles(rows);
      const xml = (parts.get(firstSheet) ?? '')
        .replace('<sheetData>', `<cols>${columns}</cols><sheetData>`)
        .replace(
          '</sheetData>',
          `</sheetData><mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
        );
      parts.set(firstSheet, xml);
      const read = await files.readSheet(zip(parts), 'p.xlsx', noAnswers, () => undefined);
      if (!read.ok || read.value.kind !== 'rows') throw new Error('it was not read');
      return read.value.notes.filter(({ code }) => code === 'columnsHidden' || code === 'cellsMerged');
    };
    expect(
      await notesWith('<col min="1" max="1" width="9" hidden="1"/><col min="5" max="16384" hidden="1"/>', []),
    ).toEqual([{ code: 'columnsHidden', headers: ['amount'] }]);
    expect(
      await notesWith(
        '<col min="1" max="2" width="0" customWidth="1"/><col min="4" max="4" width="0.5"/>',
        [],
      ),
    ).toEqual([{ code: 'columnsHidden', headers: ['amount', 'currency'] }]);
    expect(await notesWith('<col min="1" max="5" width="9"/>', ['A1:E2', 'A4:B4', 'D4:D5', 'E4:E5'])).toEqual(
      [{ code: 'cellsMerged', cells: 1 }],
    );
  });

  it('is read without the places of its rows and cells, which a program may leave out', async () => {
    const parts = workbookFiles([header, ['1', 'EUR', 'WIRE', 'a'], ['2', 'EUR', 'WIRE', 'b']]);
    parts.set(firstSheet, (parts.get(firstSheet) ?? '').replaceAll(/ r="[A-Z]*\d+"/g, ''));
    expect(await sheetRows(zip(parts))).toMatchObject([
      { amount: '1', reference: 'a' },
      { amount: '2', reference: 'b' },
    ]);
  });

  it.each([
    ['two values in one cell', '<c r="A2"><v>1</v><v>2</v></c>'],
    ['a cell twice', '<c r="A2"><v>1</v></c><c r="A2"><v>2</v></c>'],
    ['a cell of another row', '<c r="A3"><v>1</v></c>'],
    ['a text that the workbook does not have', '<c r="A2" t="s"><v>7</v></c>'],
    ['a style that the workbook does not have', '<c r="A2" s="7"><v>1</v></c>'],
    ['a truth value that is none', '<c r="A2" t="b"><v>2</v></c>'],
    ['a kind of cell that is none', '<c r="A2" t="x"><v>2</v></c>'],
    ['an entity that is not declared', '<c r="A2" t="str"><v>&amount;</v></c>'],
  ])('is refused if it could be read in two ways, or in none: %s', async (_, cells) => {
    const parts = workbookFiles([header]);
    parts.set(
      firstSheet,
      (parts.get(firstSheet) ?? '').replace('</sheetData>', `<row r="2">${cells}</row></sheetData>`),
    );
    expect((await refused(zip(parts))).message).toContain('cannot be read as one');
  });

  it('has the texts that cells share, in runs, without their pronunciation, and with escaped characters', async () => {
    const text = (number: number): WorkbookCell => ({ xml: `<c REF t="s"><v>${number}</v></c>` });
    const parts = workbookFiles([header, ['1', 'EUR', 'WIRE', text(0)], ['2', 'EUR', 'WIRE', text(1)]]);
    const relations = 'xl/_rels/workbook.xml.rels';
    parts.set(
      relations,
      (parts.get(relations) ?? '').replace(
        '</Relationships>',
        '<Relationship Id="rId7" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      ),
    );
    parts.set(
      'xl/sharedStrings.xml',
      '<sst><si><r><rPr><b/></rPr><t xml:space="preserve">Rent </t></r><r><t>May</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>a_x0041_b</t></si></sst>',
    );
    expect(await sheetRows(zip(parts))).toMatchObject([{ reference: 'Rent May' }, { reference: 'aAb' }]);
  });

  it('counts days from 1904 where the workbook does', async () => {
    const parts = workbookFiles([header, ['1', 'EUR', 'WIRE', day(38637)]]);
    const book = 'xl/workbook.xml';
    parts.set(book, (parts.get(book) ?? '').replace('<sheets>', '<workbookPr date1904="1"/><sheets>'));
    expect(await sheetRows(zip(parts))).toMatchObject([{ reference: '2009-10-13' }]);
  });

  it('is read as a person sees it wherever the workbook keeps it and its styles', async () => {
    const parts = workbookFiles([
      [...header, 'account'],
      [
        '1',
        'EUR',
        'WIRE',
        { xml: '<c REF t="e"><v>#N/A</v></c>' },
        { xml: '<c REF s="2"><v>1234567</v></c>' },
      ],
    ]);
    const move = (from: string, to: string, change: (xml: string) => string) => {
      parts.set(`xl/${to}`, change(parts.get(`xl/${from}`) ?? ''));
      parts.delete(`xl/${from}`);
      const relations = parts.get('xl/_rels/workbook.xml.rels') ?? '';
      parts.set('xl/_rels/workbook.xml.rels', relations.replace(`"${from}"`, `"/xl/${to}"`));
    };
    move('worksheets/sheet1.xml', 'sheets/payouts.xml', (xml) => xml);
    move('styles.xml', 'looks/first.xml', (xml) =>
      xml
        .replace(
          '<cellStyleXfs',
          '<numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellStyleXfs',
        )
        .replace('</cellXfs>', '<xf numFmtId="164" xfId="0"/></cellXfs>'),
    );
    expect(await sheetRows(zip(parts))).toMatchObject([{ reference: '#N/A', accountNumber: '01234567' }]);
  });
});
