import type { OperationInput, OperationName, OperationOutput } from '../../contract/operations.ts';
import type { PaymentState } from '../../contract/payment.ts';
import type { Result } from '../../contract/result.ts';
import type { Call } from '../../main/core/dispatch.ts';
import { openMemoryStore, type MemoryStore } from '../../main/store/index.ts';
import { createSandboxGateway } from '../../sandbox/index.ts';
import { BrokenInvariant, Watch } from './invariants.ts';
import { publicKeyPem } from './keys.ts';
import { createNetwork } from './network.ts';
import { startProcess, type SimulatedProcess } from './process.ts';
import { awaitLink, createOperation, customerPays, inputOf } from './receive.ts';
import { makeScenario, type IncomingStory, type Scenario } from './scenario.ts';
import { SeededRandom } from './seeded-random.ts';
import { settled, VirtualClock } from './virtual-clock.ts';

const start = Date.UTC(2026, 0, 5, 17, 30);
const mostSteps = 60_000;
const stepsBetweenAudits = 64;
const silenceLimitMs = 600_000;
const secondMs = 1000;
const longestUnpausedMs = 1500;
const longestPausedMs = 4000;
const lookEveryMs = 10_000;
const open = ['draft', 'queued', 'sending', 'unknown', 'accepted'] as const satisfies PaymentState[];
const merchantCode = 'SIMULATED';

export type SimulationEnd = {
  readonly steps: number;
  readonly crashes: number;
  readonly payouts: number;
  readonly departures: number;
};

/**
 * Runs the real core, store and gateway client against the sandbox's gateway over a network in memory, with clock and
 * randomness from the seed: release, crashes, outages, resumption, to the end. Every invariant is checked after every
 * step. Throws `BrokenInvariant` with the seed in its message.
 */
export async function simulate(seed: number): Promise<SimulationEnd> {
  try {
    return await new Simulation(seed).toEnd();
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new BrokenInvariant(`seed ${seed}: ${words} (replay: npm run test:sim -- --seed ${seed})`, {
      cause,
    });
  }
}

