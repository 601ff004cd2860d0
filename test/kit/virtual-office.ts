import type { ReleaseSummary } from '../../contract/batches/batch.ts';
import type { AppEvent } from '../../contract/events.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { Result } from '../../contract/result.ts';
import type { CoreContext } from '../../main/core/context/context.ts';
import { createCore } from '../../main/core/core.ts';
import { createDispatch, type Dispatch } from '../../main/dispatch.ts';
import type { ApprovalKeys } from '../../main/core/ports/index.ts';
import { createFiles } from '../../main/files/index.ts';
import type { Environment } from '../../contract/profile.ts';
import { createGateway, encodePaymentBody } from '../../main/gateway/index.ts';
import { openMemoryStore, type MemoryOpening, type MemoryStore } from './memory-store.ts';
import { createSandboxGateway, type SandboxGateway } from '../../sandbox/index.ts';
import { keysOf } from '../simulation/keys.ts';
import { quickPair } from './quick-keys.ts';
import { createNetwork, fairWeather, type Weather, type Departure } from '../simulation/network.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { settled, VirtualClock, WallClock } from '../simulation/virtual-clock.ts';
import { confirmedAll } from './confirmed-all.ts';

/** One key that signs at once, for every merchant. */
const { privateKey, publicKeyPem } = quickPair();
const keys = keysOf(privateKey);

/**
 * A core on an in-memory database and the real sandbox, without network, in a time that advances only when told to or when an
 * operation waits. The computer's clock can be set; the gateway's shows the true time.
 */
export class VirtualOffice {
  readonly time: VirtualClock;
  readonly clock: WallClock;
  readonly random: SeededRandom;
  readonly gateway: SandboxGateway;
  readonly events: AppEvent[] = [];
  /** Whether nothing reaches the gateway. */
  isDown = false;
  /** A person's answers to the next releases, and what they were shown. */
  isConfirmed: (summary: ReleaseSummary) => boolean | Promise<boolean> = () => true;
  readonly #approvalKeys: ApprovalKeys | undefined;
  readonly #notifies: boolean;
  readonly #readsBalancesHourly: boolean;
  readonly #weather: Weather;
  readonly #onDeparture: (departure: Departure) => void;
  #store: MemoryStore;
  #dispatch: Promise<Dispatch>;
  #parts: CoreContext;

  constructor(options: {
    readonly start: number;
    readonly seed?: number;
    readonly settleMs?: number;
    readonly weather?: Weather;
    readonly merchants?: readonly {
      readonly code: string;
      readonly balances?: Readonly<Record<string, string>>;
    }[];
    readonly approvalKeys?: ApprovalKeys;
    /** Whether notifications are shown; they arrive as events. */
    readonly notifies?: boolean;
    /** Whether balances are read while the runner runs. */
    readonly readsBalancesHourly?: boolean;
    /** Called for each request as it leaves. */
    readonly onDeparture?: (departure: Departure) => void;
  }) {
    this.time = new VirtualClock(options.start);
    this.clock = new WallClock(this.time, 0);
    this.random = new SeededRandom(options.seed ?? 1);
    this.#weather = options.weather ?? fairWeather;
    this.#onDeparture = options.onDeparture ?? (() => undefined);
    this.#approvalKeys = options.approvalKeys;
    this.#notifies = options.notifies ?? false;
    this.#readsBalancesHourly = options.readsBalancesHourly ?? false;
    this.gateway = createSandboxGateway({
      now: () => this.time.now(),
      seed: options.seed ?? 1,
      settleMs: options.settleMs ?? 0,
      requestsPerSecond: null,
      merchants: (options.merchants ?? [{ code: 'main' }]).map(({ code, balances }) => ({
        merchantCode: code,
        publicKeyPems: [publicKeyPem],
        secrets: [],
        ...(balances === undefined ? {} : { balances }),
      })),
    });
    this.#store = openMemoryStore({ at: this.clock.now() });
    this.#parts = this.#assemble();
    this.#dispatch = this.#start();
  }

  get store(): MemoryStore {
    return this.#store;
  }

  get parts(): CoreContext {
    return this.#parts;
  }

