import { spawn } from 'node:child_process';

/** Opens an address in the person's browser; false when this computer has no screen, or no way to ask for one. */
export function openBrowser(address: string): Promise<boolean> {
  const command = openingCommand(process.platform, process.env);
  if (command === null) return Promise.resolve(false);
  const [program, ...words] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

type OpeningCommand = readonly [program: string, ...words: string[]];

/** The platform's program that opens an address; null where there is no screen. */
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
