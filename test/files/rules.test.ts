import { inWords } from '../../contract/text/complaint.ts';
import { faultText } from '../../contract/text/files/fault-text.ts';
import { noteText } from '../../contract/text/files/note-text.ts';
import { describe, expect, it } from 'vitest';
import type { LearnedRule, PayoutRules } from '../../main/core/ports/index.ts';
import { noRules } from '../../main/core/batches/rules/rules-of-profile.ts';
import { createFiles } from '../../main/files/index.ts';
import { clock, read, simpleRow } from './reading.ts';

const files = createFiles({ clock });
const sepa = {
  ...simpleRow,
  paymentMethodCode: 'SEPA',
  accountName: 'Ada',
  accountNumber: 'DE89370400440532013000',
};

function problemsOf(cells: Partial<typeof simpleRow>, rules = noRules): [string | null, string][] {
  const { problems } = files.checkCells({ ...sepa, ...cells }, rules);
  return problems.map(({ column, fault }) => [column, faultText(fault).message]);
}

async function problemsOfFile(cells: Partial<typeof simpleRow>, rules = noRules): Promise<unknown[]> {
  const row = { ...sepa, ...cells };
  const result = await read(`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`, rules);
  return result.ok
    ? []
    : (result.error.details.problems ?? []).map(inWords).map(({ field, message }) => [field, message]);
}

const wrong: [string, Partial<typeof simpleRow>, string, string][] = [
  ['an account that is no IBAN', { accountNumber: '40019001' }, 'accountNumber', 'This is not an IBAN.'],
  ['DE00123', { accountNumber: 'DE00123' }, 'accountNumber', 'has 7 characters'],
  ['wrong check digits', { accountNumber: 'DE88370400440532013000' }, 'accountNumber', 'check digits'],
  [
    'a country without IBANs',
    { accountNumber: 'XX12345678901234' },
    'accountNumber',
    'no country that uses IBANs',
  ],
  ['no account', { accountNumber: '' }, 'accountNumber', 'SEPA needs the IBAN'],
  ['no name', { accountName: '' }, 'accountName', 'SEPA needs the name'],
];

describe('a row paid by SEPA', () => {
  it.each(wrong)('with %s is a problem in a sheet and in a file alike', async (_, cells, column, message) => {
    const problems = problemsOf(cells);
    expect(problems).toEqual([[column, expect.stringContaining(message)]]);
    expect(await problemsOfFile(cells)).toEqual(problems);
  });

  it('with an IBAN and a name is not a problem, in whatever case the method is written', async () => {
    expect(problemsOf({})).toEqual([]);
    expect(await problemsOfFile({})).toEqual([]);
    for (const paymentMethodCode of ['sepa', 'SEPA_INSTANT', 'Sepa-Credit'])
      expect(problemsOf({ paymentMethodCode, accountNumber: 'DE00123' })).toHaveLength(1);
    expect(problemsOf({ paymentMethodCode: 'SEPARATE', accountNumber: '12' })).toEqual([]);
  });
});

describe('a value that the gateway rejected before', () => {
  const rejectedAt = Date.UTC(2026, 10, 20, 9);
  const rule: LearnedRule = {
    paymentMethodCode: 'CARD',
    paymentOperatorCode: 'ACME',
    column: 'emailAddress',
    rejectedAt,
  };
  const rules: PayoutRules = { ...noRules, learned: [rule] };
  const card = { paymentMethodCode: 'card', paymentOperatorCode: 'ACME', accountNumber: '40019001' };

  it('is a problem with its date, for the same method and operator only', async () => {
    const message =
      'The gateway rejected payouts by CARD through ACME without an e-mail address on 2026-11-20 UTC.';
    expect(problemsOf(card, rules)).toEqual([['emailAddress', message]]);
    expect(await problemsOfFile(card, rules)).toEqual([['emailAddress', message]]);
    expect(problemsOf({ ...card, paymentOperatorCode: '' }, rules)).toEqual([]);
    expect(problemsOf({ ...card, emailAddress: 'ada@example.com' }, rules)).toEqual([]);
  });
});

describe('a code in a different case from the gateway’s', () => {
  const known = (...codes: string[]) =>
    new Map<string, string | null>(codes.map((code) => [code.toLowerCase(), code]));
  const rules: PayoutRules = {
    ...noRules,
    codes: {
      currencyCode: known('USDT_Trc20'),
      paymentMethodCode: known('SEPA').set('wire', null),
      paymentOperatorCode: known('AcmeBank'),
    },
  };
  const cells = {
    currencyCode: 'eur',
    paymentMethodCode: 'sepa',
    paymentOperatorCode: 'ACMEBANK',
  };

  it('is corrected on import, and each correction is reported', async () => {
    const row = { ...sepa, ...cells };
    const lines = [Object.keys(row), Object.values(row), Object.values(row)].map((line) => line.join(','));
    const result = await read(lines.join('\n'), rules);
    if (!result.ok) throw new Error(result.error.message);
    expect(result.value.rows).toMatchObject(
      [1, 2].map(() => ({
        currencyCode: 'EUR',
        paymentMethodCode: 'SEPA',
        paymentOperatorCode: 'AcmeBank',
      })),
    );
    expect(result.value.notes.map(noteText)).toEqual([
      'Currency: eur corrected to EUR in 2 rows.',
      'Method: sepa corrected to SEPA in 2 rows.',
      'Operator: ACMEBANK corrected to AcmeBank in 2 rows.',
    ]);
  });

  it('is corrected while typing, and suggested for existing cells', () => {
    expect(files.normalizeCell('paymentMethodCode', ' sepa ', rules.codes)).toBe('SEPA');
    expect(files.normalizeCell('currencyCode', 'usdt_trc20', rules.codes)).toBe('USDT_Trc20');
    const { problems, row } = files.checkCells({ ...sepa, paymentMethodCode: 'sepa' }, rules);
    expect(row).toBeNull();
    expect(problems).toMatchObject([{ column: 'paymentMethodCode', suggestion: 'SEPA' }]);
  });

  it('stays unchanged if the gateway lists no such code, or two', () => {
    for (const code of ['Giro', 'Wire', 'WIRE'])
      expect(files.normalizeCell('paymentMethodCode', code, rules.codes)).toBe(code);
  });
});

it.each([
  [{ code: 'moreCodesCorrected', codes: 1 }, '1 more code was corrected.'],
  [{ code: 'moreCodesCorrected', codes: 1200 }, '1,200 more codes were corrected.'],
  [
    { code: 'totalRow', row: 57 },
    'Row 57 looks like the total of the rows above, not like a payout. Remove it from the file if it is one.',
  ],
  [
    { code: 'totalRow', row: 1234 },
    'Row 1,234 looks like the total of the rows above, not like a payout. Remove it from the file if it is one.',
  ],
  [{ code: 'retryBegun' }, 'This retry was begun before: its rows are as they were left.'],
  [{ code: 'retriedAlready', payouts: 1, of: 3 }, '1 of 3 payouts is retried already and was left out.'],
  [{ code: 'retriedAlready', payouts: 2, of: 3 }, '2 of 3 payouts are retried already and were left out.'],
  [
    { code: 'cheques', payments: 1 },
    '1 payment asks for a cheque (PmtMtd CHK), which Bursar cannot order. Its method is empty.',
  ],
] as const)('the note %j says what a person should know', (note, words) => {
  expect(noteText(note)).toBe(words);
});
