import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importedChangeText } from '../../../contract/text/approvals.ts';
import { runCli } from '../../kit/run-cli.ts';
import { dropFile } from '../kit/drop-file.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { answerOf, intercept } from '../kit/intercept.ts';
import { newFolder, openApp, type OpenApp } from '../kit/open-app.ts';
import {
  bringFile,
  csvFile,
  fillProfile,
  goTo,
  holdMessages,
  savedBy,
  release,
  type BroughtFile,
} from '../kit/steps.ts';
import { app, merchant, page } from '../kit/shared-app.ts';

const bursarFile = (name: string, buffer: Buffer): BroughtFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
});
/** Opens the page anew with an answer that soon expires, and is read again by itself; so is the next one, which has expired when it arrives. */
async function readAgainOnceExpired(on: Page, operation: string): Promise<void> {
  const isReadAgain = Promise.withResolvers<void>();
  const expiries: number[] = [];
  const leaveAsItIs = await intercept(on, `**/${operation}`, async (route) => {
    const isOver = Date.now() >= (expiries.at(-1) ?? 0);
    if (isOver && expiries.length === 2) isReadAgain.resolve();
    else if (isOver) expiries.push(Date.now() + (expiries.length === 0 ? 2000 : 1));
    const isSecond = expiries.length === 2;
    const expiresAt = expiries.at(-1) ?? 0;
    const response = await answerOf(route);
    const soon = new Date(expiresAt).toISOString();
    const answer = (await response.body()).toString('latin1');
    const body = answer.replaceAll(/"expiresAt":"[^"]+"/g, `"expiresAt":"${soon}"`);
    expect(body).toContain(soon);
    if (isSecond) await expect.poll(() => Date.now()).toBeGreaterThan(expiresAt);
    await route.fulfill({ response, body: Buffer.from(body, 'latin1') });
  });
  await on.reload();
  // Also while nobody sees the page.
  await on.evaluate(() => {
    const world = Object(globalThis);
    Object.defineProperty(world.document, 'visibilityState', { get: () => 'hidden' });
    world.dispatchEvent(new Event('visibilitychange'));
  });
  await isReadAgain.promise;
  leaveAsItIs();
}

/** A Bursar of Ann's own, which knows no merchant. */
const annsFolder = newFolder();
const cardFile = path.join(newFolder(), 'ann.bursar');
let ann: OpenApp;
beforeAll(async () => {
  const words = ['approver', 'card', '--name', 'Ann', '--out', cardFile, '--data-dir', annsFolder];
  expect((await runCli(words)).exitCode).toBe(0);
  ann = await openApp(annsFolder, { isConfirming: true });
}, 180_000);
afterAll(() => ann.close());

const part = (on: Page, name: string): Locator => on.getByRole('region', { name, exact: true });

