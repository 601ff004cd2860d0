import type { PayoutRow } from '../../contract/payments/payment.ts';
import { succeed } from '../../contract/result.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch, type Dispatch } from '../../main/dispatch.ts';
import type {
  ApprovalKeys,
  CallbackListening,
  Clock,
  Files,
  Keys,
  Random,
  Store,
} from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import { createGateway, encodePaymentBody } from '../../main/gateway/index.ts';
import type { Transport } from '../../main/gateway/network/transport.ts';
import { simulationKeys } from './keys.ts';

/** A running Bursar that can be killed at any moment: from then on nothing of it goes on. */
export type SimulatedProcess = {
  readonly dispatch: Promise<Dispatch>;
  readonly stop: AbortController;
  kill(): void;
};

/** Nothing goes on after it. A new one each time: what waits for one that lasts would be kept for as long as it. */
const never = (): Promise<never> => new Promise(() => {});

/** A file of payouts is its rows as JSON in a simulation; cells, and lists of payees, are read as in the real one. */
export function simulationFiles(clock: Clock, signedFolder?: Files['signedFolder']): Files {
  const rowsIn = (bytes: Uint8Array): PayoutRow[] => JSON.parse(new TextDecoder().decode(bytes));
  const real = createFiles({ clock });
  return {
    ...real,
    ...(signedFolder === undefined ? {} : { signedFolder }),
    readPayoutRows: (bytes) => {
      const rows = rowsIn(bytes);
      return Promise.resolve(
        succeed({ rows, lines: rows.map((_, index) => index + 2), notes: [], message: null }),
      );
    },
    readSheet: (bytes, fileName, ...rest) => {
      if (!fileName.endsWith('.json')) return real.readSheet(bytes, fileName, ...rest);
      return Promise.resolve(
        succeed({
          kind: 'rows',
          rows: rowsIn(bytes),
          header: null,
          columns: null,
          notes: [],
          message: null,
          isIbanColumn: false,
          lastUnread: [],
        }),
      );
    },
  };
}

/** The same store, which throws once the process is killed. */
function mortal(store: Store, isAlive: () => boolean): Store {
  const wrappers = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = wrappers.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      const wrapper = (...given: unknown[]): unknown => {
        if (!isAlive()) throw new Error('a killed process used the store');
        return Reflect.apply(value, target, given);
      };
      wrappers.set(name, wrapper);
      return wrapper;
    },
  });
}

export function startProcess(parts: {
  /** `steady`: time that nobody can set; where it is missing nobody sets the clock. `awake`: resolves while the computer does not sleep. */
  readonly clock: Clock & { steady?(): number; awake?(): Promise<void> };
  readonly random: Random;
  readonly store: Store;
  readonly transport: Transport;
  readonly keys?: Keys;
  readonly listening?: CallbackListening;
  readonly approvalKeys?: ApprovalKeys;
  readonly signedFolder?: Files['signedFolder'];
}): SimulatedProcess {
  const { keys = simulationKeys } = parts;
  let isAlive = true;
  const whileAlive = async <Value>(promise: Promise<Value>): Promise<Value> => {
    const value = await promise;
    await parts.clock.awake?.();
    return isAlive ? value : never();
  };
  const clock: Clock = {
    now: () => parts.clock.now(),
    sleep: (durationMs, signal) => whileAlive(parts.clock.sleep(durationMs, signal)),
    turn: () => whileAlive(parts.clock.turn()),
  };
  const transport: Transport = {
    send: (request) => (isAlive ? whileAlive(parts.transport.send(request)) : never()),
    close: () => Promise.resolve(),
  };
  const store = mortal(parts.store, () => isAlive);
  const gateway = createGateway({
    keys,
    clock,
    random: parts.random,
    transport,
    requestsPerSecond: 10,
    monotonicNow: () => parts.clock.steady?.() ?? parts.clock.now(),
    lastUseAt: parts.store.lastUseAt,
  });
  const context = {
    store,
    gateway,
    keys,
    files: simulationFiles(clock, parts.signedFolder),
    clock,
    random: parts.random,
    encode: encodePaymentBody,
    emit: () => undefined,
    limits: { submissions: 20, polls: 10 },
    requestsPerSecond: 10,
    servesLive: true,
  };
  const { approvalKeys } = parts;
  const markedKeys = approvalKeys && {
    ...approvalKeys,
    marker: {
      read: () => approvalKeys.marker.read(),
      write: (text: string) => whileAlive(approvalKeys.marker.write(text)),
    },
  };
  const core = createCore(context, undefined, parts.listening, undefined, markedKeys);
  return {
    dispatch: core.then((handlers) => createDispatch(handlers)),
    stop: new AbortController(),
    kill: () => {
      isAlive = false;
    },
  };
}
