import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { iban, painMessage, type Message } from '../../files/messages/pain-001.ts';
import { withConnectedApp } from '../kit/connected-app.ts';
import { bringFile, checkAndRelease, readDownload, stateCount } from '../kit/steps.ts';

let page: Page;

withConnectedApp('payment-file', { isConfirming: true }, (opened) => {
  ({ page } = opened);
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
  await page.getByRole('button', { name: 'Export report' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Status report \(pain\.002\)/ }).click(),
  ]);
  const { name, bytes } = await readDownload(download);
  expect(name).toBe('MAY-report.xml');
  const report = bytes.toString('utf8');
  expect(report).toContain('<OrgnlMsgId>MAY</OrgnlMsgId>');
  expect(report.match(/<TxSts>ACSC<\/TxSts>/g)).toHaveLength(2);
  for (const id of ['MAY/1', 'MAY/2']) expect(report).toContain(`<OrgnlEndToEndId>${id}</OrgnlEndToEndId>`);

  await bring(payments('JUNE', ['1210.00', '31.00']));
  await checkAndRelease(page, '2 payouts');
  await stateCount(page, 'paid', 2).waitFor();
});
