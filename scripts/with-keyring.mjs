/**
 * Runs a command with a real but private keychain: `node scripts/with-keyring.mjs COMMAND ARGS…`.
 *
 * On Linux it starts its own D-Bus and an unlocked gnome-keyring on it, both with a temporary home, so that
 * no one's own keyring is touched; it forwards signals and the exit code, and removes everything afterwards.
 * macOS and Windows always have their keychain; there the command runs unchanged.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants as system, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const startLimitMs = 20_000;
const stopLimitMs = 2_000;
const pollMs = 20;
const mostRestarts = 5;
const addressLimit = 4_096;
const largestParentCharacters = 48;
const needed = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];
const packages = ['gnome-keyring', 'dbus'];
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

function say(text) {
  process.stderr.write(`with-keyring: ${text}\n`);
}

class CannotStart extends Error {}

function isOnPath(program) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return statSync(join(folder, program)).isFile();
    } catch {
      return false;
    }
  });
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', ['-qq', '-y', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Installs missing packages if possible without asking anyone: as root, with apt. */
function installWhatIsMissing() {
  const missing = () => needed.filter((program) => !isOnPath(program));
  if (missing().length === 0) return;
  const advice = `install the packages ${packages.join(' and ')} (Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}) and try again.`;
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    throw new CannotStart(`${missing().join(', ')} not found: ${advice}`);
  }
  say(`${missing().join(', ')} not found; installing ${packages.join(' and ')} with apt-get.`);
  const install = () => aptGet('install', '--no-install-recommends', ...packages);
  let result = install();
  if (result.status !== 0) {
    aptGet('update');
    result = install();
  }
  if (result.status !== 0 || missing().length > 0) {
    const reason =
      String(result.stderr ?? '')
        .trim()
        .split('\n')
        .at(-1) ?? '';
    throw new CannotStart(`apt-get could not install them (${reason || 'no reason given'}): ${advice}`);
  }
}

/**
 * A bus that starts no services on demand: a keyring that wants to prompt a person finds nobody and says so at
 * once, and nothing is started that would have to be stopped again.
 */
function busConfiguration(folder) {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=${folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
}

function makeHome() {
  // A socket path has at most 107 characters, and the keyring puts some deep into this folder.
  const parent = tmpdir().length <= largestParentCharacters ? tmpdir() : '/tmp';
  const home = mkdtempSync(join(parent, 'bursar-keyring-'));
  const env = { ...process.env, HOME: home };
  for (const name of ['DATA_HOME', 'CONFIG_HOME', 'CACHE_HOME', 'STATE_HOME', 'RUNTIME_DIR']) {
    const folder = join(home, name.toLowerCase());
    mkdirSync(folder, { mode: 0o700 });
    env[`XDG_${name}`] = folder;
  }
  // Variables left by a desktop session would lead the daemon to that session.
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'GNOME_KEYRING_CONTROL', 'SSH_AUTH_SOCK'])
    delete env[name];
  return { home, env };
}

/**
 * Removes the daemons and the folder if this process is killed outright: the shell's standard input
 * ends at that moment, without the word that says that all is done.
 */
