import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** As few of the browser's own doings as possible, so that a test sees only the page's. */
const quietly = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const launchLimitMs = 60_000;

/** Starts a browser of this computer that nobody sees; on Debian it is installed through apt where that is possible. Throws with what to install otherwise. */
export function launchBrowser(executablePath = quickProgram()): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    args: isRoot ? [...quietly, '--no-sandbox'] : quietly,
    timeout: launchLimitMs,
  });
}

let shared: Promise<Browser> | null = null;

/**
 * The browser that all files of a worker share, since starting one takes more than most of what is done in it: nobody closes it, and it ends
 * with the worker. Each caller opens contexts of its own, which share nothing.
 */
export async function sharedBrowser(): Promise<Browser> {
  const before = await shared;
  if (before?.isConnected() === true) return before;
  shared = launchBrowser();
  return shared;
}

/** Chromium without what surrounds its pages, which takes a fifth less; the whole where there is no such thing. */
function quickProgram(): string {
  return findProgram(quickPlaces()) ?? browserProgram();
}

/** The whole browser: it obeys the switches that the desktop app gives to its own, and figures and pictures are of it. */
export function browserProgram(): string {
  const found = findProgram(usualPlaces());
  if (found === undefined)
    throw new Error(
      'The browser tests need Chromium, Chrome or Edge. Install one (on Debian: apt-get install chromium), or name its program in BURSAR_TEST_BROWSER.',
    );
  return found;
}

const firstOf = (places: readonly string[]): string | undefined => places.find((file) => existsSync(file));
let isProvided = false;

/** The named program, or the first of these that is there, once what Debian has of both was installed where that is possible. */
function findProgram(places: readonly string[]): string | undefined {
  const named = process.env['BURSAR_TEST_BROWSER'];
  if (named !== undefined && existsSync(named)) return named;
  // Both at once: they share files, which may not be replaced while one of them runs.
  if (!isProvided && [quickPlaces(), usualPlaces()].some((each) => firstOf(each) === undefined))
    installBrowsers();
  isProvided = true;
  return firstOf(places);
}

const quickPlaces = (): string[] => onPath('chromium-headless-shell');

function usualPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return [
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      ];
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA']
        .map((name) => process.env[name])
        .flatMap((folder) =>
          folder === undefined
            ? []
            : [
                path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
                path.join(folder, 'Chromium', 'Application', 'chrome.exe'),
                path.join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
              ],
        );
    default:
      return onPath(
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        'microsoft-edge',
      );
  }
}

function onPath(...names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '/usr/bin').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Installs what is there of both through apt, where this is Debian and we may. */
function installBrowsers(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const apt = (...words: string[]): boolean =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...words], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = (...packages: string[]): boolean =>
    apt('install', '-y', '--no-install-recommends', 'chromium', ...packages);
  const quick = 'chromium-headless-shell';
  if (install(quick)) return;
  apt('update');
  if (!install(quick)) install();
}
