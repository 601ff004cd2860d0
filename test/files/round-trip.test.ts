import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorUnitsOf } from '../../contract/money/currencies.ts';
import { PayoutRow } from '../../contract/payments/payment.ts';
import { undefused } from '../../contract/text/files/defuse.ts';
import { accepted, read } from './reading.ts';

const delimiters = [',', ';', '\t', '|'] as const;
const lineEnds = ['\n', '\r\n', '\r'] as const;

const western = [...'abcXYZ019 ,;|"\'=+-@.éßñ€Šœ™ÿ'];
const anywhere = [...western, ...'ŁżΩжЮ山田ع', '👩‍🌾', 'e\u0301', '\u2003'];

/**
 * Text cells that hold nothing that is refused: what is left is trimmed text, without the apostrophes that defuse a formula, and
 * none that is written as one, such as ="00123".
 */
const cell = (characters: readonly string[], largest: number) =>
  fc
    .array(fc.constantFrom(...characters), { maxLength: 40 })
    .map((parts) => parts.join('').trim())
    .map((text) => (undefused(text) === text ? text : text.replaceAll("'", '').trim()))
    .filter((text) => text.length <= largest && !/^=".*"$/.test(text));

const fraction = (largest: number) =>
  largest === 0
    ? fc.constant('')
    : fc.option(fc.stringMatching(new RegExp(`^\\d{1,${largest}}$`)), { nil: '' });

const money = fc.constantFrom('EUR', 'USD', 'JPY', 'KWD', 'BTC', 'CLF', 'X2').chain((currencyCode) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), fraction(minorUnitsOf(currencyCode) ?? 18))
    .map(([whole, decimals]) => ({
      amount: decimals === '' ? `${whole}` : `${whole}.${decimals}`,
      currencyCode,
    })),
);

const rowOf = (characters: readonly string[]) =>
  fc
    .record({
      money,
      paymentMethodCode: cell(characters, 100).filter((text) => text !== ''),
      accountName: cell(characters, 250),
      accountNumber: fc.oneof(
        fc.constantFrom('', '9001', 'DE89370400440532013000', 'GB33BUKB20201555555555'),
        fc.stringMatching(/^\d{4,30}$/),
      ),
      paymentOperatorCode: cell(characters, 100),
      emailAddress: fc.constantFrom('', 'a.b@c.example', 'x+y@z-1.example'),
      idPayout: fc.oneof(fc.constant(''), fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)),
      reference: cell(characters, 250),
    })
    .map(({ money: { amount, currencyCode }, ...rest }): PayoutRow => ({ amount, currencyCode, ...rest }));

const tableOf = (characters: readonly string[]) =>
  fc.uniqueArray(rowOf(characters), {
    minLength: 1,
    maxLength: 30,
    selector: ({ idPayout }) => (idPayout === '' ? Symbol('none') : idPayout),
  });

/** The first row proves the decimal point, so that thousandths in the others are read. */
const proof: PayoutRow = {
  amount: '0.5',
  currencyCode: 'EUR',
  paymentMethodCode: 'WIRE',
  accountName: '',
  accountNumber: '',
  paymentOperatorCode: '',
  emailAddress: '',
  idPayout: '',
  reference: '',
};

function write(rows: readonly PayoutRow[], delimiter: string, lineEnd: string, quoteAll: boolean): string {
  const quoted = (text: string) =>
    quoteAll || text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  const records = [Object.keys(proof), ...[proof, ...rows].map((row) => Object.values(row))];
  return records.map((cells) => cells.map(quoted).join(delimiter) + lineEnd).join('');
}

const windows1252Bytes = new Map(
  [...'€Šœ™'].map((character, index) => [character, [0x80, 0x8a, 0x9c, 0x99][index] ?? 0]),
);

function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from(
    [...text],
    (character) => windows1252Bytes.get(character) ?? character.charCodeAt(0),
  );
}

const shape = [fc.constantFrom(...delimiters), fc.constantFrom(...lineEnds), fc.boolean()] as const;

describe('a round trip through a file', () => {
  it('keeps every cell and every amount of any table, through each delimiter and line ending, in UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(
        tableOf(anywhere),
        ...shape,
        fc.boolean(),
        async (rows, delimiter, lineEnd, quoteAll, isMarked) => {
          const text = write(rows, delimiter, lineEnd, quoteAll);
          const file = await accepted(isMarked ? `\ufeff${text}` : text);
          expect(file.rows).toEqual([proof, ...rows]);
          expect(file.lines).toEqual([proof, ...rows].map((_, index) => index + 2));
        },
      ),
    );
  });

  it('does so in Windows-1252', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(western), ...shape, async (rows, delimiter, lineEnd, quoteAll) => {
        const marked = { ...proof, accountName: 'Zoë ÿ', amount: '0.5' };
        const text = write([...rows, marked], delimiter, lineEnd, quoteAll);
        const file = await accepted(toWindows1252(text));
        expect(file.rows).toEqual([proof, ...rows, marked]);
      }),
    );
  });

  it('returns only rows that the contract accepts, whatever the cells contain', async () => {
    const wild = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '1',
        '1.5',
        '1,5',
        'EUR',
        'WIRE',
        'a@b.example',
        '',
        '00.10',
        'DE89 3704 0044 0532 0130 00',
      ),
      fc.stringMatching(/^[0-9.,' +eE-]{1,45}$/),
    );
    const cells = fc.array(fc.array(wild, { minLength: 9, maxLength: 9 }), { minLength: 1, maxLength: 3 });
    const likely = fc.tuple(
      fc.oneof(fc.stringMatching(/^\+?[0-9]{0,20}[.,]?[0-9]{1,20}$/), wild),
      fc.constantFrom('EUR', 'jpy', 'BTC', 'X'),
      fc.oneof(fc.string({ unit: 'grapheme', minLength: 90, maxLength: 105 }), fc.constant('WIRE')),
      wild,
    );
    let readable = 0;
    await fc.assert(
      fc.asyncProperty(cells, likely, async (records, [amount, currency, method, name]) => {
        const all = [...records, [amount, currency, method, name, '', '', '', '', '']];
        const text = [Object.keys(proof), ...all]
          .map((record) => record.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        for (const content of [text, [Object.keys(proof).join(','), text.split('\n').at(-1)].join('\n')]) {
          const result = await read(content);
          if (!result.ok) continue;
          readable += 1;
          for (const row of result.value.rows)
            expect(PayoutRow.safeParse(row)).toEqual({ success: true, data: row });
        }
      }),
      { numRuns: 500 },
    );
    expect(readable).toBeGreaterThan(10);
  });
});
