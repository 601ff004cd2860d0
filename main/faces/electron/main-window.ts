import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { preloadFile } from '../window/places.ts';
import { pageAddress } from './address.ts';
import { askToTryAgain, mayReload } from './dialogs.ts';
import type { Route, Step } from './menu.ts';
import { placeWindow, readWindowState, smallestWindow, writeWindowState } from './window-state.ts';

const background = { light: '#f7f6f3', dark: '#191817' } as const;
/** A page that fails more often than this within the time is not simply reloaded. */
const mostRecoveries = 3;
const recoveryWindowMs = 60_000;

/** Opens the window where it was, shows the page at this place, and reloads it when its process fails. */
export function openMainWindow(stateFile: string, route: Route | null): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { bounds, isMaximized } = placeWindow(readWindowState(stateFile), screens);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: app.name,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  const keepState = (): void => {
    if (!window.isDestroyed())
      writeWindowState(stateFile, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  window.on('resized', keepState);
  window.on('moved', keepState);
  window.on('maximize', keepState);
  window.on('unmaximize', keepState);
  window.on('close', keepState);
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize();
    window.show();
  });
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayReload(window)) event.preventDefault();
  });
  recover(window);
  void load(window, route);
  return window;
}

/** Brings the window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Navigates the page to a place, or by a step of its history. */
export function goTo(window: BrowserWindow, to: Route | Step): void {
  showWindow(window);
  const move = typeof to === 'number' ? `history.go(${to})` : `location.hash = ${JSON.stringify(to)}`;
  void window.webContents.executeJavaScript(`${move}; null`);
}

/** A page that cannot be loaded says so itself: the window stays, and the person can try again. */
async function load(window: BrowserWindow, route: Route | null = null): Promise<void> {
  try {
    await window.loadURL(route === null ? pageAddress : `${pageAddress}#${route}`);
  } catch (thrown) {
    if (window.isDestroyed()) return;
    window.show();
    const cause = thrown instanceof Error ? thrown.message : 'unknown';
    if (await askToTryAgain(`The page could not be loaded (${cause}).`)) return load(window, route);
    app.quit();
  }
}

function recover(window: BrowserWindow): void {
  let failures: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = Date.now();
    failures = [...failures.filter((at) => now - at < recoveryWindowMs), now];
    if (failures.length <= mostRecoveries) void load(window);
    else
      void askToTryAgain(
        `The window failed ${failures.length} times within a minute (${reason}). Sending continues.`,
      ).then((isWanted) => (isWanted ? load(window) : app.quit()));
  });
}
