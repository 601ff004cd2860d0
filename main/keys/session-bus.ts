import { connect } from 'node:net';

/** A bus that works answers within a few milliseconds. */
const answerLimitMs = 3_000;

/**
 * Whether the D-Bus session bus does not answer. The keychain library would then wait for it without a limit, on the thread that also handles
 * signals. False if the bus answers, or if it is not known: what is wrong with an address, the library finds out at once.
 */
export async function isBusSilent(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const path = socketOf(environment);
  if (path === null) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(path);
  const timer = setTimeout(() => resolve(true), answerLimitMs);
  // It answers the first words of a client, whether it accepts them or not.
  socket.on('connect', () => void socket.write('\0AUTH\r\n'));
  socket.on('data', () => resolve(false));
  socket.on('close', () => resolve(false));
  // EAGAIN: as many connections wait as may.
  socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EAGAIN'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** The socket of the first address, as the library chooses it; null if it is none of this computer. */
function socketOf(environment: Readonly<Record<string, string | undefined>>): string | null {
  const address = environment['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  const folder = environment['XDG_RUNTIME_DIR'] ?? '';
  if (address === '') return folder === '' ? null : `${folder}/bus`;
  const [, kind, name = ''] = /^unix:(?:[^,;]*,)*(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (kind === undefined) return null;
  try {
    return `${kind === 'abstract' ? '\0' : ''}${decodeURIComponent(name)}`;
  } catch {
    return null;
  }
}