it('a batch waits for the approval that the policy requires, which another person signs on a computer without a key', async () => {
  await goTo(page, '/activity');
  await page.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1).waitFor();
  await goTo(page, '/settings/approvals');
  await page
    .getByLabel('Approver card', { exact: true })
    .setInputFiles(bursarFile('ann.bursar', readFileSync(cardFile)));
  await page.getByRole('list', { name: 'Approvers' }).getByText('Ann').waitFor();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await currency.fill('€');
  await page.getByText('A code is written like EUR or USDT_TRC20.').waitFor();
  await currency.fill('EUR');
  await page.getByRole('textbox', { name: 'Batch from' }).fill('1.00');
  await page.getByRole('button', { name: 'Save policy' }).click();
  await page.getByText('Approval policy saved.').waitFor();

  // The last events are those of the approver and the policy, which a browser does not list.
  await goTo(page, '/activity');
  await page.getByText('leaves out events of approvers, policies and live profiles').waitFor();
  await page.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1).waitFor();
  expect(await page.getByRole('button', { name: /^Show .* newer$/ }).count()).toBe(0);

  await bringFile(
    page,
    csvFile('salaries.csv', [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference',
      '1200.00,EUR,BANK_TRANSFER,Ada Lovelace,ACC-77,SANDBOX_BANK,March',
      '900.00,EUR,BANK_TRANSFER,Grace Hopper,MT84MALT011000012345MTLCAST001S,SANDBOX_BANK,March',
    ]),
  );
  await page.getByRole('button', { name: 'Check and release 2 payouts' }).click();
  await part(page, 'Approvals').getByText('0 of 1 approval').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Release 2 payouts …' }).isDisabled()).toBe(true);
  const saved = async (on: Page, button: Locator): Promise<BroughtFile> => {
    const { name, bytes } = await savedBy(on, button);
    return bursarFile(name, bytes);
  };
  const request = () =>
    saved(page, part(page, 'Approvals').getByRole('button', { name: 'Save approval request' }));
  const importFile = (file: BroughtFile) =>
    part(page, 'Approvals').getByLabel('Approval file').setInputFiles(file);

  // Ann opens it.
  await goTo(ann.page, '/approvals');
  await ann.page.getByLabel('Signed file').setInputFiles(await request());
  const paid = ann.page.getByRole('grid', { name: 'Payouts of the request' });
  await ann.page.locator('[aria-label="Opened file"]:focus').getByText('Ada Lovelace').first().waitFor();
  // Every column is in view on a small screen, and what is compared with other documents is not cut.
  await ann.page.setViewportSize({ width: 1024, height: 700 });
  const account = paid.getByText('MT84MALT011000012345MTLCAST001S');
  const orderId = paid.getByText(/^\w{6}….{3}-2$/);
  // An account number may exist at several operators.
  const method = paid.getByText('BANK_TRANSFER · SANDBOX_BANK', { exact: true }).first();
  for (const whole of [paid, method, account, orderId])
    await expect
      .poll(() => whole.evaluate((cell) => Object(cell).scrollWidth - Object(cell).clientWidth))
      .toBe(0);
  await ann.page.getByText('2,100.00').first().waitFor();
  const rejects = ann.page.getByRole('button', { name: 'Reject', exact: true });
  expect(await rejects.isDisabled()).toBe(true);
  const note = ann.page.getByRole('textbox', { name: 'Note' });
  await note.fill('Wrong account');
  await importFile(await saved(ann.page, rejects));
  await ann.page.getByText(/^Rejected\. Download started: /).waitFor();
  // The screen says what is next, and signs the same decision no second time.
  const decision = part(ann.page, 'Decision');
  const next = decision.getByRole('status');
  await next
    .getByText(/^Rejected\. Send the saved file back to .* counts once the file is imported there\.$/)
    .waitFor();
  expect(await rejects.count()).toBe(0);
  await decision.getByRole('button', { name: 'Change decision' }).click();
  // The reason of a rejection is not signed as the note of an approval.
  expect(await note.inputValue()).toBe('');
  await decision.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await decision.getByText(/^Wherever the rejection is imported, no approval .* Ask /).waitFor();
  expect(await rejects.count()).toBe(0);
  await saved(ann.page, decision.getByRole('button', { name: 'Approve', exact: true }));
  // Nor does the file that was just made.
  await expect
    .poll(() => next.innerText())
    .toMatch(/^Approved, valid until .* Wherever the rejection is imported, no approval .* Ask /);
  await part(page, 'Approvals')
    .getByText(/^Rejected by Ann, .*“Wrong account”$/)
    .waitFor();
  // No approval of it counts any longer.
  await part(page, 'Approvals')
    .getByText(/^Requested by .*, rejected/)
    .waitFor();
  // One that has expired cannot be approved, and says why.
  const endExpired = await intercept(ann.page, '**/approvals.show', async (route) => {
    const response = await answerOf(route);
    const answer = (await response.body()).toString('latin1');
    // Of the same length, which stands before it.
    const body = answer
      .replace('"isExpired":false', '"isExpired": true')
      .replaceAll('"reference":"March"', '"reference":"1\xE2\x80\xAE2"');
    await route.fulfill({ response, body: Buffer.from(body, 'latin1') });
  });
  await ann.page.getByLabel('Signed file').setInputFiles(await request());
  await decision.getByText(/^The request has expired, .* Ask .* for a new one\.$/).waitFor();
  expect(await decision.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  // Its signer may have hidden a character that turns the reading direction.
  await paid.getByText('1\uFFFD2').first().waitFor();
  endExpired();
  // A new request may be approved; its form is empty.
  await dropFile(ann.page.getByRole('heading', { name: 'Approvals', level: 1 }), await request());
  await expect
    .poll(async () => ((await note.count()) === 1 ? note.inputValue() : null), { timeout: 60_000 })
    .toBe('');
  await importFile(
    await saved(
      ann.page,
      ann.page.getByRole('button', { name: 'Approve', exact: true }).and(ann.page.locator(':enabled')),
    ),
  );
  await next.getByText(/^Approved, valid until .*\. Send the saved file back to /).waitFor();
  expect(await decision.getByRole('button', { name: /^(Approve|Reject)$/ }).count()).toBe(0);
  const again = await saved(ann.page, decision.getByRole('button', { name: 'Save file again' }));
  expect(again.name).toMatch(/^approval-.*\.bursar$/);
  expect(ann.faults).toEqual([]);
  await part(page, 'Approvals').getByText('1 of 1 approval').waitFor();
  await part(page, 'Approvals')
    .getByRole('listitem')
    .filter({ hasText: /^Approved by Ann.*, valid until \S/ })
    .waitFor();
  await readAgainOnceExpired(page, 'approvals.status');
  await page.getByRole('button', { name: 'Release 2 payouts …' }).and(page.locator(':enabled')).waitFor();
  await release(page, '2 payouts');
  await page.getByRole('region', { name: 'Progress' }).waitFor();

  // A looser policy needs an approval, and what it leads to is shown to whoever opens the request.
  await goTo(page, '/settings/approvals');
  const inForce = page.getByText(/^1 approval for a batch of 1\.00 EUR or more; /);
  await inForce.waitFor();
  // A number may be deleted and typed anew.
  const otherwise = page.getByLabel('Approvals for everything else');
  await otherwise.fill('');
  expect(await otherwise.inputValue()).toBe('');
  await page.getByText('0 to 20', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Save policy' }).isDisabled()).toBe(true);
  await otherwise.pressSequentially('0');
  await page.getByText('0 to 20', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Batch from' }).fill('5000.00');
  const { name, bytes } = await savedBy(page, page.getByRole('button', { name: 'Save policy' }));
  await page.getByText(/^Nothing was changed yet: .* Download started: change-request\.bursar\.$/).waitFor();
  // What is asked for is not shown as the policy.
  await inForce.waitFor();
  await page.getByText(/^Not in force yet: 1 approval for a batch of 5,000\.00 EUR/).waitFor();
  await goTo(page, '/approvals');
  await page.getByLabel('Signed file').setInputFiles(bursarFile(name, bytes));
  const after = part(page, 'After this change');
  await after.getByText(/^Ann may approve, fingerprint /).waitFor();
  await after.getByText('1 approval for a batch of 5,000.00 EUR or more.', { exact: true }).waitFor();
  await part(page, 'In the words of the request')
    .getByText(/^Approval policy of /)
    .waitFor();

  // An approval of a change makes none, and says what does.
  const approved = await elsewhere(ann.page)('approvals.decide', { file: bytes, decision: 'approve' });
  await page
    .getByLabel('Signed file')
    .setInputFiles(bursarFile('approved.bursar', Buffer.from(approved.bytes)));
  // What it is about, and until when it is valid, is seen before it is imported.
  await page.getByText(/^For a change of approvers or policy, prepared by /).waitFor();
  await page.getByText(/^Valid until \S/).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page
    .getByText(`Imported. ${importedChangeText({ change: { needed: 1, given: 1 }, changeProblem: null })}`)
    .waitFor();
  expect(app.faults).toEqual([]);
});

it('a batch is prepared without a key, travels through a shared folder, and its request is withdrawn', async () => {
  const shared = newFolder();
  const { page: preparer } = ann;
  await goTo(preparer, '/connect');
  await preparer.getByRole('radio', { name: /^Only prepares/ }).check();
  await preparer.getByText('Private key').waitFor({ state: 'detached' });
  await fillProfile(preparer, 'acme', merchant.server.url, merchant.merchantCode);
  await preparer.getByRole('button', { name: 'Add profile' }).click();
  await preparer.getByRole('heading', { name: 'How a batch is released' }).waitFor();
  for (const each of [preparer, page]) {
    await goTo(each, '/settings/approvals');
    await each.getByLabel('Full path of the shared folder').fill(shared);
    await each.getByRole('button', { name: 'Set', exact: true }).click();
    await each.getByText('Watched. Nothing waits for you.').waitFor();
  }
  await goTo(page, '/settings/you');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Cleo');
  await holdMessages(page);

  await bringFile(
    preparer,
    csvFile('rent.csv', [
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference',
      '700.00,EUR,BANK_TRANSFER,Emmy Noether,ACC-91,SANDBOX_BANK,Rent',
    ]),
  );
  await preparer.getByRole('button', { name: 'Check 1 payout' }).click();
  await preparer.getByRole('button', { name: 'Request approval', exact: true }).click();
  await preparer.getByText(/^Saved in the shared folder as /).waitFor();
  expect(await preparer.getByRole('button', { name: /^Release/ }).count()).toBe(0);

  // The computer with the key says that it arrived, wherever the person is, and imports it when the person does.
  await page.getByText(/ asks for approval of rent\.csv\./).waitFor();
  // What the person does meanwhile is said beside it.
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Name saved.').waitFor();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Show', exact: true })
    .click();
  const waiting = page.getByRole('list', { name: 'Waiting files' });
  for (let each = 0; each < 25; each += 1) writeFileSync(path.join(shared, `old-${each}.bursar`), 'x');
  await waiting.getByText(/^old-24\.bursar cannot be read/).waitFor();
  await waiting.getByRole('button', { name: /^Open: / }).click();
  await page.getByRole('grid', { name: 'Payouts of the request' }).getByText('Emmy Noether').waitFor();
  await page.getByText(/^Not compared: /).waitFor();
  // The file comes into view, however long the list above it is.
  const isInView = async (): Promise<boolean> => {
    const { y = -1 } = (await page.getByText('Prepared by').boundingBox()) ?? {};
    return y > 0 && y < (page.viewportSize()?.height ?? 0);
  };
  await expect.poll(isInView).toBe(true);
  // An approval goes to the shared folder by itself.
  await page.getByLabel('Your name').fill('Cleo');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await part(page, 'Decision')
    .getByText(/The file is in the shared folder\./)
    .waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Import as draft' }).click();
  await part(page, 'Approvals').getByText('0 of 1 approval').waitFor();
  // Opened again, it says so before it offers another decision.
  await goTo(page, '/approvals');
  const requested = readdirSync(shared).find((each) => each.startsWith('request-')) ?? '';
  await page.getByLabel('Signed file').setInputFiles(path.join(shared, requested));
  const decision = part(page, 'Decision');
  await decision.getByText(/^This request was approved on this computer, .* valid until /).waitFor();
  const approves = decision.getByRole('button', { name: 'Approve', exact: true });
  expect(await approves.count()).toBe(0);
  await decision.getByRole('button', { name: 'Decide again' }).click();
  await approves.waitFor();

  await preparer.getByRole('button', { name: 'Withdraw request' }).click();
  await preparer.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click();
  await preparer.getByText(/^Request withdrawn\. Saved in the shared folder as /).waitFor();
  await preparer.getByText('Requested by').waitFor({ state: 'detached' });
  await goTo(page, '/approvals');
  await waiting.getByText(/ withdrew the request for rent\.csv\./).waitFor();
  await waiting.getByRole('button', { name: /^Open: .* withdrew the request/ }).click();
  await page.getByText(/^For rent\.csv, batch [a-z0-9]{16}$/).waitFor();
  expect(ann.faults).toEqual([]);
  expect(app.faults).toEqual([]);
});
