import { EventEmitter } from 'node:events';

type Decide<Value> = (value: Value) => void;

/** A session as Electron's: it keeps the handlers that the program sets, and asks them as Chromium would. */
export class SessionDouble extends EventEmitter {
  isSpellCheckerEnabled = true;
  readonly schemes = new Map<string, (request: Request) => Promise<Response> | Response>();
  #permissionRequest: ((contents: unknown, name: string, decide: Decide<boolean>) => void) | null = null;
  #permissionCheck: ((contents: unknown, name: string) => boolean) | null = null;
  #device: ((details: unknown) => boolean) | null = null;
  #display: ((request: unknown, decide: Decide<unknown>) => void) | null = null;
  #beforeRequest: ((details: { url: string }, decide: Decide<{ cancel?: boolean }>) => void) | null = null;

  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response> | Response): void => {
      this.schemes.set(scheme, handler);
    },
    unhandle: (scheme: string): void => void this.schemes.delete(scheme),
    isProtocolHandled: (scheme: string): boolean => this.schemes.has(scheme),
  };
  proxy: { proxyRules?: string; proxyBypassRules?: string } | null = null;
  readonly webRequest = {
    onBeforeRequest: (handler: (details: { url: string }, decide: Decide<{ cancel?: boolean }>) => void) => {
      this.#beforeRequest = handler;
    },
  };

  async setProxy(proxy: { proxyRules?: string; proxyBypassRules?: string }): Promise<void> {
    this.proxy = proxy;
  }
  setPermissionRequestHandler(
    handler: (contents: unknown, name: string, decide: Decide<boolean>) => void,
  ): void {
    this.#permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: (contents: unknown, name: string) => boolean): void {
    this.#permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: (details: unknown) => boolean): void {
    this.#device = handler;
  }
  setDisplayMediaRequestHandler(handler: (request: unknown, decide: Decide<unknown>) => void): void {
    this.#display = handler;
  }
  setSpellCheckerEnabled(isEnabled: boolean): void {
    this.isSpellCheckerEnabled = isEnabled;
  }

  /** Without a handler Electron grants what is asked for. */
  isPermissionGranted(name: string): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#permissionRequest === null) resolve(true);
      else this.#permissionRequest(null, name, resolve);
    });
  }
  isPermissionSeenAsGranted(name: string): boolean {
    return this.#permissionCheck?.(null, name) ?? true;
  }
  isDeviceGranted(deviceType: string): boolean {
    return this.#device?.({ deviceType, origin: 'app://bursar' }) ?? true;
  }
  chosenDisplay(): Promise<unknown> {
    return new Promise((resolve) => {
      if (this.#display === null) resolve(null);
      else this.#display({}, resolve);
    });
  }
  isRequestLetOut(url: string): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#beforeRequest === null) resolve(true);
      else this.#beforeRequest({ url }, ({ cancel }) => resolve(cancel !== true));
    });
  }
}