  #assemble(): CoreContext {
    const { clock, random } = this;
    const transport = createNetwork({
      clock: this.time,
      random,
      gateway: this.gateway,
      weather: this.#weather,
      isDown: () => this.isDown,
      onDeparture: this.#onDeparture,
    });
    const gateway = createGateway({
      keys,
      clock,
      random,
      transport,
      requestsPerSecond: null,
      monotonicNow: () => clock.steady(),
      lastUseAt: this.#store.lastUseAt,
    });
    return {
      store: this.#store,
      gateway,
      keys,
      files: createFiles({ clock }),
      clock,
      random,
      encode: (payment) => encodePaymentBody(payment),
      emit: (event) => void this.events.push(event),
      limits: { submissions: 20, polls: 10 },
      requestsPerSecond: null,
      servesLive: true,
      notifies: this.#notifies,
      readsBalancesHourly: this.#readsBalancesHourly,
    };
  }

  async #start(): Promise<Dispatch> {
    return createDispatch(await createCore(this.#parts, undefined, undefined, undefined, this.#approvalKeys));
  }

  /** Stops the program in its current state and starts it again, on another image of its database if one is given. */
  async restart(opening: MemoryOpening = {}, image = this.#store.image()): Promise<void> {
    await this.get('runner.stop', {});
    this.#store.close();
    this.#store = openMemoryStore({ at: this.clock.now(), ...opening, image });
    this.#parts = this.#assemble();
    this.#dispatch = this.#start();
    await this.until(this.#dispatch);
  }

  async close(): Promise<void> {
    await this.get('runner.stop', {});
    this.#store.close();
  }

  /** Advances time until this work is done. */
  async until<Value>(work: Promise<Value>): Promise<Value> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await settled();
      if (isDone) return work;
      this.time.advance();
    }
  }

  /** Advances time by this much. */
  async pass(durationMs: number): Promise<void> {
    await this.until(this.time.sleep(durationMs));
    await settled();
  }

  async tell<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Result<OperationOutput<Name>>> {
    const call = {
      signal: new AbortController().signal,
      confirm: async (summary: ReleaseSummary) => this.isConfirmed(summary),
    };
    return this.until(this.#dispatch.then((dispatch) => dispatch(name, input, call)));
  }

  /** Like `tell`, for calls that must succeed. */
  async get<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<OperationOutput<Name>> {
    const result = await this.tell(name, input);
    if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
    return result.value;
  }

  /** A profile of a merchant that the sandbox knows; the key of a simulation exists without being generated. */
  addProfile(
    merchantCode: string,
    {
      name = merchantCode,
      environment = 'sandbox',
      keyId = `key-${merchantCode}`,
    }: { readonly name?: string; readonly environment?: Environment; readonly keyId?: string } = {},
  ): void {
    this.#store.addProfile({
      keyId,
      name,
      environment,
      baseUrl: 'https://gateway.example',
      merchantCode,
      callbackUrl: 'https://merchant.example/callbacks',
      paymentPageUrl: null,
      authentication: 'signature',
      hasStoredKey: true,
      at: this.clock.now(),
    });
  }

  /** A draft of these payouts: amount, currency, payee, account, reference. */
  async draft(
    rows: readonly {
      amount: string;
      currencyCode?: string;
      account: string;
      payee?: string;
      reference?: string;
    }[],
    fileName = 'payroll.csv',
    profileName = 'main',
  ): Promise<{ batchId: string; rowsHash: string }> {
    const lines = rows.map(
      ({ amount, currencyCode = 'EUR', account, payee = `Payee ${account}`, reference = fileName }) =>
        `${amount},${currencyCode},BANK_TRANSFER,${payee},${account},SANDBOX_BANK,${reference}`,
    );
    const header =
      'amount,currencyCode,paymentMethodCode,accountName,accountNumber,paymentOperatorCode,reference';
    const bytes = new TextEncoder().encode([header, ...lines].join('\n'));
    const { batch } = await this.get('batches.import', { profileName, fileName, bytes });
    return batch;
  }

  /** Releases a draft, with all duplicates confirmed; `at`: then. */
  async release(
    batchId: string,
    at: string | null = null,
  ): Promise<Result<OperationOutput<'batches.release'>>> {
    const found = await this.get('batches.duplicates', { batchId });
    const rowsHash = this.#store.findBatch(batchId)?.rowsHash ?? '';
    return this.tell('batches.release', { batchId, rowsHash, confirmed: confirmedAll(found), at });
  }
}
