import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { compareNames, oneEdit } from '../../../main/core/payees/names/compare-names.ts';
import { visualFormOf } from '../../../contract/payees/confusables.ts';
import { Neighbours } from '../../../main/core/payees/neighbours.ts';
import { Parties } from '../../../main/core/payees/parties.ts';
import { labelledNames, qualityOf } from './labelled-names.ts';

it('agrees with a person about nearly all of more than 500 pairs of names in many scripts', () => {
  expect(labelledNames.length).toBeGreaterThanOrEqual(500);
  const same = qualityOf(labelledNames, (label) => label === 'same', compareNames);
  const close = qualityOf(labelledNames, (label) => label === 'same' || label === 'alike', compareNames);
  expect(same.precision).toBe(1);
  expect(same.recall).toBe(1);
  expect(close.precision).toBeGreaterThanOrEqual(0.98);
  expect(close.recall).toBeGreaterThanOrEqual(0.97);
});

it('gives the same result for two names in either order', () => {
  for (const { left, right } of labelledNames)
    expect(compareNames(right, left), `${left} | ${right}`).toBe(compareNames(left, right));
});

it.each([
  ['Germany', 'Meridian GmbH & Co. KG'],
  ['Austria', 'Meridian Ges.m.b.H.'],
  ['United Kingdom', 'Meridian plc'],
  ['United States', 'Meridian L.L.C.'],
  ['Canada', 'Meridian Ltée'],
  ['France', 'SARL Meridian'],
  ['Belgium', 'Meridian BVBA'],
  ['Netherlands', 'Meridian N.V.'],
  ['Italy', 'Meridian S.r.l.s.'],
  ['Spain', 'Meridian, S.L.U.'],
  ['Mexico', 'Meridian S.A.P.I. de C.V.'],
  ['Portugal', 'Meridian, Lda.'],
  ['Brazil', 'Meridian EIRELI'],
  ['Denmark', 'Meridian ApS'],
  ['Sweden', 'Meridian AB'],
  ['Finland', 'Meridian Oy'],
  ['Iceland', 'Meridian ehf.'],
  ['Estonia', 'OÜ Meridian'],
  ['Latvia', 'SIA "Meridian"'],
  ['Lithuania', 'UAB Meridian'],
  ['Poland', 'Meridian Sp. z o.o.'],
  ['Czechia', 'Meridian, s.r.o.'],
  ['Hungary', 'Meridian Kft.'],
  ['Romania', 'S.C. Meridian S.R.L.'],
  ['Bulgaria', 'Meridian EOOD'],
  ['Croatia', 'Meridian d.o.o.'],
  ['Greece', 'Meridian A.E.'],
  ['Turkey', 'Meridian A.Ş.'],
  ['Russia', 'ООО Meridian'],
  ['Ukraine', 'ТОВ «Meridian»'],
  ['India', 'Meridian Pvt. Ltd.'],
  ['Singapore', 'Meridian Pte. Ltd.'],
  ['Malaysia', 'Meridian Sdn. Bhd.'],
  ['Australia', 'Meridian Pty Ltd'],
  ['Indonesia', 'PT Meridian Tbk'],
  ['Vietnam', 'Công ty TNHH Meridian'],
  ['Thailand', 'บริษัท Meridian จำกัด'],
  ['Thailand, public', 'Meridian จำกัด (มหาชน)'],
  ['China', 'Meridian 有限公司'],
  ['Taiwan', 'Meridian 有限責任公司'],
  ['Japan, limited partnership', '合資会社Meridian'],
  ['Japan, older characters', '株式會社Meridian'],
  ['Japan', '株式会社Meridian'],
  ['South Korea', '(주)Meridian'],
  ['Kuwait', 'Meridian W.L.L.'],
])('a legal form of %s does not make a name different', (_country, name) => {
  expect(compareNames(name, 'MERIDIAN')).toBe('same');
});

it('a name that is only a legal form remains a name', () => {
  expect(compareNames('Limited', 'GmbH')).toBe('different');
  expect(compareNames('', 'GmbH')).toBe('different');
});

it('numbers distinguish names, however long they are', () => {
  expect(compareNames('Waterfront Storage Unit 14', 'Waterfront Storage Unit 15')).toBe('different');
});

it('letters that look like others are read from the left, and an i does not become the second letter of a pair', () => {
  const looks = Object.entries({
    burn: 'bum',
    vvv: 'wv',
    ccl: 'cd',
    cia: 'cla',
    rrnn: 'rmn',
    r: 'r',
    klm: 'klm',
    '': '',
  });
  for (const [word, look] of looks) expect(visualFormOf(word), word).toBe(look);
});

it('an index finds the look-alikes that comparing the labelled names one by one finds', () => {
  const parties = new Parties(labelledNames.length);
  const numbers = labelledNames.map(({ left }) => parties.add({ name: left, account: '' }));
  for (const [index, { left, right }] of labelledNames.entries()) {
    const match = parties.match({ name: right, account: '' }).find(({ number }) => number === numbers[index]);
    const relation = compareNames(left, right);
    const expected = relation === 'same' || relation === 'alike' ? relation : null;
    expect(match?.name ?? null, `${left} | ${right}`).toBe(expected);
  }
});

it.each([
  ['of any character', true],
  ['of a letter', false],
])('neighbours are found for every text one edit %s away, and for the text itself', (_edit, editsDigits) => {
  const letters = 'ab1';
  const texts = [''];
  for (const text of texts)
    if (text.length < 5) texts.push(...Array.from(letters, (letter) => text + letter));
  const neighbours = new Neighbours(texts.length, { editsDigits });
  for (const [number, text] of texts.entries()) neighbours.add(number, [text]);
  for (const text of texts) {
    const found = new Set(neighbours.find([text]));
    const counts = (edit: string | null) => edit !== null && (editsDigits || !edit.includes('1'));
    const missed = texts.filter((other, number) => counts(oneEdit(text, other)) && !found.has(number));
    expect(missed, text).toEqual([]);
  }
});

it('neighbours are found among many texts, entered in steps or at once, and each once', () => {
  const count = 20_000;
  const textOf = (number: number): string =>
    createHash('sha256').update(String(number)).digest('base64url').slice(0, 12);
  for (const parts of [5, Infinity]) {
    const neighbours = new Neighbours(count, { editsDigits: true });
    for (let number = 0; number < count; number += 1) neighbours.add(number, [textOf(number)]);
    while (neighbours.enter(parts) > 0);
    const missed: number[] = [];
    let byChance = 0;
    for (let number = 0; number < count; number += 7) {
      const text = textOf(number);
      const place = number % text.length;
      const others = [
        text,
        `${text.slice(0, place)}${text.slice(place + 1)}`,
        `${text.slice(0, place)}~${text.slice(place)}`,
      ];
      for (const other of others) {
        const found = neighbours.find([other]);
        if (found.filter((each) => each === number).length !== 1) missed.push(number);
        byChance += found.length - 1;
      }
    }
    expect(missed).toEqual([]);
    // Different texts of one hash, which is of 32 bits.
    expect(byChance).toBeLessThan(count / 100);
    expect(() => neighbours.add(0, ['late'])).toThrow('after a search');
  }
});
