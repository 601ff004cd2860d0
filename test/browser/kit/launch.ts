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

/** Starts a Chromium of this computer; on Debian it is installed through apt where that is possible. Throws with what to install otherwise. */
export function launchBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: browserProgram(),
    args: isRoot ? [...quietly, '--no-sandbox'] : quietly,
    timeout: launchLimitMs,
  });
}

/** Where the browser is; installs it where that is possible. */
export function browserProgram(): string {
  const found = findBrowser() ?? (installBrowser() ? findBrowser() : null);
  if (found === null)
    throw new Error(
      'The browser tests need Chromium, Chrome or Edge. Install one (on Debian: apt-get install chromium), or name its program in BURSAR_TEST_BROWSER.',
    );
  return found;
}

function findBrowser(): string | null {
  const named = process.env['BURSAR_TEST_BROWSER'];
  return [...(named === undefined ? [] : [named]), ...usualPlaces()].find((file) => existsSync(file)) ?? null;
}

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
      return [
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        'microsoft-edge',
      ].flatMap((name) =>
        (process.env['PATH'] ?? '/usr/bin').split(path.delimiter).map((folder) => path.join(folder, name)),
      );
  }
}

/** Installs Chromium through apt; false where this is not Debian, or we may not. */
function installBrowser(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  const apt = (...words: string[]): boolean =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...words], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = (): boolean => apt('install', '-y', '--no-install-recommends', 'chromium');
  return install() || (apt('update') && install());
}
