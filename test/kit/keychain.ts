import { spawn } from 'node:child_process';
import path from 'node:path';

/** A separate keychain, as on another computer: the variables for a program that should use it. */
export type Keychain = { readonly environment: Readonly<Record<string, string>>; end(): Promise<void> };

const withKeyring = path.resolve(import.meta.dirname, '../../scripts/with-keyring.mjs');
const tellAndStay = `process.stdout.write((process.env.DBUS_SESSION_BUS_ADDRESS ?? '') + '\\n'); process.stdin.resume();`;

/** Starts a keychain beside the one of this test run; on systems with only one (macOS, Windows), programs use that. */
export async function startKeychain(): Promise<Keychain> {
  const child = spawn(process.execPath, [withKeyring, process.execPath, '-e', tellAndStay], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  let told = '';
  for await (const piece of child.stdout) {
    told += String(piece);
    if (told.includes('\n')) break;
  }
  const address = told.trim();
  if (address === '' && process.platform === 'linux') throw new Error('the keychain did not start');
  return {
    environment: address === '' ? {} : { DBUS_SESSION_BUS_ADDRESS: address },
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}
