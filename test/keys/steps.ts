/**
 * Takes the steps named by its arguments (`generate=ID`, `sign=ID`, `lock` …) and prints one line of JSON for each.
 * Each uses keys of its own, so that nothing comes from memory. Run by tests in a process of its own.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { writeHeapSnapshot } from 'node:v8';
import { fail, succeed, type Result } from '../../contract/result.ts';
import { createKeychainKeys } from '../../main/keys/index.ts';
import { message } from './keyring.ts';
import { startSilentPrompter } from './silent-prompter.ts';

const answerLimitMs = Number(process.env['STEP_ANSWER_LIMIT_MS'] ?? '10000');
const busAddress = process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
let prompter: Socket | null = null;

/** One hash over every file in the home of the keyring daemon. */
function digestOfHome(): string {
  const home = dirname(busAddress.replace(/^unix:path=/, '').replace(/,.*$/, ''));
  const hash = createHash('sha256');
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  ))
    hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex');
}

function lockDefaultCollection(): Result<string> {
  const [service, method] = ['/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock'];
  const collection = 'array:objpath:/org/freedesktop/secrets/aliases/default';
  const args = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', service, method, collection];
  return spawnSync('dbus-send', args).status === 0 ? succeed('') : fail('internal', 'could not lock');
}

async function take(name: string, keyId: string): Promise<Result<string>> {
  const keys = createKeychainKeys({ answerLimitMs });
  const asText = (result: Result<unknown>): Result<string> =>
    result.ok ? succeed(JSON.stringify(result.value)) : result;
  switch (name) {
    case 'generate':
      return asText(await keys.generate(keyId, 2048));
    case 'import':
      return asText(
        await keys.importFile(keyId, { path: process.env['STEP_KEY_FILE'] ?? '', passphrase: null }),
      );
    case 'heap':
      return succeed(writeHeapSnapshot(process.env['STEP_HEAP_FILE']));
    case 'sign': {
      const signature = await keys.sign(keyId, message);
      return signature.ok ? succeed(Buffer.from(signature.value).toString('base64')) : signature;
    }
    case 'has':
      return asText(await keys.has(keyId));
    case 'remove':
      return asText(await keys.remove(keyId));
    case 'readSecret':
      return keys.readSecret(keyId);
    case 'storeSecret':
      return asText(await keys.storeSecret(keyId, 'a merchant secret'));
    case 'lock':
      return lockDefaultCollection();
    case 'prompt':
      prompter = await startSilentPrompter(busAddress);
      return succeed('');
    case 'leave':
      prompter?.destroy();
      return succeed('');
    case 'digest':
      return succeed(digestOfHome());
    default:
      throw new TypeError(`no such step: ${name}`);
  }
}

for (const step of process.argv.slice(2)) {
  const [name = '', keyId = ''] = step.split('=');
  const startedAt = performance.now();
  const result = await take(name, keyId);
  const elapsedMs = performance.now() - startedAt;
  const told = result.ok
    ? { ok: true, code: null, message: null, value: result.value }
    : { ok: false, code: result.error.code, message: result.error.message, value: '' };
  process.stdout.write(`${JSON.stringify({ step, ...told, elapsedMs })}\n`);
}
