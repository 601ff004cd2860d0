import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, dialog, powerMonitor, session, type BrowserWindow } from 'electron';
import { compose, longUpdateNotice, systemUser } from '../../compose.ts';
import { createHost, type Host } from '../window/host.ts';
import { openPageFiles } from '../window/page-files.ts';
import { pageDirectory } from '../window/places.ts';
import { registerPageScheme, servePage } from './app-protocol.ts';
import { applySettings } from './apply-settings.ts';
import { Closing } from './unsent/closing.ts';
import { dataDirectoryOf } from './command-line/data-directory.ts';
import { forbiddenSwitch } from './command-line/debugging.ts';
import { askToTryAgain, askToUpdate } from './dialogs.ts';
import { guardAllContents } from './guard-contents.ts';
import { KeepAwake } from './unsent/keep-awake.ts';
import type { Route } from './menu.ts';
import { OpenedFiles } from './command-line/opened-files.ts';
import { goTo, openMainWindow } from './main-window.ts';
import { appUserModelId, Notifications } from './notifications.ts';
import { cutOffNetwork } from './no-network.ts';
import { connectPage } from './page-calls.ts';
import { denyEverything } from './permissions.ts';
import { desktopEnvironment } from './desktop-environment.ts';
import { thrownText } from '../../../contract/text/failure.ts';

/** How long a person may take to unlock the keychain, since somebody is present to do it. */
const keychainAnswerLimitMs = 60_000;
const refusedExitCode = 1;
const withoutSandbox =
  'Bursar does not run without the sandbox of its window (--no-sandbox). On Linux that needs user namespaces, or the deb package, which installs what the sandbox needs.';

/** Runs the desktop app: everything that must be settled before Electron is ready, then the window. */
export function runDesktopApp(): void {
  const forbidden = forbiddenSwitch({
    args: [...process.execArgv, ...process.argv.slice(1)],
    hasSwitch: (name) => app.commandLine.hasSwitch(name),
    // A copy of the packaged program named `electron` claims not to be packaged; it still loads an archive.
    isPackaged: app.isPackaged || import.meta.filename.includes('.asar'),
    environment: process.env,
  });
  if (forbidden !== null) {
    process.stderr.write(`bursar: does not run with --${forbidden}.\n`);
    // Somebody who started it from the desktop sees no terminal.
    if (forbidden === 'no-sandbox') dialog.showErrorBox('Bursar', withoutSandbox);
    return app.exit(refusedExitCode);
  }
  const directory = dataDirectoryOf(process.argv, process.env);
  const windowDirectory = path.join(directory, 'window');
  try {
    mkdirSync(windowDirectory, { recursive: true, mode: 0o700 });
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.message : 'unknown';
    dialog.showErrorBox(
      'Bursar',
      `The data folder ${directory} cannot be used (${cause}). Choose another with --data-dir.`,
    );
    return app.exit(refusedExitCode);
  }
  app.setName('Bursar');
  if (process.platform === 'win32') app.setAppUserModelId(appUserModelId);
  app.setPath('userData', windowDirectory);
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  const openedFiles = new OpenedFiles();
  const opening: Opening = { files: openedFiles, show: () => undefined };
  // On macOS a file arrives as this event, even before the app is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    opening.show(openedFiles.add(file, process.cwd()));
  });
  // Elsewhere a second start names it, possibly while the data folder is being opened.
  app.on('second-instance', (_event, words, workingDirectory) =>
    opening.show(openedFiles.addFrom(words, workingDirectory)),
  );
  openedFiles.addFrom(process.argv, process.cwd());
  registerPageScheme();
  guardAllContents();
  app
    .whenReady()
    .then(() => openApp(directory, windowDirectory, opening))
    .catch((thrown: unknown) => {
      dialog.showErrorBox(
        'Bursar',
        `Bursar had an internal error (${thrownText(thrown)}). Everything recorded so far is kept; restart Bursar.`,
      );
      app.exit(refusedExitCode);
    });
}

/** Files that the system opens, and the function that shows them: none until there is a window. */
type Opening = { readonly files: OpenedFiles; show: (number: number | null) => void };

/** Where the page shows the file; the number tells the page that another one arrived. */
const routeOf = (number: number): Route => `/approvals?opened=${number}`;

async function openApp(directory: string, windowDirectory: string, opening: Opening): Promise<void> {
  const page = openPageFiles(pageDirectory);
  if (!page.ok) return refuse(page.error.message);
  let window: BrowserWindow | null = null;
  const windowNow = (): BrowserWindow | null => window;
  let show: (route: Route) => void = () => undefined;
  const notifications = new Notifications(windowNow, (place) => show(place));
  const host = await openHost(directory, windowNow, opening.files, notifications);
  if (host === null) return app.quit();
  denyEverything(session.defaultSession);
  await cutOffNetwork(session.defaultSession);
  servePage(session.defaultSession, page.value);
  connectPage(host, windowNow);
  const settings = await applySettings(host, windowNow);
  const opened = openMainWindow(
    path.join(windowDirectory, 'window.json'),
    opening.files.count === 0 ? null : routeOf(opening.files.count),
  );
  window = opened;
  opened.on('show', () => notifications.showBadge());
  const closing = new Closing(host, opened);
  const keepAwake = new KeepAwake(host);
  const endCleanly = (): void => void closing.end();
  show = (route) => {
    closing.comeBack();
    if (!opened.isDestroyed()) goTo(opened, route);
  };
  opening.show = (number) => (number === null ? closing.comeBack() : show(routeOf(number)));
  app.on('activate', () => closing.comeBack());
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => {
    settings.stop();
    keepAwake.end();
  });
  powerMonitor.on('shutdown', endCleanly);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endCleanly);
}

/** Opens the data folder; null if it cannot be opened and the person gives up. */
async function openHost(
  directory: string,
  windowNow: () => BrowserWindow | null,
  openedFiles: OpenedFiles,
  notifications: Notifications,
): Promise<Host | null> {
  const update = longUpdateNotice(directory);
  if (update !== null && !(await askToUpdate(update))) return null;
  for (;;) {
    const host = createHost({
      systemUser: systemUser(),
      directory,
      compose: () =>
        compose({
          directory,
          keyFile: null,
          keychainAnswerLimitMs,
          notifies: true,
          readsBalancesHourly: true,
        }),
      hostEnvironment: desktopEnvironment(windowNow, openedFiles),
    });
    notifications.connect(host);
    const opened = await host.opened();
    if (opened.ok) return host;
    if (!(await askToTryAgain(opened.error.message))) return null;
  }
}

async function refuse(message: string): Promise<void> {
  await askToTryAgain(message);
  app.exit(refusedExitCode);
}
