import { afterAll, beforeAll, expect, it } from 'vitest';
import { bringFile, checkAndRelease, csvFile, goTo, trySandbox } from '../browser/kit/steps.ts';
import { answerQuestions, launchBursar, questionsAsked, type RealBursar } from './launch-bursar.ts';

let bursar: RealBursar;
beforeAll(async () => {
  bursar = await launchBursar();
});
afterAll(() => bursar.close());

const payouts = csvFile('payouts.csv', [
  'amount,currencyCode,paymentMethodCode,accountName,accountNumber,reference',
  '1234.50,EUR,BANK_TRANSFER,Anna Brückner,DE89370400440532013000,Invoice 1',
  '12.50,EUR,BANK_TRANSFER,Bob Miller,40123456789000,Invoice 2',
]);

it('is shown in one window that is sandboxed, isolated and without Node', async () => {
  const found = await bursar.app.evaluate(({ app, BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    // What Electron settled on; the types do not know it.
    const preferences = Object(windows[0]?.webContents).getLastWebPreferences();
    return {
      windows: windows.length,
      isPackaged: app.isPackaged,
      sandbox: preferences.sandbox,
      contextIsolation: preferences.contextIsolation,
      nodeIntegration: preferences.nodeIntegration,
      webSecurity: preferences.webSecurity,
      webviewTag: preferences.webviewTag,
    };
  });
  expect(found).toEqual({
    windows: 1,
    isPackaged: false,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

it('exposes two functions to the page and nothing of Node', async () => {
  expect(bursar.page.url()).toMatch(/^app:\/\/bursar\//);
  const found = await bursar.page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(globalThis, 'bursar')).toSorted(),
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globalThis),
  }));
  expect(found).toEqual({ bridge: ['call', 'onEvent'], node: [] });
});

it('keeps the page within its policy: no inline or foreign script, no request that leaves it', async () => {
  const policy = await bursar.page.evaluate(async () =>
    (await fetch('app://bursar/')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).not.toContain('unsafe');
  const tried = await bursar.page.evaluate(async () => {
    const { document } = Object(globalThis);
    const inline = document.createElement('script');
    inline.textContent = 'window.wasRun = true';
    document.head.append(inline);
    const isSent = await fetch('https://evil.example/').then(
      () => true,
      () => false,
    );
    return { isRun: 'wasRun' in globalThis, isSent };
  });
  expect(tried).toEqual({ isRun: false, isSent: false });
});

it('opens no second window, and stays where it is', async () => {
  const before = bursar.page.url();
  const opened = await bursar.page.evaluate(() => Object(globalThis).open('https://evil.example/') !== null);
  expect(opened).toBe(false);
  await bursar.page.evaluate(() => void Reflect.set(globalThis, 'location', 'https://evil.example/'));
  expect(bursar.page.url()).toBe(before);
  expect(bursar.app.windows()).toHaveLength(1);
});

it('covers the main path: try the sandbox, import a file, release after the native dialog, see it paid', async () => {
  const { app, page } = bursar;
  await trySandbox(page);
  await bringFile(page, payouts);
  await answerQuestions(app, 1);
  const batchId = await checkAndRelease(page, '2 payouts');
  expect(await questionsAsked(app)).toEqual([expect.stringMatching(/^Sandbox: send 2 payouts now\?/)]);
  await goTo(page, `/payouts?batch=${batchId}`);
  const names = ['Anna Brückner', 'Bob Miller'];
  for (const name of names)
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .filter({ hasText: /paid/i })
      .first()
      .waitFor({ timeout: 60_000 });
});
