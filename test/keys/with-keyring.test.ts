import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { run, withKeyringScript } from './keyring.ts';

const showSession = `
  console.log(JSON.stringify({
    bus: process.env.DBUS_SESSION_BUS_ADDRESS, mark: process.env.BURSAR_TEST_KEYRING, home: process.env.HOME, pid: process.pid,
  }));
`;

type Session = { bus: string; mark: string; home: string; pid: number };

const readSession = (line: string): Session => JSON.parse(line) as Session;
const homeOf = ({ bus }: Session): string => dirname(bus.replace(/^unix:path=/, '').replace(/,.*$/, ''));

/** Processes that name this folder in their arguments, which every daemon of the session does or whose environment has it. */
function processesOf(home: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`].some((file) =>
          readFileSync(file).includes(home),
        );
      } catch {
        return false;
      }
    });
}

async function started(code: string): Promise<{ wrapper: ReturnType<typeof spawn>; session: Session }> {
  const wrapper = spawn(
    process.execPath,
    [withKeyringScript, process.execPath, '-e', `${code}${showSession}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const line = await new Promise<string>((resolve) =>
    wrapper.stdout?.once('data', (bytes) => resolve(String(bytes))),
  );
  return { wrapper, session: readSession(line) };
}

/** Stores a secret, crashes the keyring of the session, and asks for the secret until there is an answer. */
const crashKeyring = `
  const { spawnSync } = require('node:child_process');
  const { Entry } = require('@napi-rs/keyring');
  const ask = (...words) => spawnSync('dbus-send', ['--session', '--print-reply=literal', ...words], { encoding: 'utf8' });
  new Entry('bursar-test', 'crash').setPassword('kept');
  const { stdout } = ask('--dest=org.freedesktop.DBus', '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID', 'string:org.freedesktop.secrets');
  process.kill(Number(/\\d+/.exec(stdout.replace('uint32', ''))[0]), 'SIGTRAP');
  const look = () => {
    let secret = null;
    try {
      secret = new Entry('bursar-test', 'crash').getPassword();
    } catch {}
    if (secret === null) setTimeout(look, 50);
    else console.log(secret);
  };
  look();
`;

const endOf = (wrapper: ReturnType<typeof spawn>): Promise<[number | null, NodeJS.Signals | null]> =>
  new Promise((resolve) => wrapper.once('exit', (code, signal) => resolve([code, signal])));

const waitForSignal = 'setInterval(() => {}, 1000);';

describe.runIf(process.platform === 'linux')('with-keyring', () => {
  it('gives the command its own bus, restores its home, and leaves nothing behind', async () => {
    const finished = await run([withKeyringScript, process.execPath, '-e', showSession]);
    const session = readSession(finished.stdout);
    expect(finished).toMatchObject({ code: 0, stderr: '' });
    expect(session).toMatchObject({ mark: '1', home: process.env['HOME'] });
    expect(session.bus).not.toBe(process.env['DBUS_SESSION_BUS_ADDRESS']);
    expect(existsSync(homeOf(session))).toBe(false);
    await vi.waitFor(() => expect(processesOf(homeOf(session))).toEqual([]), { timeout: 60_000 });
  });

  it('works without a runtime folder or a home', async () => {
    const env = { PATH: process.env['PATH'] };
    expect(await run([withKeyringScript, process.execPath, '-e', showSession], { env })).toMatchObject({
      code: 0,
    });
  });

  it('passes on the exit code', async () => {
    expect(await run([withKeyringScript, process.execPath, '-e', 'process.exit(7)'])).toMatchObject({
      code: 7,
    });
    expect(
      await run([withKeyringScript, process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")']),
    ).toMatchObject({ code: 137 });
    expect(await run([withKeyringScript, 'no-such-command'])).toMatchObject({ code: 127 });
    expect(await run([withKeyringScript])).toMatchObject({ code: 1 });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('passes on %s and cleans up after it', async (signal, code) => {
    const { wrapper, session } = await started(waitForSignal);
    wrapper.kill(signal);
    expect(await endOf(wrapper)).toEqual([code, null]);
    expect(existsSync(homeOf(session))).toBe(false);
    expect(processesOf(homeOf(session))).toEqual([]);
  });

  it('lets the command end by itself on a signal, with the keyring still running', async () => {
    const { wrapper } = await started(`${waitForSignal} process.on('SIGINT', () => process.exit(5));`);
    wrapper.kill('SIGINT');
    expect(await endOf(wrapper)).toEqual([5, null]);
  });

  it('restarts a keyring that crashed, with what was stored in it', async () => {
    const { stdout, stderr, code } = await run([withKeyringScript, process.execPath, '-e', crashKeyring]);
    expect(stdout.trim()).toBe('kept');
    expect(stderr).toBe('with-keyring: gnome-keyring-daemon was ended by SIGTRAP; starting it again.\n');
    expect(code).toBe(0);
  });

  it('removes the daemons even if it is killed outright', async () => {
    const { wrapper, session } = await started(waitForSignal);
    wrapper.kill('SIGKILL');
    expect(await endOf(wrapper)).toEqual([null, 'SIGKILL']);
    // The command itself outlives a killed parent; it is ended here so that only the daemons are looked at.
    process.kill(session.pid, 'SIGKILL');
    await vi.waitFor(
      () => {
        expect(existsSync(homeOf(session))).toBe(false);
        expect(processesOf(homeOf(session))).toEqual([]);
      },
      { timeout: 60_000 },
    );
  });
});
