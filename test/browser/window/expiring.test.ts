import { expect, it } from 'vitest';
import { keepPictureOnFailure } from '../kit/on-failure.ts';
import { newFolder, openApp } from '../kit/open-app.ts';
import { goTo } from '../kit/steps.ts';
import { requestOfPreparer } from '../scenes/approval-scenes.ts';

/** A request may be approved for a week. */
const longerThanAWeekMs = 8 * 24 * 3_600_000;

it('a request for approval that expires while it is open says so, and keeps what was typed about it', async () => {
  const request = await requestOfPreparer();
  const app = await openApp(newFolder());
  const { page } = app;
  keepPictureOnFailure(() => page, 'expiring');
  await goTo(page, '/approvals');
  await page.clock.install();
  await page.getByLabel('Signed file').setInputFiles(request);
  const decision = page.getByRole('region', { name: 'Decision' });
  const approve = decision.getByRole('button', { name: 'Approve', exact: true });
  await approve.and(page.locator(':enabled')).waitFor();
  await page.getByText(/^May be approved until /).waitFor();
  const note = decision.getByRole('textbox', { name: 'Note' });
  await note.fill('As agreed');
  await page.clock.fastForward(longerThanAWeekMs);
  await decision.getByText(/^The request has expired, .* Ask .* for a new one\.$/).waitFor();
  expect(await approve.isDisabled()).toBe(true);
  await page.getByText(/^Could be approved until /).waitFor();
  expect(await note.inputValue()).toBe('As agreed');
  expect(app.faults).toEqual([]);
  await app.close();
}, 120_000);
