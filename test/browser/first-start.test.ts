import { beforeAll, expect, it } from 'vitest';
import { addMerchant } from './kit/connected-app.ts';
import { hold } from './kit/intercept.ts';
import { sharedBrowser } from './kit/launch.ts';
import { startMerchantSandbox } from './kit/merchant-sandbox.ts';
import { keepPictureOnFailure } from './kit/on-failure.ts';
import { newFolder, openApp } from './kit/open-app.ts';
import { keepPicture } from './kit/keep-picture.ts';

beforeAll(sharedBrowser, 180_000);

it.runIf(process.platform === 'linux')(
  'says once that there is no keychain, and what to do, in the words of the window',
  async () => {
    const app = await openApp(newFolder(), {
      environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
    });
    const { page } = app;
    keepPictureOnFailure(() => page, 'no-keychain');
    await page.getByRole('button', { name: 'Try it with the sandbox' }).click();
    const notice = page.getByRole('main').getByRole('alert');
    await notice.getByText(/^No keychain answers in this session\./).waitFor();
    expect(await page.getByText(/keychain answers/).count()).toBe(1);
    await keepPicture(page, 'no-keychain');
    const said = await notice.innerText();
    expect(said).not.toContain('--key-file');
    // What it takes is to start one, not to unlock one.
    expect(said).not.toContain('nlock');
    await notice.getByRole('button', { name: 'Try again' }).waitFor();
    await app.close();
  },
);

it.runIf(process.platform === 'linux')(
  'says on the overview that nothing can be released where the keychain no longer gives the key',
  async () => {
    const [dataDirectory, merchant] = [newFolder(), await startMerchantSandbox()];
    await addMerchant(dataDirectory, merchant);
    const { page, close } = await openApp(dataDirectory, {
      environment: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
    });
    keepPictureOnFailure(() => page, 'lost-keychain');
    const notice = page.getByRole('region', { name: 'Balances' }).getByRole('alert');
    await notice.getByText('Nothing of acme can be released or refreshed').waitFor();
    await notice.getByText(/^No keychain answers in this session\./).waitFor();
    // The button stays under the pointer while the balances are read again.
    const answer = await hold(page, 'balances.read');
    const again = notice.getByRole('button', { name: 'Try again' });
    await again.click();
    await page.getByRole('button', { name: 'Refreshing …' }).waitFor();
    expect(await again.count()).toBe(1);
    answer();
    await close();
    await merchant.server.close();
  },
);
