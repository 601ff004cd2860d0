import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const pageName = 'open-in-browser.html';

/**
 * Opens an address in the person's browser; false if this computer has no display, or no way to open one. The address admits
 * anyone who has it, and everybody on this computer can read process arguments, so the browser gets a page in `directory` that
 * only its owner may read and that leads there. `removeBrowserPage` removes it.
 */
export async function openBrowser(address: string, directory: string): Promise<boolean> {
  const command = openingCommand(process.platform, process.env);
  if (command === null) return false;
  const file = path.join(directory, pageName);
  await removeBrowserPage(directory);
  await writeFile(file, pageLeadingTo(address), { mode: 0o600, flag: 'wx' });
  const [program, ...words] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...words, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** Removes the page that leads to the address, if it exists. */
export async function removeBrowserPage(directory: string): Promise<void> {
  await rm(path.join(directory, pageName), { force: true });
}

function pageLeadingTo(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Bursar</title>
<p><a href="${address}">Open Bursar</a></p>
`;
}

type OpeningCommand = readonly [program: string, ...words: string[]];

/** The platform's program for opening an address; null without a display. */
export function openingCommand(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): OpeningCommand | null {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default: {
      const hasScreen = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some(
        (name) => name !== undefined && name !== '',
      );
      return hasScreen ? ['xdg-open'] : null;
    }
  }
}
