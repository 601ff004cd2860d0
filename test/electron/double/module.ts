import { EventEmitter } from 'node:events';
import { SessionDouble } from './sessions.ts';
import { WindowDouble, type WindowOptions } from './window.ts';
import type { World } from './world.ts';

/** The module `electron` as far as the program uses it, over a world in which a test is the person. */
export function electronModule(world: World): object {
  class BrowserWindow extends WindowDouble {
    constructor(options: WindowOptions) {
      super(world, options);
    }
    static getAllWindows(): WindowDouble[] {
      return [...world.windows];
    }
  }
  class Notification {
    static isSupported(): boolean {
      return world.options.hasNotifications ?? true;
    }
    readonly #words: { title: string; body: string };
    #click: () => void = () => undefined;
    constructor(words: { title: string; body: string }) {
      this.#words = words;
    }
    on(_event: 'click', listener: () => void): void {
      this.#click = listener;
    }
    show(): void {
      world.notices.push({ ...this.#words, click: () => this.#click() });
    }
  }
  const app = Object.assign(world.app, {
    name: 'Bursar',
    isPackaged: world.options.isPackaged ?? false,
    commandLine: { hasSwitch: (name: string) => world.options.switches?.includes(name) ?? false },
    setName: () => undefined,
    setPath: (name: string, place: string) => world.paths.set(name, place),
    setAppUserModelId: () => undefined,
    setBadgeCount: (count: number) => {
      world.badge = count;
      return true;
    },
    enableSandbox: () => (world.isSandboxed = true),
    requestSingleInstanceLock: () => world.options.hasLock ?? true,
    whenReady: () => Promise.resolve(),
    exit: (code = 0) => (world.exitCode ??= code),
    quit: () => quit(world),
  });
  return {
    app,
    BrowserWindow,
    Notification,
    Menu: {
      buildFromTemplate: (template: object[]) => template,
      setApplicationMenu: (menu: object[]) => (world.menu = menu),
    },
    dialog: dialogs(world),
    ipcMain: {
      handle: (channel: string, handler: (event: object, message: unknown) => unknown) =>
        world.ipc.handlers.set(channel, handler),
    },
    nativeImage: { createFromBitmap: () => ({}) },
    nativeTheme: {
      shouldUseDarkColors: false,
      get themeSource() {
        return world.themeSource;
      },
      set themeSource(source: string) {
        world.themeSource = source;
      },
    },
    powerMonitor: new EventEmitter(),
    powerSaveBlocker: {
      start: (type: string) => {
        world.blockers.set(world.blockers.size + 1, type);
        return world.blockers.size;
      },
      stop: (id: number) => world.blockers.delete(id),
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: object[]) => world.privileges.push(...schemes),
    },
    screen: {
      getAllDisplays: () =>
        (world.options.screens ?? [{ x: 0, y: 0, width: 1920, height: 1080 }]).map((workArea) => ({
          workArea,
        })),
    },
    session: {
      defaultSession: world.session,
      fromPartition: (name: string): SessionDouble => {
        const found = world.partitions.get(name) ?? new SessionDouble();
        world.partitions.set(name, found);
        return found;
      },
    },
    shell: {
      openExternal: async (url: string) => void world.opened.push(url),
      openPath: async (place: string) => {
        world.openedPaths.push(place);
        return world.openProblem;
      },
    },
  };
}

/** As Electron: closes every window, which each may prevent, then ends. */
function quit(world: World): void {
  world.app.emit('before-quit', { preventDefault: () => undefined });
  for (const window of world.windows) window.close();
  if (world.windows.size > 0 || world.exitCode !== null) return;
  world.exitCode = 0;
  world.app.emit('will-quit', { preventDefault: () => undefined });
}

function dialogs(world: World): object {
  // Each takes its owner first, or none.
  const optionsOf = (given: readonly object[]): object => given.at(-1) ?? {};
  return {
    showMessageBox: async (...given: object[]) =>
      world.ask(Object.assign({ buttons: [], message: '' }, optionsOf(given))),
    showMessageBoxSync: (...given: object[]) =>
      world.askNow(Object.assign({ buttons: [], message: '' }, optionsOf(given))),
    showErrorBox: (_title: string, words: string) => world.errors.push(words),
    showOpenDialog: async (...given: object[]) => {
      world.fileQuestions.push(optionsOf(given));
      return {
        canceled: world.chosenFile === null,
        filePaths: world.chosenFile === null ? [] : [world.chosenFile],
      };
    },
    showSaveDialog: async (...given: object[]) => {
      world.fileQuestions.push(optionsOf(given));
      return { canceled: world.chosenFile === null, filePath: world.chosenFile ?? '' };
    },
  };
}
