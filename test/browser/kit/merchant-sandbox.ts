import {
  startSandbox,
  steadyClock,
  type SandboxServer,
  type SandboxServerOptions,
} from '../../../sandbox/index.ts';
import { freePort } from '../../kit/free-port.ts';

const merchantCode = 'ACME';

/** The sandbox over HTTP, with one merchant whose key is given to it as a person gives it to a gateway. */
export type MerchantSandbox = {
  readonly server: SandboxServer;
  readonly merchantCode: string;
  giveKey(pem: string): Promise<void>;
};

export type SlowableMerchant = MerchantSandbox & {
  /**
   * From now on, the next answers take these times, one each, and all after them the last: a test that stops what waits for answers has the
   * time to.
   */
  answerAfter(...ms: readonly number[]): void;
  /** From now on, so much more time has passed at the gateway. */
  passTime(ms: number): void;
};

/** Of these opening balances alone, if they are given; else of ten million in each currency. */
export async function startMerchantSandbox(
  settleMs = 300,
  balances?: Readonly<Record<string, string>>,
): Promise<SlowableMerchant> {
  const merchant = { merchantCode, publicKeyPems: [], secrets: [] };
  let delays: number[] = [];
  let passedMs = 0;
  const server = await startSandboxOf(
    [balances === undefined ? merchant : { ...merchant, balances }],
    settleMs,
    () => {
      const delayMs = (delays.length > 1 ? delays.shift() : delays[0]) ?? 0;
      return delayMs > 0 ? { kind: 'slowAnswer', delayMs } : { kind: 'none' };
    },
    { ...steadyClock, now: () => steadyClock.now() + passedMs },
  );
  const answerAfter = (...ms: readonly number[]): void => {
    delays = [...ms];
  };
  const passTime = (ms: number): void => {
    passedMs += ms;
  };
  return { ...merchantAt(server, merchantCode), answerAfter, passTime };
}

/** The sandbox over HTTP, with these merchants. */
export async function startSandboxOf(
  merchants: SandboxServerOptions['merchants'],
  settleMs = 300,
  chooseFault: SandboxServerOptions['chooseFault'] = () => ({ kind: 'none' }),
  clock: SandboxServerOptions['clock'] = steadyClock,
): Promise<SandboxServer> {
  return startSandbox({
    port: await freePort(),
    seed: 1,
    faults: 0,
    settleMs,
    requestsPerSecond: 10,
    merchants,
    chooseFault,
    clock,
  });
}

/** A merchant of a sandbox that runs already. */
export function merchantAt(server: SandboxServer, code: string): MerchantSandbox {
  return {
    server,
    merchantCode: code,
    giveKey: async (pem) => {
      const answer = await fetch(`${server.url}/!sandbox/merchants/${code}/public-key`, {
        method: 'PUT',
        headers: { 'X-Sandbox-Admin': '1' },
        body: pem,
      });
      if (!answer.ok) throw new Error(`the sandbox did not take the key: ${answer.status}`);
    },
  };
}
