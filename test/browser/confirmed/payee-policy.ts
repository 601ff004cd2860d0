import { expect, it } from 'vitest';
import { elsewhere } from '../kit/elsewhere.ts';
import { app, page } from '../kit/shared-app.ts';
import { bringFile, csvFile, exported, goTo } from '../kit/steps.ts';
import { header, list, part } from './payees.ts';

it('I5: records a verification after a confirmation outside the page, and shows it from then on', async () => {
  await goTo(page, '/payees?q=ann');
  await list().getByText('Ann Bates').click();
  const record = async (number: string): Promise<void> => {
    await page.getByRole('button', { name: 'Record verification' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record verification of Ann Bates' });
    await dialog.getByLabel('Person called').fill('Ann Bates');
    await dialog.getByLabel('Phone number').fill(number);
    await dialog.getByLabel('Source of the number').fill('Contract of 2019');
    await dialog.getByLabel('Verified by').fill('Kim Doe');
    // A click beside it does not lose what was typed.
    await page.mouse.click(5, 300);
    await dialog.getByRole('button', { name: 'Record verification' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await record('+44 20 1');
  await record('+44 20 2');
  const records = part('Verifications and blocks');
  for (const number of ['+44 20 1', '+44 20 2'])
    await records.getByText(`Called Ann Bates on ${number}. Number from: Contract of 2019`).waitFor();
  expect(await records.getByText('Kim Doe').count()).toBe(2);
  await page.getByRole('link', { name: 'Activity', exact: true }).last().click();
  const events = page.getByRole('grid', { name: 'Events' });
  await events.getByText(/Called Ann Bates on \+44 20 2\./).waitFor();
  await page.getByText('at most the newest 5,000 are included').waitFor();
  expect(await events.getByText('Nordwind GmbH').count()).toBe(0);
});

it('marks a blocked payee and does not release its batch; the list filters and exports', async () => {
  const get = elsewhere(page);
  await goTo(page, '/payees?q=ann');
  await list().getByText('Ann Bates').click();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Block Ann Bates?' })
    .getByRole('button', { name: 'Block payee' })
    .click();
  await page.getByText('Blocked: nothing is released to this payee').waitFor();
  await bringFile(page, csvFile('ann.csv', [header, '90.00,USD,BANK_TRANSFER,Ann Bates,acc 1,,Invoice 8']));
  await page.getByRole('button', { name: 'Check and release 1 payout' }).click();
  const why = 'Findings about payees block the release. See below.';
  await page.getByLabel(why).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').getByText(why).waitFor();
  const stopped = page.getByRole('button', { name: 'Release 1 payout …' });
  await stopped.and(page.locator(':disabled')).waitFor();
  await page.getByText('1 row to a blocked payee (row 1), which blocks release.').waitFor();
  const draft = new URL(page.url()).hash.slice(1);
  await goTo(page, '/payees');
  await page.getByRole('button', { name: 'Blocked', exact: true }).click();
  await page.getByText('Blocked payees of the sandbox environment, the last blocked first').waitFor();
  await expect.poll(() => list().getByRole('row').count()).toBe(2);
  await list().getByText('Ann Bates').waitFor();
  const { name, bytes } = await exported(page, /^CSV/);
  expect(name).toMatch(/^payees-.*\.csv$/);
  // Those that are listed.
  expect(bytes.toString('utf8')).toContain('Ann Bates');
  expect(bytes.toString('utf8')).not.toContain('Nordwind GmbH');
  await goTo(page, '/payees?q=ann');
  await list().getByText('Ann Bates').click();
  await page.getByRole('button', { name: 'Unblock', exact: true }).click();
  await page.getByText('Payee unblocked. It may be paid again.').waitFor();
  await goTo(page, draft);
  await stopped.and(page.locator(':enabled')).click();
  // Blocked in another window while the release stands open, which says so.
  const dialog = page.getByRole('dialog', { name: 'Release 1 payout?' });
  const confirm = dialog.getByRole('button', { name: 'Release 1 payout' });
  await confirm.and(page.locator(':enabled')).waitFor();
  const [ann] = (await get('payees.list', { search: 'ann', limit: 1 })).payees;
  await get('payees.block', { payeeId: ann?.payeeId ?? '' });
  await dialog.getByText('Findings about payees block the release.').waitFor();
  await confirm.and(page.locator(':disabled')).waitFor();
  await dialog.getByRole('button', { name: 'Not now' }).click();
});

it('I5: changes the payee policy after a confirmation outside the page', async () => {
  await goTo(page, '/settings/payees');
  await page.getByRole('combobox', { name: 'New payee' }).click();
  await page.getByRole('option', { name: 'Block release' }).click();
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).fill('EUR');
  await page.getByRole('textbox', { name: 'From amount' }).fill('1,000');
  await page.getByRole('textbox', { name: 'Hours' }).fill('24');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await page.getByRole('combobox', { name: 'Currency' }).last().fill('eur');
  await page.getByRole('textbox', { name: 'From amount' }).last().fill('500');
  await page.getByText('This currency is already in the list.').first().waitFor();
  const save = page.getByRole('button', { name: 'Save payee policy' });
  expect(await save.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Remove the amount for eur' }).last().click();
  await save.click();
  await page.getByText('Payee policy saved.').waitFor();
  await goTo(page, '/settings/you');
  await page.getByRole('textbox', { name: 'From amount' }).waitFor({ state: 'detached' });
  await goTo(page, '/settings/payees');
  await page.getByRole('textbox', { name: 'From amount' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'From amount' }).inputValue()).toBe('1,000');
  expect(await page.getByRole('combobox', { name: 'New payee' }).innerText()).toContain('Block release');
  // A draft that it blocks says what can be done, also about a payee who is in no list yet.
  await bringFile(page, csvFile('new.csv', [header, '2000.00,EUR,BANK_TRANSFER,Nova Ltd,ACC-79,,Invoice 9']));
  await page.getByRole('button', { name: 'Check and release 1 payout' }).click();
  await page
    .getByText(/^Verify the accounts under Payees, and import new payees there as verified, /)
    .waitFor();
  expect(app.faults).toEqual([]);
});
