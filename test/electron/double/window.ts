import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Request as PageRequest, Route } from 'playwright-core';
import { slowDown } from '../../browser/kit/slow.ts';
import { toOwn, toShown } from './addresses.ts';
import { preloadScript } from './preload-shim.ts';
import type { SessionDouble } from './sessions.ts';
import type { World } from './world.ts';

type Bounds = { x: number; y: number; width: number; height: number };
type Preferences = Readonly<Record<string, unknown>> & {
  readonly preload?: string;
  readonly session?: SessionDouble;
  readonly javascript?: boolean;
};
export type WindowOptions = Bounds & { readonly webPreferences: Preferences; readonly show: boolean };
type OpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

let contentsCount = 0;

/** The contents of a window, with a real page of Chromium behind them. */
export class ContentsDouble extends EventEmitter {
  readonly id = (contentsCount += 1);
  readonly #world: World;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  #context: BrowserContext | null = null;
  #page: Page | null = null;
  #isLoadedByProgram = false;
  #loaded: Promise<void> = Promise.resolve();
  isGone = false;
  webRtcPolicy = 'default';
  #session: SessionDouble;

  constructor(world: World) {
    super();
    this.#world = world;
    this.#session = world.session;
  }

  get page(): Page {
    if (this.#page === null) throw new Error('the window has no page yet');
    return this.#page;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  isDestroyed(): boolean {
    return this.isGone;
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }

  send(channel: string, ...values: unknown[]): void {
    // A page that is being loaded has nobody who listens yet.
    void this.#page
      ?.evaluate(([name, given]) => Reflect.get(globalThis, '__tell')?.(name, ...given), [
        channel,
        values,
      ] as const)
      .catch(() => undefined);
  }

  /** As Electron: waits until the page is loaded. */
  async executeJavaScript(code: string): Promise<unknown> {
    await this.#loaded;
    return this.page.evaluate(code);
  }

  async printToPDF(): Promise<Buffer> {
    return this.page.pdf();
  }

  load(url: string, preferences: Preferences): Promise<void> {
    const loading = this.#load(url, preferences);
    this.#loaded = loading.catch(() => undefined);
    return loading;
  }

  async #load(url: string, preferences: Preferences): Promise<void> {
    const page = this.#page ?? (await this.#openPage(preferences));
    this.#isLoadedByProgram = true;
    await page.goto(toShown(url));
  }

  async destroy(): Promise<void> {
    this.isGone = true;
    await this.#context?.close();
  }

  async #openPage(preferences: Preferences): Promise<Page> {
    this.#session = preferences.session ?? this.#world.session;
    const context = await this.#world.browser.newContext({
      javaScriptEnabled: preferences.javascript ?? true,
    });
    this.#context = context;
    const page = await context.newPage();
    await slowDown(page);
    await context.exposeBinding('__send', ({ frame }, channel: string, message: unknown) =>
      this.#world.ipc.invoke(channel, { sender: this, senderFrame: frameDouble(frame) }, message),
    );
    if (preferences.preload !== undefined)
      await context.addInitScript(preloadScript(readFileSync(preferences.preload, 'utf8')));
    await context.route('**/*', (route) => this.#answer(route));
    page.on('popup', (popup) => {
      // What it would show was asked about already; here only whether there may be a window at all.
      if (this.#openHandler({ url: 'about:blank' }).action === 'deny') void popup.close();
    });
    // A page that asks to stay is told to the program, which lets it go by preventing that; nobody else is asked.
    page.on('dialog', (dialog) => {
      let isLetGo = false;
      this.emit('will-prevent-unload', { preventDefault: () => (isLetGo = true) });
      void (isLetGo ? dialog.accept() : dialog.dismiss());
    });
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    this.#page = page;
    return page;
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = toOwn(request.url());
    if (request.isNavigationRequest() && !this.#mayNavigate(frameOf(request), url))
      return route.abort('aborted');
    if (!(await this.#session.isRequestLetOut(url))) return route.abort('blockedbyclient');
    const handler = this.#session.schemes.get(new URL(url).protocol.replace(':', ''));
    if (handler === undefined) return route.abort('failed');
    const answer = await handler(new Request(url, { method: request.method() }));
    return route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  }

  /** A navigation that the page began is told to the program first, which may prevent it; one of its own is not. */
  #mayNavigate(frame: Frame | null, url: string): boolean {
    if (frame === null || frame.page() !== this.#page) return this.#openHandler({ url }).action === 'allow';
    const isMainFrame = frame === this.#page.mainFrame();
    if (isMainFrame && this.#isLoadedByProgram) {
      this.#isLoadedByProgram = false;
      return true;
    }
    let isPrevented = false;
    const event = { url, isMainFrame, preventDefault: () => (isPrevented = true) };
    if (isMainFrame) this.emit('will-navigate', event);
    this.emit('will-frame-navigate', event);
    return !isPrevented;
  }
}

/** The frame that a request is for; null while it is that of a window which is just being opened. */
function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function frameDouble(frame: Frame): { url: string; parent: object | null } {
  return { url: toOwn(frame.url()), parent: frame.parentFrame() };
}

/** A window as Electron's, as far as the program uses one. */
export class WindowDouble extends EventEmitter {
  readonly webContents: ContentsDouble;
  readonly options: WindowOptions;
  readonly #world: World;
  #bounds: Bounds;
  isShown: boolean;
  isMaximizedNow = false;
  isMinimizedNow = false;
  focusCount = 0;
  #isDestroyed = false;

  constructor(world: World, options: WindowOptions) {
    super();
    this.#world = world;
    this.options = options;
    this.isShown = options.show;
    const { x, y, width, height } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new ContentsDouble(world);
    world.windows.add(this);
    world.app.emit('web-contents-created', {}, this.webContents);
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.load(url, this.options.webPreferences);
    this.emit('ready-to-show');
  }

  /** As a person does it. */
  moveTo(bounds: Bounds): void {
    this.#bounds = bounds;
    this.emit('moved');
  }
  /** As a person does it; the program may prevent it. */
  close(): void {
    let isPrevented = false;
    this.emit('close', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.destroy();
  }
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#world.windows.delete(this);
    this.#world.closings.push(this.webContents.destroy());
    this.emit('closed');
    if (this.#world.windows.size === 0) this.#world.app.emit('window-all-closed');
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }
  getNormalBounds(): Bounds {
    return this.#bounds;
  }
  isMaximized(): boolean {
    return this.isMaximizedNow;
  }
  isMinimized(): boolean {
    return this.isMinimizedNow;
  }
  maximize(): void {
    this.isMaximizedNow = true;
    this.emit('maximize');
  }
  restore(): void {
    this.isMinimizedNow = false;
  }
  show(): void {
    this.isShown = true;
  }
  setMenuBarVisibility(): void {
    return;
  }
  hide(): void {
    this.isShown = false;
  }
  focus(): void {
    this.focusCount += 1;
  }
}
