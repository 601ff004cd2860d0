import { mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { largestEntryBytes } from '../../main/keys/keychain-vault.ts';
import { keychainLocked, keychainUnavailable } from '../../main/keys/keychain-errors.ts';
import { newRsaKey } from './fixtures.ts';
import { inNewKeyring, inNewProcess, newKeyId, requireKeyring, stepOf } from './keyring.ts';
import { keptFolder } from '../kit/temporary-folder.ts';

const homes = keptFolder();

beforeAll(requireKeyring);
const isLinux = process.platform === 'linux';

/** macOS and Windows have no keychain that a test may take away or lock. */
describe.runIf(isLinux)('without a keychain', () => {
  it.each([
    ['no session at all', {}],
    ['a bus that is not there', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
    ['an address that is none', { DBUS_SESSION_BUS_ADDRESS: 'nowhere' }],
  ])('I8: refuses to store a key, and writes nothing: %s', async (_what, session) => {
    const home = mkdtempSync(join(homes, 'home-'));
    const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, ...session };
    const keyId = newKeyId();
    const asked = ['generate', 'sign', 'has', 'remove', 'storeSecret', 'readSecret'].map(
      (step) => `${step}=${keyId}`,
    );
    const steps = await inNewProcess(asked, env);
    expect(steps).toHaveLength(asked.length);
    for (const { step, code, message } of steps) {
      expect(code, step).toBe('keychainUnavailable');
      // What the call was part of, such as a new draft, may well be stored.
      expect(message, step).not.toContain('Nothing was stored');
      expect(message, step).toContain('nowhere else');
    }
    expect(readdirSync(home)).toEqual([]);
  });
});

describe.runIf(isLinux)('a session bus that accepts connections and never answers', () => {
  it('is said to be silent, instead of a wait that not even a signal ends', async () => {
    const home = mkdtempSync(join(homes, 'home-'));
    const path = join(home, 'bus');
    const bus = createServer();
    await new Promise<void>((resolve) => void bus.listen(path, resolve));
    onTestFinished(() => void bus.close());
    const env = { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home };
    const address = `unix:path=${path.replaceAll('-', '%2d')},guid=0123456789abcdef0123456789abcdef`;
    for (const session of [{ DBUS_SESSION_BUS_ADDRESS: address }, { XDG_RUNTIME_DIR: home }]) {
      const [step] = await inNewProcess([`has=${newKeyId()}`], { ...env, ...session });
      expect(step).toMatchObject({ code: 'keychainUnavailable' });
      expect(step?.message).toContain('The message bus of this session (D-Bus) does not answer');
    }
  });
});

describe.runIf(isLinux)('a locked keychain', () => {
  it('I8: says so at once if nobody can be asked, and stores nothing', async () => {
    const [known, unknown] = [newKeyId(), newKeyId()];
    const tries = [
      `sign=${known}`,
      `has=${known}`,
      `remove=${known}`,
      `generate=${unknown}`,
      `storeSecret=${unknown}`,
    ];
    const steps = await inNewKeyring([
      `generate=${known}`,
      `sign=${known}`,
      'lock',
      'digest',
      ...tries,
      'digest',
    ]);
    expect(stepOf(steps, `generate=${known}`).ok).toBe(true);
    expect(steps[1]).toMatchObject({ ok: true });
    expect(stepOf(steps, 'lock').ok).toBe(true);
    expect(steps.slice(4, -1).map(({ step, code }) => [step, code])).toEqual(
      tries.map((step) => [step, 'keychainLocked']),
    );
    expect(steps.at(-1)?.value).toBe(steps[3]?.value);
  });

  it('answers within the time limit if a prompt is open and the person is away, and stores nothing after it', async () => {
    const [known, unknown] = [newKeyId(), newKeyId()];
    const env = { ...process.env, STEP_ANSWER_LIMIT_MS: '1500' };
    const asked = [
      `generate=${known}`,
      'prompt',
      'lock',
      'digest',
      `sign=${known}`,
      `generate=${unknown}`,
      'leave',
      'digest',
    ];
    const steps = await inNewKeyring(asked, env);
    expect(steps[0]).toMatchObject({ ok: true });
    const signed = stepOf(steps, `sign=${known}`);
    expect(signed.code).toBe('keychainLocked');
    expect(signed.elapsedMs).toBeGreaterThan(1_490);
    expect(signed.elapsedMs).toBeLessThan(6_000);
    expect(stepOf(steps, `generate=${unknown}`).code).toBe('keychainLocked');
    expect(steps.at(-1)?.value).toBe(steps[3]?.value);
  });
});

describe('the messages about it', () => {
  it.each(['linux', 'darwin', 'win32', 'freebsd'] as const)('say what to do on %s', (platform) => {
    expect(keychainUnavailable(platform).error.message).toMatch(/keychain|Credential Manager/);
    expect(keychainLocked(platform).error.message).toContain('unlock');
  });

  it('know that Windows accepts 2,560 bytes, which an RSA-4096 key fits into', () => {
    const largestKey = newRsaKey(4096).export({ type: 'pkcs8', format: 'der' });
    expect(largestEntryBytes('win32')).toBe(2_560);
    expect(largestKey.length).toBeLessThan(2_560);
  });
});