function startWatcher(home) {
  const script =
    'pids=; while read -r word; do [ "$word" = done ] && exit; pids="$pids $word"; done; kill $pids; rm -rf "$1"';
  const watcher = spawn('sh', ['-c', script, 'sh', home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  return watcher;
}

function startDaemon(watcher, program, args, options) {
  // A separate process group: Ctrl-C in a terminal must not end the keyring before the command that uses it.
  const daemon = spawn(program, args, { ...options, detached: true });
  daemon.on('error', () => {});
  if (daemon.pid !== undefined) watcher.stdin.write(`${daemon.pid}\n`);
  return daemon;
}

const hasEnded = (daemon) =>
  daemon.pid === undefined || daemon.exitCode !== null || daemon.signalCode !== null;

async function waitUntil(isReady, daemon, name) {
  const end = Date.now() + startLimitMs;
  while (!isReady()) {
    if (hasEnded(daemon)) throw new CannotStart(`${name} ended while starting; run it by hand to see why.`);
    if (Date.now() > end)
      throw new CannotStart(`${name} was not ready after ${startLimitMs / 1000} seconds.`);
    await sleep(pollMs);
  }
}

async function startBus(watcher, home, env) {
  const configuration = join(home, 'bus.conf');
  writeFileSync(configuration, busConfiguration(home), { mode: 0o600 });
  const bus = startDaemon(
    watcher,
    'dbus-daemon',
    [`--config-file=${configuration}`, '--nofork', '--print-address=3'],
    {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  let address = '';
  bus.stdio[3]?.on('data', (bytes) => {
    if (address.length < addressLimit) address += bytes;
  });
  return {
    bus,
    ready: waitUntil(() => address.includes('\n'), bus, 'dbus-daemon').then(() => address.trim()),
  };
}

/** Whether the default collection of the Secret Service exists and is unlocked. */
function isUnlocked(env) {
  const collection = '/org/freedesktop/secrets/aliases/default';
  const asked = spawnSync(
    'dbus-send',
    [
      '--session',
      '--print-reply=literal',
      '--reply-timeout=2000',
      '--dest=org.freedesktop.secrets',
      collection,
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.Secret.Collection',
      'string:Locked',
    ],
    { env, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
  );
  return asked.status === 0 && /\bfalse\b/.test(asked.stdout);
}

/**
 * Starts the keyring, and restarts it if the daemon itself crashes: it finds its file and the same password again, so only requests
 * at that moment fail.
 */
function keepKeyring(watcher, env, daemons) {
  const args = [
    '--foreground',
    '--unlock',
    '--components=secrets',
    `--control-directory=${env['XDG_RUNTIME_DIR']}`,
  ];
  const password = randomBytes(24).toString('base64url');
  const start = (restartsLeft) => {
    const keyring = startDaemon(watcher, 'gnome-keyring-daemon', args, {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    keyring.stdin.on('error', () => {});
    keyring.stdin.end(password);
    daemons.keyring = keyring;
    keyring.once('exit', (code, signal) => {
      if (daemons.isStopping || signal === null || restartsLeft === 0) return;
      say(`gnome-keyring-daemon was ended by ${signal}; starting it again.`);
      start(restartsLeft - 1);
    });
    return keyring;
  };
  return waitUntil(() => isUnlocked(env), start(mostRestarts), 'gnome-keyring-daemon');
}

async function stop(daemon) {
  if (hasEnded(daemon)) return;
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  daemon.kill('SIGTERM');
  const tooLate = setTimeout(() => daemon.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(tooLate);
}

/** Runs the command to its end; returns its exit code, or 128 plus the signal's number, as a shell does. */
async function run(command, args, env, signals) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  signals.forward = (signal) => child.kill(signal);
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(`cannot run ${command} (${error.code ?? error.name}).`);
      resolve(error.code === 'ENOENT' ? 127 : 126);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + (system.signals[signal] ?? 0)));
  });
}

async function runWithKeyring(command, args, signals) {
  installWhatIsMissing();
  const { home, env } = makeHome();
  const watcher = startWatcher(home);
  const daemons = { isStopping: false, bus: null, keyring: null };
  try {
    const { bus, ready } = await startBus(watcher, home, env);
    daemons.bus = bus;
    const address = await ready;
    await keepKeyring(watcher, { ...env, DBUS_SESSION_BUS_ADDRESS: address }, daemons);
    if (signals.received !== null) return 128 + (system.signals[signals.received] ?? 0);
    return await run(
      command,
      args,
      { ...process.env, DBUS_SESSION_BUS_ADDRESS: address, BURSAR_TEST_KEYRING: '1' },
      signals,
    );
  } finally {
    daemons.isStopping = true;
    for (const daemon of [daemons.keyring, daemons.bus]) if (daemon !== null) await stop(daemon);
    rmSync(home, { recursive: true, force: true });
    watcher.stdin.end('done\n');
  }
}

async function main() {
  const [command, ...args] = process.argv.slice(2);
  if (command === undefined)
    throw new CannotStart('write the command to run: node scripts/with-keyring.mjs COMMAND ARGS…');
  const signals = { received: null, forward: () => {} };
  for (const signal of forwarded) {
    process.on(signal, () => {
      signals.received = signal;
      signals.forward(signal);
    });
  }
  if (process.platform === 'linux') return runWithKeyring(command, args, signals);
  return run(command, args, { ...process.env, BURSAR_TEST_KEYRING: '1' }, signals);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  say(error.message);
  process.exitCode = 1;
}
