import { describe, expect, it } from 'vitest';
import { refused, sheetRows } from '../reading.ts';
import { workbook, workbookFiles, zip, type WorkbookCell } from '../workbooks.ts';

const header = ['amount', 'currency', 'method', 'reference'];

describe('a text that is struck through', () => {
  const run = (properties: string, text: string) =>
    `<r>${properties === '' ? '' : `<rPr><sz val="11"/>${properties}</rPr>`}<t>${text}</t></r>`;
  const rich = (...runs: string[]): WorkbookCell => ({
    xml: `<c REF t="inlineStr"><is>${runs.join('')}</is></c>`,
  });
  const problemsOf = async (bytes: Uint8Array) =>
    (await refused(bytes)).problems.map(({ line, field, value, message }) => [line, field, value, message]);
  const message = 'This text is struck through, or a part of it is.';

  it('is not part of an account, an amount or a name, and a superscript is no digit', async () => {
    const bytes = workbook([
      [...header, 'account', 'name'],
      [
        rich(run('<strike/>', '12'), run('', '50')),
        'EUR',
        'WIRE',
        'a',
        rich(run('', '001'), run('<strike val="1"/>', '11'), run('<strike val="0"/>', '22')),
        rich(run("<strike val='true' />", 'A &amp; Č'), run('', ' B')),
      ],
      [
        rich(run('<b/>', '12'), run('<vertAlign val="superscript"/>', '50')),
        'EUR',
        'WIRE',
        rich(run('', 'x'), run('<vertAlign val="subscript"/>', '2 &#50;')),
        '7',
        '',
      ],
    ]);
    expect(await problemsOf(bytes)).toEqual([
      [2, 'accountName', 'A\u0336 &\u0336 Č\u0336 B', message],
      [2, 'accountNumber', '0011\u03361\u033622', message],
      [2, 'amount', '1\u03362\u033650', message],
      [3, 'amount', '12⁵⁰', 'The amount cannot be read as a number.'],
    ]);
    expect((await sheetRows(bytes))[1]).toMatchObject({ amount: '12⁵⁰', reference: 'x₂ ₂' });
  });

  it('is found in the texts that cells share, and as the format of a whole cell', async () => {
    const shared = (text: number, style = ''): WorkbookCell => ({
      xml: `<c REF${style} t="s"><v>${text}</v></c>`,
    });
    const parts = workbookFiles([
      [...header, 'account', 'day'],
      [
        { xml: '<c REF s="2"><v>12</v></c>' },
        'EUR',
        'WIRE',
        '',
        shared(0),
        { xml: '<c REF s="3"><v>46000</v></c>' },
      ],
      [
        '3',
        'EUR',
        'WIRE',
        { xml: '<c REF s="3"><v>46000</v></c>' },
        { xml: '<c REF s="2"><v>5</v></c>' },
        '',
      ],
      ['4', 'EUR', 'WIRE', shared(0, ' s="2"'), shared(1, ' s="2"'), shared(1)],
    ]);
    const runs = `${run('<strike/>', '1')}${run('<b/>', '2')}${run('', '3')}`;
    parts.set('xl/sharedStrings.xml', `<sst><si>${runs}</si><si><t>4 &amp; Č</t></si></sst>`);
    const relations = parts.get('xl/_rels/workbook.xml.rels') ?? '';
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
    parts.set(
      'xl/_rels/workbook.xml.rels',
      relations.replace(
        '</Relationships>',
        `<Relationship Id="rId98" Type="${type}" Target="sharedStrings.xml"/></Relationships>`,
      ),
    );
    parts.set(
      'xl/styles.xml',
      (parts.get('xl/styles.xml') ?? '')
        .replace(
          '<cellStyleXfs',
          '<fonts><font/><font><b/><strike/></font><font><strike val="0"/></font></fonts><cellStyleXfs',
        )
        .replace(
          '</cellXfs>',
          '<xf numFmtId="2" fontId="1" xfId="0"/><xf numFmtId="14" fontId="1" xfId="0"/></cellXfs>',
        ),
    );
    expect(await problemsOf(zip(parts))).toEqual([
      [2, 'accountNumber', '1\u033623', message],
      [2, 'amount', '1\u03362\u0336', message],
      [3, 'accountNumber', '5\u0336', message],
      [3, 'reference', Array.from('2025-12-09', (each) => `${each}\u0336`).join(''), message],
      [4, 'accountNumber', '4\u0336 &\u0336 Č\u0336', message],
      [4, 'reference', '1\u033623\u0336', message],
    ]);
  });
});
