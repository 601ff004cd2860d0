import { describe, expect, it } from 'vitest';
import { must, newDesk, type Desk } from '../../kit/sheet-desk.ts';

async function deskWithProfile(): Promise<Desk> {
  return (await newDesk()).desk;
}

const header = 'amount,currency,method,name,account';
const certain = '2.50,EUR,CARD,Ana,9001';

/** The file of a sheet with these rows and a certain one. */
async function saved(desk: Desk, rows: readonly string[], format: 'csv' | 'xlsx'): Promise<Buffer> {
  const bytes = Buffer.from([header, ...rows, certain].join('\n'));
  const { sheetId } = await desk.opened({ kind: 'file', fileName: 'typed.csv', bytes });
  return Buffer.from(must(await desk.sheets['sheets.export']({ sheetId, format }, desk.call)).bytes);
}

/** What a window makes of the first amount of a file: a question, a problem, or the amount that it would pay. */
async function readAgain(desk: Desk, bytes: Buffer): Promise<string> {
  const opening = must(await desk.open({ kind: 'file', fileName: 'again', bytes }));
  if (opening.kind !== 'opened') return opening.kind === 'decimalSignNeeded' ? 'asked' : opening.kind;
  const [first] = await desk.rows(opening.sheet.sheetId);
  return first?.problems.some(({ column }) => column === 'amount') === true
    ? `problem: ${first.cells.amount}`
    : (first?.cells.amount ?? '');
}

describe.each(['csv', 'xlsx'] as const)('a sheet that is saved as %s and read again', (format) => {
  it.each(['1.000', '1.230', '12.500', '1.234'])(
    'never pays %s EUR, which was a problem because it may be thousands',
    async (amount) => {
      const desk = await deskWithProfile();
      const bytes = await saved(desk, [`${amount},EUR,CARD,Ben,9002`], format);
      expect(await readAgain(desk, bytes)).toBe(format === 'csv' ? `problem: ${amount}` : 'asked');
      const imported = await desk.sheets['batches.import'](
        { profileName: 'main', fileName: 'again', bytes },
        desk.call,
      );
      const { code, details } = imported.ok ? {} : imported.error;
      expect(code).toMatch(/^file(?:HasErrors|Ambiguous)$/);
      expect(details?.problems?.map(({ field }) => field)).toEqual(['amount']);
    },
  );

  it('does not decide that 1.000 is 1 while its currency is a problem', async () => {
    const desk = await deskWithProfile();
    const bytes = await saved(desk, ['1.000,Euros?,CARD,Ben,9002'], format);
    expect(await readAgain(desk, bytes)).toBe(format === 'csv' ? '1.000' : 'asked');
  });

  it('pays an amount that is certain as it is', async () => {
    const desk = await deskWithProfile();
    const rows = ['1234.500,KWD,CARD,Ben,9002', '2.500,KWD,CARD,Cem,9003'];
    const again = await desk.opened({
      kind: 'file',
      fileName: 'again',
      bytes: await saved(desk, rows, format),
    });
    expect(again.problemRows).toBe(0);
    expect(again.totals.map(({ currencyCode, amount }) => [currencyCode, Number(amount)])).toEqual([
      ['EUR', 2.5],
      ['KWD', 1237],
    ]);
  });
});
