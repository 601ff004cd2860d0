import { expect, it } from 'vitest';
import { freePort } from '../../kit/free-port.ts';
import {
  addressGroup,
  addressIn,
  deliveryRow,
  listenForCallbacks,
  pressListen,
} from '../kit/callback-steps.ts';
import { paid } from '../kit/connected-app.ts';
import { elsewhere } from '../kit/elsewhere.ts';
import { intercept } from '../kit/intercept.ts';
import { csvFile, goTo } from '../kit/steps.ts';
import { app, page } from '../kit/shared-app.ts';

/** To a payee who was paid before. */
const payouts = csvFile('two.csv', [
  'amount,currency,method,name,account,reference',
  '12.40,USD,BANK_TRANSFER,Łukasz Żółkiewski,PL 61-1090,Invoice 1',
  '13.40,USD,BANK_TRANSFER,Łukasz Żółkiewski,PL 61-1090,Invoice 2',
]);
const profile = 'acme';

it('listens when a person turns it on, receives and shows callbacks, and forgets a renewed address', async () => {
  const port = await freePort();
  await goTo(page, '/settings/callbacks');
  await page.getByText('Not listening.').waitFor();
  await page.getByText('No requests yet.').waitFor();
  await listenForCallbacks(page, port);
  const group = addressGroup(page, profile);
  await group.getByText('Never reached.').waitFor();
  const address = await addressIn(group);
  expect(address).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/[\\w-]{22,}/$`));
  await group.getByRole('button', { name: 'Use for new payments' }).click();
  await group.getByText('New payments use it').waitFor();

  const get = elsewhere(page);
  await paid(get, payouts);
  await deliveryRow(page, 'Known payment').waitFor();
  await group.getByText(/^Reached first/).waitFor();

  const post = (body: string) => fetch(address, { method: 'POST', body }).then(({ status }) => status);
  expect([await post('{"idEntity":"a b"}'), await post('{"idEntity":"nobody"}')]).toEqual([400, 200]);
  await deliveryRow(page, 'Malformed').waitFor();
  await deliveryRow(page, 'nobody').filter({ hasText: 'Ignored' }).waitFor();
  await page.getByText(/Refused since it was turned on: 1\./).waitFor();

  await group.getByRole('button', { name: 'Renew', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew the address' }).click();
  await group.getByText('Never reached.').waitFor();
  expect(await addressIn(group)).not.toBe(address);
  expect(await post('{"idEntity":"nobody"}')).toBe(404);

  await page.getByLabel('Public address').fill('https://pay.merchant.example/bursar');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await group.getByText(/^https:\/\/pay\.merchant\.example\/bursar\/[\w-]+\/$/).waitFor();

  await page.getByRole('checkbox', { name: 'Listen for callbacks' }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Not listening.').waitFor();
  await expect(post('{}')).rejects.toThrow();
  expect(app.faults).toEqual([]);
});

it('says that a port is in use, and that any interface other than loopback is open to others', async () => {
  const taken = new URL(page.url()).port;
  await page.getByLabel('Port', { exact: true }).fill(taken);
  const isPressed = Promise.withResolvers<void>();
  const endHolding = await intercept(page, '**/settings.change', async (route) => {
    await isPressed.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // What is turned on is what was saved, and not what was shown as the box was pressed.
  await pressListen(page);
  isPressed.resolve();
  await page.getByRole('main').getByText(`another program uses port ${taken} of 127.0.0.1`).waitFor();
  endHolding();
  await page.getByRole('button', { name: 'Callback listener is off.' }).waitFor();
  await pressListen(page);
  await page.getByText('Not listening.').waitFor();
  for (const wrong of ['here', '127.0.0.1:80', '']) {
    await page.getByLabel('Interface').fill(wrong);
    await page.getByText('An address such as 127.0.0.1, not a name.').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  }
  await page.getByLabel('Interface').fill('0.0.0.0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('without encryption').waitFor();
  expect(app.faults).toEqual([]);
});
