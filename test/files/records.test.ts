import * as fc from 'fast-check';
import { composeIBAN, countrySpecs, validateIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { ibanLengths } from '../../contract/payees/iban-lengths.ts';
import { isSurelyIban } from '../../main/files/cells/account.ts';
import { largestRecordBytes } from '../../main/files/limits.ts';
import { readPlainRecords } from '../../main/files/tables/plain-records.ts';
import { parseStrictly } from '../../main/files/tables/records.ts';

const pieces = fc.constantFrom('"', '""', '\n', '\r\n', '\r', ',', ';', ' ', 'a', 'Ж', '😀', '\ufeff', '1.5');

/** Of text that can be read fast: the records as csv-parse gives them, and nothing where it finds a fault. */
function expectSameRecords(text: string, delimiter: ',' | ';'): void {
  const strict = parseStrictly(Buffer.from(text), delimiter);
  const plain = readPlainRecords(text, delimiter);
  if (plain !== null) expect({ records: plain, fault: null }).toEqual(strict);
}

describe('records read without csv-parse', () => {
  it('equal those that csv-parse reads', () => {
    const cell = fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join(''));
    const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
    const texts = fc
      .array(fc.oneof(cell, quoted, pieces), { maxLength: 30 })
      .chain((cells) => fc.constantFrom('', ',', '\n').map((between) => cells.join(between)));
    fc.assert(fc.property(texts, fc.constantFrom(',' as const, ';' as const), expectSameRecords), {
      numRuns: 3000,
    });
  });

  it('are read if a spreadsheet wrote them, with quotes, and with either line ending', () => {
    const rows = ['a,b', '1,"x, ""y"""', ',', '""', '', '"line\nend",z'];
    for (const text of [`${rows.join('\n')}\n`, rows.join('\r\n')]) {
      const plain = readPlainRecords(text, ',');
      expect(plain).not.toBeNull();
      expectSameRecords(text, ',');
    }
  });

  it('leave a record that may be too long, and every error, to csv-parse', () => {
    for (const text of ['x'.repeat(largestRecordBytes), 'a"b', '"a"b', '"a', 'a\rb', 'a\n"b\r'])
      expect(readPlainRecords(text, ',')).toBeNull();
  });
});

describe('an IBAN that is recognised at once', () => {
  const countries = Object.keys(countrySpecs);
  const capitals = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const account = fc
    .integer({ min: 8, max: 30 })
    .chain((length) =>
      fc.oneof(
        fc.array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length }),
        fc.array(fc.constantFrom(...capitals), { minLength: length, maxLength: length }),
      ),
    );

  it('has the length that a search for blocked accounts expects of its country', () => {
    const lengths = countries.flatMap((country) => {
      const length = countrySpecs[country]?.chars ?? null;
      return length === null ? [] : [`${country}${length}`];
    });
    expect(ibanLengths).toEqual(lengths.toSorted());
  });

  it('is one in which ibantools finds no error, and vice versa', () => {
    let valid = 0;
    const hold = (iban: string): void => {
      if (validateIBAN(iban).valid) valid += 1;
      expect([iban, isSurelyIban(iban)]).toEqual([iban, validateIBAN(iban).valid]);
    };
    fc.assert(
      fc.property(fc.constantFrom(...countries), account, fc.nat(99), (country, characters, check) => {
        const length = (countrySpecs[country]?.chars ?? 20) - 4;
        const bban = characters.join('').repeat(4).slice(0, length);
        hold(`${country}${String(check).padStart(2, '0')}${bban}`);
        const composed = composeIBAN({ countryCode: country, bban });
        if (composed === null) return;
        hold(composed);
        // The other check digits with the same remainder are not those of ISO 7064.
        const digits = Number(composed.slice(2, 4));
        for (const other of [digits + 97, digits - 97])
          if (other >= 0 && other <= 99) hold(`${country}${String(other).padStart(2, '0')}${bban}`);
        hold(`${composed.slice(0, -1)}${composed.at(-1) === '1' ? '2' : '1'}`);
        hold(composed.toLowerCase());
      }),
      { numRuns: 2000 },
    );
    expect(valid).toBeGreaterThan(200);
  });
});
