import path from 'node:path';
import type { OperationInput, OperationName, OperationOutput } from '../../../contract/operations.ts';
import { compose, type ComposeOptions } from '../../../main/compose.ts';
import { callbackUrl, merchantCode } from './merchant.ts';
import { benchFolder } from './bench-folder.ts';

const nowhere = 'http://127.0.0.1:9';

/** The real program on a data folder of its own, with one profile and a key in memory. */
export type BenchedBursar = {
  call<Name extends OperationName>(name: Name, input: OperationInput<Name>): Promise<OperationOutput<Name>>;
  end(): Promise<void>;
};

/** `url` is the gateway's; with null there is none, which importing does not need. */
export async function openBursar(
  url: string | null,
  options: Pick<ComposeOptions, 'requestsPerSecond' | 'limits'> = {},
): Promise<BenchedBursar> {
  const folder = benchFolder();
  const composed = await compose({
    directory: path.join(folder, 'data'),
    keyFile: null,
    isThrowAway: true,
    ...options,
  });
  if (!composed.ok) throw new Error(composed.error.message);
  const bursar = composed.value;
  const { signal } = new AbortController();
  const call: BenchedBursar['call'] = async (name, input) => {
    const result = await bursar.dispatch(name, input, { signal, confirm: () => Promise.resolve(true) });
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    return result.value;
  };
  const { publicKey } = await call('profiles.add', {
    name: 'bench',
    environment: 'sandbox',
    baseUrl: url ?? nowhere,
    merchantCode,
    callbackUrl,
    key: { kind: 'generate', modulusBits: 2048 },
  });
  if (url !== null && publicKey !== null) await registerKey(url, publicKey.pem);
  return { call, end: () => bursar.close() };
}

/** As sandbox/README.md describes it; the bare server takes anything. */
async function registerKey(url: string, pem: string): Promise<void> {
  const answer = await fetch(`${url}/!sandbox/merchants/${merchantCode}/public-key`, {
    method: 'PUT',
    headers: { 'X-Sandbox-Admin': '1' },
    body: pem,
  });
  if (!answer.ok) throw new Error(`registering the key: ${answer.status}`);
}
