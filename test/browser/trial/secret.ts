import { expect, it } from 'vitest';
import { startMerchantSandbox } from '../kit/merchant-sandbox.ts';
import { app, page } from '../kit/shared-app.ts';
import { fillProfile, goTo } from '../kit/steps.ts';

it('connects a merchant with the deprecated secret, which the gateway accepts, and replaces it with another', async () => {
  const { server, merchantCode } = await startMerchantSandbox();
  const change = async (secret: string): Promise<void> => {
    const answer = await fetch(`${server.url}/!sandbox/merchants/${merchantCode}/secret`, {
      method: 'PUT',
      headers: { 'X-Sandbox-Admin': '1' },
      body: secret,
    });
    expect(answer.status).toBe(204);
  };
  await change('tr0ub4dor-8c1f');
  await goTo(page, '/connect');
  await fillProfile(page, 'old', server.url, merchantCode);
  await page.getByLabel('Use a merchant secret instead (deprecated)').check();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Enter the merchant secret.').waitFor();
  await page.getByLabel('Merchant secret', { exact: true }).fill('tr0ub4dor-8c1f');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'old was added' }).waitFor();
  await page.getByText('One step is left: test the connection.').waitFor();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(`issued a token to merchant ${merchantCode}`).waitFor();

  await change('n3w-secret');
  await goTo(page, '/settings/profiles');
  await page.getByRole('main').getByRole('button', { name: /^old/ }).click();
  await page.getByRole('button', { name: 'Replace secret', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the secret of old' });
  await dialog.getByLabel('Use a merchant secret instead (deprecated)').check();
  await dialog.getByLabel('Merchant secret', { exact: true }).fill('n3w-secret');
  await dialog.getByRole('button', { name: 'Replace secret', exact: true }).click();
  await page.getByText('The secret of old was replaced.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(`issued a token to merchant ${merchantCode}`).waitFor();
  expect(app.faults).toEqual([]);
  await server.close();
});
