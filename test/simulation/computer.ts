import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import type { Call } from '../../main/dispatch.ts';
import type { Random } from '../../main/core/ports/index.ts';
import type { Transport } from '../../main/gateway/network/transport.ts';
import { MemoryDisk, type MemoryOpening, type MemoryStore } from '../kit/memory-store.ts';
import { simulatedApprovalKeys, simulatedKeychain } from './keys.ts';
import type { Departure } from './network.ts';
import type { Share } from './people/share.ts';
import { CallbackPort } from './callbacks.ts';
import { startProcess, type SimulatedProcess } from './process.ts';
import type { WallClock } from './virtual-clock.ts';
import type { Watch } from './checks/invariants.ts';

/** An older state of the database: a backup, or what is left where the end of the journal is lost. */
export type Image = Uint8Array;

/** Disks of computers that are gone, empty again. */
const spareDisks: MemoryDisk[] = [];

/** A computer on which Bursar runs: its clock, its database and the process that is alive now. */
export class Computer {
  readonly clock: WallClock;
  readonly watch: Watch;
  readonly #random: Random;
  readonly #considersMs: number;
  readonly #transport: Transport;
  readonly #keys = simulatedKeychain();
  readonly #approving: Pick<Parameters<typeof startProcess>[0], 'approvalKeys' | 'signedFolder'>;
  readonly #disk = spareDisks.pop() ?? new MemoryDisk();
  #store: MemoryStore;
  #process: SimulatedProcess;
  #callbacks = new CallbackPort();
  #ended = Promise.withResolvers<'crashed'>();

  constructor(parts: {
    readonly clock: WallClock;
    readonly random: Random;
    readonly watch: Watch;
    /** How long a person considers each question. */
    readonly considersMs: number;
    readonly connect: (onDeparture: (departure: Departure) => void) => Transport;
    /** The folder for signed files, and whose computer it is; null: nobody approves anything. */
    readonly approving: { readonly share: Share; readonly person: number } | null;
  }) {
    this.clock = parts.clock;
    this.watch = parts.watch;
    this.#random = parts.random;
    this.#considersMs = parts.considersMs;
    this.#approving =
      parts.approving === null
        ? {}
        : {
            approvalKeys: simulatedApprovalKeys(parts.approving.person, parts.clock),
            signedFolder: parts.approving.share.folder,
          };
    this.#transport = parts.connect((departure) => this.watch.onDeparture(departure));
    this.#disk.onLife = (paymentId) => this.watch.onLife(paymentId);
    this.#store = this.#disk.open();
    this.#process = this.#start();
  }

  get store(): MemoryStore {
    return this.#store;
  }

  #start(): SimulatedProcess {
    this.watch.look(this.#store);
    this.#callbacks = new CallbackPort();
    const process = startProcess({
      clock: this.clock,
      random: this.#random,
      store: this.#store,
      transport: this.#transport,
      listening: this.#callbacks.listening,
      keys: this.#keys,
      ...this.#approving,
    });
    // Its callers see the error; this only keeps it from ending the process before the first call.
    process.dispatch.catch(() => undefined);
    return process;
  }

  /** Kills the process and starts another on what is on disk. */
  restart(): void {
    this.#restart({});
  }

  /** The same, on an older image of what is on disk. */
  goBackTo(image: Image, isRestored: boolean): void {
    this.watch.audit();
    const missesRetries = this.#disk.replace(image);
    // Without lost retries the order IDs have to do: no mark tells that the journal was lost.
    this.#restart({ isRestored, isBehind: !isRestored && missesRetries, missesRetries });
    this.watch.goBack();
  }

  /** Opens the database of another computer, or a backup of it, of which no mark of this one tells. */
  copyFrom(image: Image, isRestored: boolean): void {
    this.#disk.replace(image);
    this.#restart({ isRestored, missesRetries: isRestored });
    this.watch.goBack();
  }

  #restart(older: Omit<MemoryOpening, 'at'>): void {
    this.#process.kill();
    this.#store.close();
    this.#store = this.#disk.open({ at: this.clock.now(), ...older });
    this.#process = this.#start();
    const { resolve } = this.#ended;
    this.#ended = Promise.withResolvers<'crashed'>();
    resolve('crashed');
  }

  /** A callback arrives; one that comes while the computer sleeps is lost. */
  hear(idPayment: string): void {
    if (!this.clock.isAsleep()) this.#callbacks.receive(idPayment);
  }

  /** Calls an operation of the process that runs now; `crashed` when it was killed meanwhile. */
  async call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    isConfirmed = true,
  ): Promise<Result<OperationOutput<Name>> | 'crashed'> {
    await this.clock.awake();
    const process = this.#process;
    const confirm = async (): Promise<boolean> => {
      if (this.#considersMs > 0) await this.clock.sleep(this.#considersMs);
      return isConfirmed;
    };
    const call: Call = { signal: process.stop.signal, confirm };
    return Promise.race([
      this.#ended.promise,
      process.dispatch.then((dispatch) => dispatch(name, input, call)),
    ]);
  }

  /** Calls until no crash comes between; for operations that may simply be repeated. */
  async insist<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Result<OperationOutput<Name>>> {
    for (;;) {
      const result = await this.call(name, input);
      if (result !== 'crashed') return result;
    }
  }

  close(): void {
    this.#process.kill();
    this.#store.close();
    this.#disk.onLife = () => undefined;
    this.#disk.clear();
    spareDisks.push(this.#disk);
  }
}
