import type { AsyncEntry } from '@napi-rs/keyring';
import { succeed, type Failure, type Result } from '../../contract/result.ts';
import { keychainLocked, keychainUnavailable, sessionBusSilent } from './keychain-errors.ts';
import { createLane, type LaneAnswer } from './lane.ts';
import { isBusSilent } from './session-bus.ts';
import type { Vault } from './vault.ts';

const service = 'bursar';

/**
 * Without this pin the library silently falls back to the Linux kernel's keyring, which is lost at reboot; with it, a missing
 * Secret Service is an error. Other systems ignore it.
 */
const onlyDurable = { linux: { store: 'secret-service' } } as const;

/** The most bytes in one entry: the limit of Windows Credential Manager; elsewhere far more than any key has. */
export function largestEntryBytes(platform: NodeJS.Platform): number {
  return platform === 'win32' ? 2_560 : 64 * 1024;
}

/** The library is loaded with the first entry, because most commands need no key. */
async function open(account: string, platform: NodeJS.Platform): Promise<Result<AsyncEntry>> {
  if (platform === 'linux' && (await isBusSilent(process.env))) return sessionBusSilent();
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return succeed(new AsyncEntry(service, account, onlyDurable));
  } catch {
    return keychainUnavailable(platform);
  }
}

/** What an entry had before a change, which a late call brings back. */
type Before = { bytes: Uint8Array | null };
const noSecret = (): Before => ({ bytes: null });

async function remember(entry: AsyncEntry, before: Before): Promise<void> {
  const numbers = await entry.getSecret();
  before.bytes = numbers === null ? null : Uint8Array.from(numbers);
  numbers?.fill(0);
}

async function putBack(entry: AsyncEntry, { bytes }: Before): Promise<void> {
  try {
    await (bytes === null ? entry.deleteCredential() : entry.setSecret(bytes));
  } finally {
    bytes?.fill(0);
  }
}

/**
 * The OS keychain: macOS Keychain, Windows Credential Manager, or the Secret Service on Linux. `answerLimitMs` is how long one
 * call may wait for it, including the time a person takes to unlock it.
 */
export function createKeychainVault(options: {
  readonly answerLimitMs: number;
  readonly platform: NodeJS.Platform;
}): Vault {
  const { answerLimitMs, platform } = options;
  const inLane = createLane(answerLimitMs);

  /** The result of a use; a failure if the keychain cannot be reached. */
  async function withEntry<Value>(
    account: string,
    use: (entry: AsyncEntry) => Promise<Value>,
  ): Promise<Result<Value>> {
    const entry = await open(account, platform);
    return entry.ok ? succeed(await use(entry.value)) : entry;
  }

  /**
   * The library gives every failure the same code, and its messages must not be matched. So a second query finds the cause: a
   * keychain that cannot be reached is unavailable; otherwise it exists and refuses.
   */
  async function whyItFailed(account: string): Promise<Failure> {
    if (platform === 'win32') return keychainUnavailable(platform);
    const entry = await open(account, platform);
    return entry.ok ? keychainLocked(platform) : entry;
  }

  async function toResult<Value>(account: string, answer: LaneAnswer<Result<Value>>): Promise<Result<Value>> {
    switch (answer.kind) {
      case 'answered':
        return answer.value;
      case 'failed':
        return whyItFailed(account);
      case 'late':
        return keychainLocked(platform);
    }
  }

  async function read(account: string): Promise<Result<Uint8Array | null>> {
    const found = await inLane(() => withEntry(account, (entry) => entry.getSecret()));
    const numbers = await toResult(account, found);
    if (!numbers.ok || numbers.value === null) return numbers.ok ? succeed(null) : numbers;
    const bytes = Uint8Array.from(numbers.value);
    numbers.value.fill(0);
    return succeed(bytes);
  }

  async function write(account: string, bytes: Uint8Array): Promise<Result<null>> {
    // A late call may still be storing when the caller clears its bytes, so it works on its own copy.
    const copy = Uint8Array.from(bytes);
    let hasStarted = false;
    const before = noSecret();
    const store = async (entry: AsyncEntry): Promise<null> => {
      await remember(entry, before);
      await entry.setSecret(copy);
      return null;
    };
    const answer = await inLane(
      () => {
        hasStarted = true;
        return withEntry(account, store).finally(() => copy.fill(0));
      },
      () => withEntry(account, (entry) => putBack(entry, before)),
    );
    if (!hasStarted) copy.fill(0);
    if (answer.kind !== 'late') before.bytes?.fill(0);
    return toResult(account, answer);
  }

  async function erase(account: string): Promise<Result<null>> {
    const before = noSecret();
    const remove = async (entry: AsyncEntry): Promise<null> => {
      await remember(entry, before);
      await entry.deleteCredential();
      return null;
    };
    const answer = await inLane(
      () => withEntry(account, remove),
      () => withEntry(account, (entry) => putBack(entry, before)),
    );
    if (answer.kind !== 'late') before.bytes?.fill(0);
    return toResult(account, answer);
  }

  return { largestBytes: largestEntryBytes(platform), read, write, erase };
}
