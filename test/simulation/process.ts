import type { PayoutRow } from '../../contract/payment.ts';
import { succeed } from '../../contract/result.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch, type Dispatch } from '../../main/core/dispatch.ts';
import type { Clock, Files, Random, Store } from '../../main/core/ports/index.ts';
import { createGateway, encodePaymentBody } from '../../main/gateway/index.ts';
import type { Transport } from '../../main/gateway/network/transport.ts';
import { simulationKeys } from './keys.ts';

/** A running Bursar that can be killed at any moment: from then on nothing of it goes on. */
export type SimulatedProcess = {
  readonly dispatch: Promise<Dispatch>;
  readonly stop: AbortController;
  kill(): void;
};

const never = new Promise<never>(() => {});

const noSheets = (): never => {
  throw new Error('no simulation prepares sheets');
};

/** A file of a simulation is its rows as JSON. */
const files: Files = {
  readPayoutRows: (bytes) => {
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as PayoutRow[];
    return Promise.resolve(succeed({ rows, lines: rows.map((_, index) => index + 2), notes: [] }));
  },
  writeCsv: () => new Uint8Array(),
  readSheet: noSheets,
  readClipboard: noSheets,
  tidyCell: noSheets,
  checkCells: noSheets,
  beginTable: () => ({
    add: () => Promise.resolve(),
    finish: () => Promise.resolve(new Uint8Array()),
  }),
};

export function startProcess(parts: {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly transport: Transport;
}): SimulatedProcess {
  let isAlive = true;
  const whileAlive = async <Value>(promise: Promise<Value>): Promise<Value> => {
    const value = await promise;
    return isAlive ? value : never;
  };
  const clock: Clock = {
    now: () => parts.clock.now(),
    sleep: (durationMs, signal) => whileAlive(parts.clock.sleep(durationMs, signal)),
    turn: () => whileAlive(parts.clock.turn()),
  };
  const transport: Transport = {
    send: (request) => (isAlive ? whileAlive(parts.transport.send(request)) : never),
    close: () => Promise.resolve(),
  };
  const store = new Proxy(parts.store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (!isAlive) throw new Error('a killed process used the store');
        return Reflect.apply(value, target, given);
      };
    },
  });
  const gateway = createGateway({
    keys: simulationKeys,
    clock,
    random: parts.random,
    transport,
    requestsPerSecond: 10,
    lastUseAt: parts.store.lastUseAt,
  });
  const core = createCore({
    store,
    gateway,
    keys: simulationKeys,
    files,
    clock,
    random: parts.random,
    encode: (payment) => encodePaymentBody(payment),
    emit: () => undefined,
    limits: { submissions: 20, polls: 10 },
    requestsPerSecond: 10,
    servesLive: true,
  });
  return {
    dispatch: core.then((handlers) => createDispatch(handlers)),
    stop: new AbortController(),
    kill: () => {
      isAlive = false;
    },
  };
}
