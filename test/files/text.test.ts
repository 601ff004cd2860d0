import { describe, expect, it } from 'vitest';
import { accepted, files, noAnswers, refused, simpleRow } from './reading.ts';

const named = { ...simpleRow, accountName: 'Zoë Łuczak' };
const text = 'amount,currency,method,name\n10.50,EUR,WIRE,Zoë Łuczak\n';

describe('delimiters and lines', () => {
  it.each([
    ['currency;method;amount', 'EUR;WIRE;1234.50', 'amount'],
    ['amount;currency;method;account', '1234.50;EUR;WIRE;40019001', 'accountNumber'],
    ['amount;currency;method;email', '1234.50;EUR;WIRE;ann@firm.example', 'emailAddress'],
  ])(
    'notes that a file (%s) ends within a cell, of which a part could be another payee or amount',
    async (header, row, column) => {
      const notesOf = async (content: string) => {
        const { notes } = await accepted(content);
        const sheet = await files.readSheet(Buffer.from(content), 'payouts.csv', noAnswers, () => undefined);
        expect(sheet).toMatchObject({ ok: true, value: { kind: 'rows', notes } });
        return notes;
      };
      const whole = `${header}\n${row}`;
      expect(await notesOf(whole.slice(0, -1))).toEqual([{ code: 'openEnd', column }]);
      for (const end of ['\n', '\r\n', '\r', '\n\n']) expect(await notesOf(whole + end)).toEqual([]);
      // A closed quote, and a column after it, show that the cell is complete.
      expect(await notesOf(whole.replace(/[^;]*$/, '"$&"'))).toEqual([]);
      expect(await notesOf(`${header};reference\n${row};R 1`)).toEqual([]);
    },
  );

  it.each([',', ';', '\t', '|'])('recognises %j as the delimiter', async (delimiter) => {
    expect((await accepted(text.replaceAll(',', delimiter))).rows).toEqual([named]);
  });

  it('ignores delimiters within quotes of the header', async () => {
    const { rows } = await accepted('"note, a; b, c, d, e";amount;currency;method\n;10.50;EUR;WIRE\n');
    expect(rows).toEqual([simpleRow]);
  });

  it('honours the sep= line of Excel and counts it as a line', async () => {
    for (const first of ['sep=;', 'SEP=;', '"sep=;"', 'sep=;;;;']) {
      const { rows, lines } = await accepted(`${first}\r\n${text.replaceAll(',', ';')}`);
      expect(rows).toEqual([named]);
      expect(lines).toEqual([3]);
    }
  });

  it('refuses a sep= line with a delimiter that it does not read', async () => {
    const { code, problems } = await refused(`sep=:\n${text}`);
    expect(code).toBe('fileHasErrors');
    expect(problems[0]).toMatchObject({ line: 1, value: 'sep=:' });
  });

  it('reads LF, CRLF, CR and mixed line endings, with or without the last one', async () => {
    const row = '10.50,EUR,WIRE,Zoë Łuczak';
    for (const [first, second, last] of [
      ['\n', '\n', '\n'],
      ['\r\n', '\r\n', '\r\n'],
      ['\r', '\r', '\r'],
      ['\r\n', '\n', ''],
      ['\n', '\r\n', ''],
    ]) {
      const { rows, lines } = await accepted(
        `amount,currency,method,name${first}${row}${second}${row}${last}`,
      );
      expect(rows).toEqual([named, named]);
      expect(lines).toEqual([2, 3]);
    }
  });

  it('skips blank lines and rows of empty cells, and still names the right lines', async () => {
    const { rows, lines } = await accepted(
      '\n\namount,currency,method\n\n10.50,EUR,WIRE\n,,\n   \n10.50,EUR,WIRE\n\n',
    );
    expect(rows).toEqual([simpleRow, simpleRow]);
    expect(lines).toEqual([5, 8]);
  });

  it('names the line on which a record starts, counting line breaks within quotes', async () => {
    const { lines } = await accepted(
      'amount,currency,method,memo,"Cost\r\ncentre"\r\n1,EUR,WIRE,"a\r\nb\nc",\r\n2,EUR,WIRE,x,\r\n',
    );
    expect(lines).toEqual([3, 6]);
  });

  it('names the right line far into a large file', async () => {
    const rows = Array.from(
      { length: 3_000 },
      (_, index) => `${index + 1},EUR,WIRE,"line\r\nbreak ${index}"\r\n`,
    );
    const { problems } = await refused(`amount,currency,method,memo\r\n${rows.join('')}1,?,WIRE,\r\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 6_002, field: 'currencyCode', value: '?' });
  });

  it('names ragged rows and continues', async () => {
    const { code, problems } = await refused(
      'amount,currency,method\n10.50,EUR\n1,250.00,EUR,WIRE\n1,?,WIRE\n',
    );
    expect(code).toBe('fileHasErrors');
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(problems[0]?.message).toContain('2 cells, but the header has 3');
    expect(problems[1]?.expected).toContain('quotes');
  });

  it.each([
    ['1,EUR,WIRE,a "b" c', 'middle of a cell'],
    ['1,EUR,WIRE,"a"b', 'closing quote'],
    ['1,EUR,WIRE,"a', 'never closed'],
    [`1,EUR,WIRE,"${'long '.repeat(20_000)}`, 'never closed'],
    [`1,EUR,WIRE,${'long '.repeat(20_000)}`, 'too long'],
  ])('names the line of a bad quote in %.20j, and the problems before it', async (row, why) => {
    const { code, problems } = await refused(
      `amount,currency,method,name\n0,EUR,WIRE,Ada\n${row}\n1,EUR,WIRE,Bo\n`,
    );
    expect(code).toBe('fileHasErrors');
    expect(problems.map(({ line }) => line)).toEqual([2, 3]);
    expect(problems[1]?.message).toContain(why);
  });

  it('reads quoted cells with delimiters and doubled quotes', async () => {
    const { rows } = await accepted(
      'amount,currency,method,name\n10.50,EUR,WIRE,"Bar ""Zum Hirsch"", Ulm"\n',
    );
    expect(rows[0]?.accountName).toBe('Bar "Zum Hirsch", Ulm');
  });
});

describe('encodings', () => {
  it('reads UTF-8 with and without a byte order mark', async () => {
    expect((await accepted(text)).rows).toEqual([named]);
    expect((await accepted(`\ufeff${text}`)).rows).toEqual([named]);
    expect((await accepted(`\ufeff"amount"${text.slice(6)}`)).rows).toEqual([named]);
  });

  it('recognises UTF-8 however its characters lie across the megabytes of a large file', async () => {
    for (const shift of ['', 'x', 'xx']) {
      const memo = `"${shift}${'山'.repeat(15_000)}"`;
      const rows = `1,EUR,WIRE,${memo}\n`.repeat(140);
      const { notes } = await accepted(`amount,currency,method,reference2\n${rows}`);
      expect(notes).toEqual([{ code: 'columnUnknown', line: 1, header: 'reference2' }]);
    }
  });

  it('reads a file that is not UTF-8 as Windows-1252, and reports it', async () => {
    const bytes = Buffer.from(
      'amount;currency;method;name\n10.50;EUR;WIRE;Zo\xeb \x8aime \x80 O\x92Neil\n',
      'latin1',
    );
    const { rows, notes } = await accepted(bytes);
    expect(rows[0]?.accountName).toBe('Zoë Šime € O’Neil');
    expect(notes).toEqual([{ code: 'windows1252' }]);
  });

  it('refuses a damaged file that declares UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`\ufeff${text}`), Buffer.from([0xe9, 0x0a])]);
    expect((await refused(bytes)).code).toBe('fileUnreadable');
  });

  it.each([
    ['UTF-16 little endian', Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 big endian', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'UTF-16'],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004…'), 'Excel workbook'],
    [
      'an old Excel workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'Excel workbook',
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'PDF'],
    ['bytes', Buffer.from([1, 0, 2, 0, 0, 0]), 'binary'],
  ])('refuses %s and says how to save it', async (_, bytes, why) => {
    const { code, message } = await refused(bytes);
    expect(code).toBe('fileUnreadable');
    expect(message).toContain(why);
    expect(message).toContain('CSV UTF-8');
  });

  it.each(['', '\ufeff', '\n\n \n'])('calls %j empty', async (content) => {
    const { code, message } = await refused(content);
    expect(code).toBe('fileUnreadable');
    expect(message).toContain('empty');
  });

  it('requires at least one row', async () => {
    const { code, message } = await refused('amount,currency,method\n');
    expect(code).toBe('fileHasErrors');
    expect(message).toContain('no payouts');
  });
});
