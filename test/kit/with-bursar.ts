import { compose, type Bursar } from '../../main/compose.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';

/** A data folder, and the key file that signs in it; null: the keychain. */
export type Folder = { readonly dataDirectory: string; readonly keyFile: string | null };

/** Makes a call that must succeed. */
export type Get = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
) => Promise<OperationOutput<Name>>;

/** Sent with each call: a person who confirms. */
export const call = () => ({ signal: new AbortController().signal, confirm: () => Promise.resolve(true) });

/**
 * Uses the core on a data folder in this process, while no command runs on it: to set up a test, and to read what a
 * command left. `get` makes a call that must succeed.
 */
export async function withBursar<Value>(
  { dataDirectory, keyFile }: Folder,
  use: (get: Get, bursar: Bursar) => Promise<Value>,
  isUnlimited = false,
): Promise<Value> {
  const opened = await compose({
    directory: dataDirectory,
    keyFile: keyFile === null ? null : { path: keyFile, passphrase: null },
    ...(isUnlimited ? { requestsPerSecond: null } : {}),
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { dispatch } = opened.value;
  try {
    return await use(async (name, input) => {
      const result = await dispatch(name, input, call());
      if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
      return result.value;
    }, opened.value);
  } finally {
    await opened.value.close();
  }
}

/** Adds the profile of a merchant at this address whose key is the key file. */
export function addProfile(folder: Folder, name: string, merchantCode: string, baseUrl: string) {
  return withBursar(folder, (get) =>
    get('profiles.add', {
      name,
      environment: 'sandbox',
      baseUrl,
      merchantCode,
      callbackUrl: 'http://127.0.0.1:9/callbacks',
      key: { kind: 'none' },
    }),
  );
}
