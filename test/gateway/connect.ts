import type { AppError } from '../../contract/errors.ts';
import type { Result } from '../../contract/result.ts';
import { createGateway, createHttpTransport } from '../../main/gateway/index.ts';
import type { GatewayDependencies, HttpTransportOptions } from '../../main/gateway/index.ts';
import type { GatewayClient, GatewayProfile } from '../../main/core/ports/index.ts';
import { realClock } from './clocks.ts';
import { memoryKeys } from './memory-keys.ts';

export const random = { bytes: (count: number) => new Uint8Array(count), fraction: () => 0 };

export function profileAt(baseUrl: string, changes: Partial<GatewayProfile> = {}): GatewayProfile {
  return {
    keyId: 'k1',
    environment: 'sandbox',
    baseUrl,
    merchantCode: 'M1',
    authentication: 'signature',
    ...changes,
  };
}

/** A real client over the real network, closed by the test that uses it. */
export function connect(
  baseUrl: string,
  changes: Partial<GatewayDependencies> & {
    profile?: Partial<GatewayProfile>;
    http?: HttpTransportOptions;
  } = {},
): GatewayClient & AsyncDisposable {
  const { profile = {}, http = {}, ...dependencies } = changes;
  const transport = dependencies.transport ?? createHttpTransport({ environment: {}, ...http });
  const gateway = createGateway({
    keys: memoryKeys(),
    clock: realClock,
    random,
    requestsPerSecond: null,
    ...dependencies,
    transport,
  });
  const client = gateway.client(profileAt(baseUrl, profile));
  return {
    ...client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await transport.close();
    },
  };
}

export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}

export function errorOf(result: Result<unknown>): AppError {
  if (result.ok) throw new Error(`succeeded: ${JSON.stringify(result.value)}`);
  return result.error;
}

export const interactive = { priority: 'interactive' } as const;
export const submission = { priority: 'submission' } as const;
export const polling = { priority: 'polling' } as const;