class Simulation {
  readonly #random: SeededRandom;
  readonly #scenario: Scenario;
  readonly #clock = new VirtualClock(start);
  #store: MemoryStore = openMemoryStore();
  readonly #gateway;
  readonly #transport;
  readonly #watch: Watch;
  readonly #batchIds: string[] = [];
  readonly #incomingIds: string[] = [];
  #process: SimulatedProcess;
  #crashed = Promise.withResolvers<'crashed'>();
  #crashes = 0;
  #departures = 0;
  #isFinished = false;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#scenario = makeScenario(this.#random);
    const { settleMs, weather, outage, clockBehindMs } = this.#scenario;
    const merchants = [{ merchantCode, publicKeyPems: [publicKeyPem], secrets: [] }];
    const now = (): number => this.#clock.now() + clockBehindMs;
    this.#gateway = createSandboxGateway({ now, seed, settleMs, requestsPerSecond: 10, merchants });
    this.#watch = new Watch(() => this.#store, this.#gateway);
    this.#transport = createNetwork({
      clock: this.#clock,
      random: this.#random,
      gateway: this.#gateway,
      weather,
      isDown: () =>
        outage !== null &&
        this.#clock.now() - start >= outage.fromMs &&
        this.#clock.now() - start < outage.toMs,
      onDeparture: (departure) => {
        this.#departures += 1;
        this.#watch.onDeparture(departure);
      },
    });
    this.#process = this.#startProcess();
  }

  async toEnd(): Promise<SimulationEnd> {
    const story = this.#story().finally(() => {
      this.#isFinished = true;
    });
    let failure: { readonly cause: unknown } | null = null;
    story.catch((cause: unknown) => {
      failure = { cause };
    });
    let steps = 0;
    for (; !this.#isFinished; steps += 1) {
      await settled();
      this.#watch.afterStep(this.#batchIds);
      if (steps % stepsBetweenAudits === 0) this.#watch.audit();
      if (this.#isFinished || failure !== null) break;
      if (this.#crashes < this.#scenario.mostCrashes && this.#random.chance(this.#scenario.crashChance))
        this.#crash();
      else if (!this.#clock.advance()) throw new Error('nothing goes on any more');
      if (steps > mostSteps) throw new Error('it does not come to an end');
    }
    await story;
    this.#watch.audit();
    this.#watch.atEnd(this.#batchIds);
    const payouts = this.#scenario.rows.length + this.#scenario.incoming.length;
    this.#store.close();
    return { steps, crashes: this.#crashes, payouts, departures: this.#departures };
  }

  #startProcess(): SimulatedProcess {
    return startProcess({
      clock: this.#clock,
      random: this.#random,
      store: this.#store,
      transport: this.#transport,
    });
  }

  #crash(): void {
    this.#crashes += 1;
    this.#process.kill();
    const crashed = this.#store;
    this.#store = openMemoryStore({ image: crashed.image(), at: this.#clock.now() });
    crashed.close();
    this.#process = this.#startProcess();
    const { resolve } = this.#crashed;
    this.#crashed = Promise.withResolvers<'crashed'>();
    resolve('crashed');
  }

  /** Calls an operation of the process that runs now; `crashed` when it was killed meanwhile. */
  async #call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    isConfirmed = true,
  ): Promise<Result<OperationOutput<Name>> | 'crashed'> {
    const process = this.#process;
    const call: Call = { signal: process.stop.signal, confirm: () => Promise.resolve(isConfirmed) };
    return Promise.race([
      this.#crashed.promise,
      process.dispatch.then((dispatch) => dispatch(name, input, call)),
    ]);
  }

  /** Calls until no crash comes between; for operations that may simply be repeated. */
  async #insist<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
  ): Promise<Result<OperationOutput<Name>>> {
    for (;;) {
      const result = await this.#call(name, input);
      if (result !== 'crashed') return result;
    }
  }

  async #story(): Promise<void> {
    const profile = {
      name: 'p',
      environment: 'sandbox',
      baseUrl: 'https://gateway.example',
      merchantCode,
      callbackUrl: 'https://merchant.example/callbacks',
      key: { kind: 'none' },
    } as const;
    await this.#insist('profiles.add', profile);
    const customers = await this.#receive();
    const bytes = new TextEncoder().encode(JSON.stringify(this.#scenario.rows));
    const batchId = await this.#release(bytes);
    if (this.#scenario.isCancelled) await this.#insist('batches.cancel', { batchId });
    if (this.#scenario.isInBackground) await this.#runInBackground(batchId);
    else await this.#runToEnd();
    await this.#neverTwice(bytes, batchId);
    await this.#runToEnd();
    await customers.come;
    if (this.#incomingIds.length > 0) await this.#runToEnd(this.#incomingIds);
  }

  /** What is received beside: created here, or awaited by a link. Gives a promise of every customer who comes. */
  async #receive(): Promise<{ readonly come: Promise<unknown> }> {
    const come: Promise<unknown>[] = [];
    for (const story of this.#scenario.incoming) {
      const batchId = await this.#receiveOne(story);
      this.#batchIds.push(batchId);
      this.#incomingIds.push(batchId);
      const comesAfterMs = story.customer?.comesAfterMs ?? null;
      if (comesAfterMs === null) continue;
      const parts = { clock: this.#clock, random: this.#random, gateway: this.#gateway };
      come.push(this.#clock.sleep(comesAfterMs).then(() => customerPays(parts, merchantCode, story)));
    }
    return { come: Promise.all(come) };
  }

  async #receiveOne(story: IncomingStory): Promise<string> {
    if (story.customer !== null) return awaitLink(this.#store, this.#clock, this.#random, story);
    const input = inputOf(story);
    const made = await this.#insist(createOperation[story.kind], input);
    if (!made.ok) throw new Error(`create: ${made.error.message}`);
    const other = await this.#insist(createOperation[story.kind], { ...input, accountName: 'Somebody else' });
    if (other.ok) throw new BrokenInvariant('I2: an order ID was given another content');
    return made.value.batchId;
  }

  async #release(bytes: Uint8Array): Promise<string> {
    for (;;) {
      const imported = await this.#insist('batches.import', { fileName: 'rows.json', bytes });
      if (!imported.ok) throw new Error(`import: ${imported.error.message}`);
      const { batchId, rowsHash } = imported.value.batch;
      if (!this.#batchIds.includes(batchId)) this.#batchIds.push(batchId);
      const changed = await this.#call('batches.release', {
        batchId,
        rowsHash: `${rowsHash}0`,
      });
      if (changed !== 'crashed' && changed.ok)
        throw new BrokenInvariant('I4: released with another hash than that of its rows');
      const declined = await this.#call('batches.release', { batchId, rowsHash }, false);
      if (declined !== 'crashed' && declined.ok)
        throw new BrokenInvariant('I5: released although nobody confirmed');
      const release = (): ReturnType<typeof this.tryRelease> => this.tryRelease(batchId, rowsHash);
      const outcomes = await Promise.all([release(), release()]);
      if (outcomes.every((outcome) => outcome === 'released'))
        throw new BrokenInvariant('I3: released twice');
      if (this.#store.findBatch(batchId)?.releasedAt !== null) return batchId;
      await this.#clock.sleep(secondMs);
    }
  }

  async tryRelease(batchId: string, rowsHash: string): Promise<'released' | 'refused'> {
    const result = await this.#call('batches.release', { batchId, rowsHash });
    return result !== 'crashed' && result.ok ? 'released' : 'refused';
  }

  async #runToEnd(batchIds: string[] | null = null): Promise<void> {
    for (;;) {
      const result = await this.#call('batches.run', { batchIds, until: 'final', silenceLimitMs });
      if (result === 'crashed') continue;
      if (!result.ok)
        throw new Error(
          `run: ${result.error.code} ${result.error.message} ${result.error.details.cause ?? ''}`,
        );
      if (result.value.outcome === 'done') return;
      await this.#clock.sleep(silenceLimitMs);
    }
  }

  /** The runner of whatever process is alive sends, while a person pauses and resumes; a crash ends neither the work nor a pause. */
  async #runInBackground(batchId: string): Promise<void> {
    await this.#insist('runner.start', {});
    for (let pauses = this.#scenario.pauses; pauses > 0; pauses -= 1) {
      await this.#clock.sleep(this.#random.below(longestUnpausedMs));
      await this.#insist('batches.pause', { batchId });
      const queued = this.#countOf(batchId, 'queued');
      await this.#clock.sleep(this.#random.below(longestPausedMs));
      await this.#insist('runner.start', {});
      await this.#clock.sleep(secondMs);
      if (this.#countOf(batchId, 'queued') !== queued)
        throw new BrokenInvariant('a paused batch was sent from');
      await this.#insist('batches.resume', { batchId });
    }
    while (open.some((state) => this.#countOf(batchId, state) > 0)) {
      await this.#insist('runner.start', {});
      await this.#clock.sleep(lookEveryMs);
    }
    await this.#call('runner.stop', {});
  }

  #countOf(batchId: string, state: PaymentState): number {
    return this.#store.countByState(batchId)[state] ?? 0;
  }

  /** The same file again, with nobody saying that it is meant, pays nothing. */
  async #neverTwice(bytes: Uint8Array, released: string): Promise<void> {
    const again = await this.#insist('batches.import', { fileName: 'rows.json', bytes });
    if (!again.ok) return;
    const { batchId, rowsHash } = again.value.batch;
    if (batchId === released) throw new BrokenInvariant('a released batch was given as a draft');
    this.#batchIds.push(batchId);
    const result = await this.#insist('batches.release', { batchId, rowsHash });
    if (result.ok)
      throw new BrokenInvariant('never twice: the same file was released again without being held');
    await this.#insist('batches.cancel', { batchId });
  }
}
