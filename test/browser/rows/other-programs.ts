import { Buffer } from 'node:buffer';
import writeXlsxFile from 'write-excel-file/node';
import { expect, it } from 'vitest';
import { iban, painMessage, type Message } from '../../files/messages/pain-001.ts';
import { cell, untilShown } from '../kit/payout-rows.ts';
import {
  bringFile,
  checkAndRelease,
  chooseOption,
  csvFile,
  problemCount,
  exported,
  repairNext,
  stateCount,
  type BroughtFile,
} from '../kit/steps.ts';
import { keepPicture, lookedAt } from '../kit/keep-picture.ts';
import { app, merchant, page } from '../kit/shared-app.ts';

const header = ['Was', 'Wieviel', 'Womit', 'Worin', 'Wer', 'Wohin'];

it('asks once what the columns of a workbook are, and remembers it for the next one with the same header', async () => {
  const october = await workbookOf('october.xlsx', [
    ['Rent', 1250.5, 'BANK_TRANSFER', 'USD', 'Harrison & Cole LLP', '021000021-104552'],
    ['Print', 99.001, 'BANK_TRANSFER', 'USD', 'Ashworth Print Ltd', '200000-55779911'],
    ['Post', 'seventeen', 'BANK_TRANSFER', 'USD', 'Northwind Couriers', '111000025-770120'],
  ]);
  await bringFile(page, october);
  const mapping = page.getByRole('dialog', { name: 'Which column is which?' });
  await mapping.getByText('Ashworth Print Ltd').waitFor();
  await mapping.getByText(/^Bursar does not recognise every needed column .* Choose what each/).waitFor();
  const read = mapping.getByRole('button', { name: 'Read the rows' });
  for (const [title, field] of [
    ['Was', 'Reference'],
    ['Wieviel', 'Amount *'],
    ['Womit', 'Method *'],
    ['Worin', 'Currency *'],
    ['Wer', 'Name'],
    ['Wohin', 'Account'],
  ] as const)
    await chooseOption(page, `What ${title} is`, field);
  await mapping.getByText('Bursar remembers this').waitFor();
  await read.click();
  await mapping.waitFor({ state: 'detached' });

  await problemCount(page, 2).waitFor();
  await page.getByRole('gridcell', { name: '1,250.50', exact: true }).waitFor();
  await page.getByRole('grid').focus();
  await repairNext(page, '99.00', 1);
  await repairNext(page, '17', 0);
  await checkAndRelease(page, '3 payouts');
  await stateCount(page, 'paid', 3).waitFor();
  const ofWorkbook = merchant.server.gateway
    .book()
    .filter(({ body }) => /Harrison|Ashworth|Northwind/.test(body));
  expect(ofWorkbook.map(({ amount }) => amount).toSorted()).toEqual(['1250.5', '17', '99.00']);

  const november = await workbookOf('november.xlsx', [
    ['November rent', 1300, 'BANK_TRANSFER', 'USD', 'Harrison & Cole LLP', '021000021-104552'],
  ]);
  await bringFile(page, november);
  await page.getByRole('heading', { name: 'november.xlsx', level: 1 }).waitFor();
  await page.getByRole('gridcell', { name: '1,300.00', exact: true }).waitFor();
  await problemCount(page, 0).getByText('1 row', { exact: true }).waitFor();

  // The worksheet and the row of the header are chosen from the summary, also after it was put away.
  const december = await reportOf('december.xlsx', [
    ['Was', 'Wieviel', 'Womit', 'Worin', 'Wer', 'Wohin'],
    ['Bonus', 77, 'BANK_TRANSFER', 'USD', 'Harrison & Cole LLP', '021000021-104552'],
  ]);
  await bringFile(page, december);
  await mapping.getByRole('combobox', { name: 'Worksheet' }).waitFor();
  await chooseOption(page, 'Worksheet', 'Payouts');
  // The header is found below the title, and another row can be taken for it.
  await mapping.getByText('Harrison & Cole LLP').waitFor();
  const useRow = async (row: string): Promise<void> => {
    await mapping.getByLabel('Header row').fill(row);
    await mapping.getByRole('button', { name: `Use row ${row}` }).click();
  };
  await useRow('1');
  await mapping.getByText('Bonus report').first().waitFor();
  await useRow('2');
  await mapping.getByText('Harrison & Cole LLP').waitFor();
  await keepPicture(page, 'worksheet', lookedAt);
  await mapping.getByRole('button', { name: 'Read the rows' }).click();
  await page.getByRole('gridcell', { name: '77.00', exact: true }).waitFor();
  const summary = page.getByRole('region', { name: 'Import summary' });
  await summary.getByText('Read from the worksheet “Payouts”. 1 other worksheet was not imported.').waitFor();
  await summary.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await summary.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Import summary' }).click();
  await summary.getByRole('button', { name: 'Change columns' }).click();
  await mapping.getByText('Bonus', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(app.faults).toEqual([]);
});

const payments = (messageId: string, amounts: readonly string[]): Message => ({
  messageId,
  groups: [
    {
      id: 'SALARIES',
      serviceLevel: 'SEPA',
      head: '<ReqdExctnDt><Dt>2026-11-25</Dt></ReqdExctnDt>',
      payments: amounts.map((amount, index) => ({
        endToEndId: `${messageId}/${index + 1}`,
        amount,
        name: `Payee ${index + 1}`,
        account: iban(index === 0 ? 'DE89370400440532013000' : 'NL91ABNA0417164300'),
        remittance: `<Ustrd>Salary ${messageId}</Ustrd>`,
      })),
    },
  ],
});

const bring = (message: Message): Promise<void> =>
  bringFile(page, {
    name: `${message.messageId}.xml`,
    mimeType: 'application/xml',
    buffer: Buffer.from(painMessage(message)),
  });

it('asks once for the methods of a payment file, says what is not sent, and answers it with a pain.002', async () => {
  await bring(payments('MAY', ['1200.50', '30.25']));
  const dialog = page.getByRole('dialog', { name: 'Choose payment methods' });
  await dialog.getByText('2 payouts').waitFor();
  // The methods of the gateway are offered.
  await dialog.getByRole('combobox', { name: /^Method for EUR/ }).fill('se');
  await page.getByRole('option', { name: /^SEPA/ }).click();
  // As in every form, Enter does what its button does.
  await dialog.getByRole('button', { name: 'Read the rows' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Not sent to the gateway: PmtInf/ReqdExctnDt/Dt (2026-11-25).').waitFor();
  await checkAndRelease(page, '2 payouts');
  await stateCount(page, 'paid', 2).waitFor();
  const { name, bytes } = await exported(page, /^Status report \(pain\.002\)/, 'Export report');
  expect(name).toBe('MAY-report.xml');
  const report = bytes.toString('utf8');
  expect(report).toContain('<OrgnlMsgId>MAY</OrgnlMsgId>');
  expect(report.match(/<TxSts>ACSC<\/TxSts>/g)).toHaveLength(2);
  for (const id of ['MAY/1', 'MAY/2']) expect(report).toContain(`<OrgnlEndToEndId>${id}</OrgnlEndToEndId>`);

  await bring(payments('JUNE', ['1210.00', '31.00']));
  await page.getByRole('gridcell', { name: '1,210.00', exact: true }).waitFor();
  await problemCount(page, 0).getByText('2 rows', { exact: true }).waitFor();
  expect(await page.getByRole('gridcell', { name: 'SEPA', exact: true }).count()).toBe(2);
});

it('copies an amount of three decimals so that a spreadsheet whose decimal sign is the comma reads it as it is', async () => {
  const rows = ['2.345,EUR', '2.500,KWD', '12.50,EUR'].map(
    (money, place) => `${money},CARD,Fay ${place},X${place}`,
  );
  await bringFile(page, csvFile('dinars.csv', ['amount,currency,method,name,account', ...rows]));
  await untilShown(page, ['Fay 0 2.345', 'Fay 1 2.500', 'Fay 2 12.50']);
  await problemCount(page, 1).waitFor();
  const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
  await cell(page, '12.50').click();
  await page.keyboard.press('Control+Shift+ArrowUp');
  await page.keyboard.press('Control+c');
  // The first is a problem, and stays as it was typed.
  await expect.poll(copied).toBe('2.345\n2.5000\n12.50\n');
  await cell(page, '2.500').click();
  await page.keyboard.press('Control+c');
  await expect.poll(copied).toBe('2.5000');
  // Within Bursar it is copied as it stands.
  await cell(page, '12.50').click();
  await page.keyboard.press('Control+v');
  await untilShown(page, ['Fay 0 2.345', 'Fay 1 2.500', 'Fay 2 2.500']);
  expect(app.faults).toEqual([]);
});

type Value = string | number;
const cellOf = (value: Value) =>
  typeof value === 'number' ? { type: Number, value } : { type: String, value };
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook whose payouts are on its second worksheet, below a title. */
async function reportOf(name: string, rows: readonly (readonly Value[])[]): Promise<BroughtFile> {
  const title = [[cellOf('Bonus report')], ...rows.map((row) => row.map(cellOf))];
  const sheets = [
    { sheet: 'About', data: [[cellOf('Who asked for this report')]] },
    { sheet: 'Payouts', data: title },
  ];
  return { name, mimeType, buffer: Buffer.from(await writeXlsxFile(sheets).toBuffer()) };
}

async function workbookOf(name: string, rows: readonly (readonly Value[])[]): Promise<BroughtFile> {
  const cells = [header, ...rows].map((row) => row.map(cellOf));
  const buffer = await writeXlsxFile(cells).toBuffer();
  return {
    name,
    mimeType,
    buffer: Buffer.from(buffer),
  };
}
