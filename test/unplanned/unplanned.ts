import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isOperationName, operations, type OperationName } from '../../contract/operations.ts';
import { createMemoryApprovalKeys } from '../../main/keys/index.ts';
import { auditProblems } from '../kit/samples.ts';
import { VirtualOffice } from '../kit/virtual-office.ts';
import { fairWeather, type Weather } from '../simulation/network.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { bookProblems } from './book-problems.ts';
import { Inputs } from './inputs.ts';
import { KnownValues } from './known-values.ts';
import { OpenWindow } from './open-window.ts';
import { payoutFile } from './payout-file.ts';

const start = Date.UTC(2026, 0, 5, 17, 30);
const minuteMs = 60_000;
const dayMs = 86_400_000;
const callsPerLook = 15;
const listed = 40;
const longestHeldBackMs = 5000;
const shownChance = 0.3;
const profiles = ['main', 'second'] as const;

/** Operations that begin something outside the process, have no end of their own, take real time, or would take the keys of the profiles away. */
const leftOut: ReadonlySet<string> = new Set<OperationName>([
  'trial.begin',
  'callbacks.listen',
  'tokens.create',
  'batches.run',
  'evidence.create',
  'data.backup',
  'profiles.add',
  'profiles.replaceKey',
]);
/** They end most of what else could happen. */
const rare: ReadonlySet<string> = new Set<OperationName>([
  'profiles.remove',
  'policies.set',
  'payees.block',
  'sheets.remove',
  'batches.cancel',
]);
/** What people do with payouts, half of all calls. */
const usual: readonly OperationName[] = [
  ...(['batches.import', 'batches.retry', 'batches.check', 'batches.decide', 'batches.pause'] as const),
  ...(['batches.resume', 'batches.release', 'sheets.open', 'sheets.open', 'sheets.setAside'] as const),
  ...(['sheets.change', 'sheets.change', 'sheets.undo', 'sheets.redo', 'sheets.prepare'] as const),
  ...(['sheets.prepare', 'payouts.decide', 'payees.verify', 'payees.unblock', 'runner.start'] as const),
  ...(['payins.create', 'links.create', 'topups.create', 'approvals.request'] as const),
  ...(['approvals.decide', 'approvals.import'] as const),
];
/**
 * What a page shows until an event says that it changed. Left out is what a page reads at times of its own, and what it reads only
 * when it is opened: lists that do not move, comparisons, statements.
 */
const watched: readonly OperationName[] = [
  ...(['batches.list', 'batches.summary', 'batches.show', 'batches.scheduled', 'payouts.show'] as const),
  ...(['incoming.list', 'incoming.show', 'sheets.list', 'sheets.show', 'sheets.setAsideLinks'] as const),
  ...(['profiles.list', 'profiles.show', 'settings.read', 'balances.stored', 'flows.read'] as const),
  ...(['books.list', 'codes.stored', 'merchant.stored'] as const),
  ...(['approvals.status', 'approvers.list', 'policies.show', 'audit.status', 'audit.people'] as const),
  ...(['runner.state', 'gateway.state', 'callbacks.state'] as const),
  ...(['attention.list', 'position.read', 'position.parts'] as const),
];
const names = Object.keys(operations)
  .filter(isOperationName)
  .filter((name) => !leftOut.has(name));

/** What a broken promise looks like, and the last calls before it. */
export type UnplannedProblem = {
  readonly seed: number;
  readonly what: string;
  readonly last: readonly string[];
};
export type UnplannedEnd = { readonly calls: number; readonly problem: UnplannedProblem | null };

/**
 * One person, or a page gone wild, who calls any operation with any input that fits the contract, in an order that nobody planned, one or
 * several at once, while time passes, the network fails, the program is restarted and backups are restored. No call may end in an internal
 * error, the lists stay readable, the log and everything derived agree, and what is recorded is what the gateway holds.
 */
export async function runUnplanned(seed: number, steps: number): Promise<UnplannedEnd> {
  const unplanned = new Unplanned(seed);
  try {
    return await unplanned.run(steps);
  } finally {
    await unplanned.close();
  }
}

class Unplanned {
  readonly #seed: number;
  readonly #random: SeededRandom;
  readonly #office: VirtualOffice;
  readonly #known: KnownValues;
  readonly #inputs: Inputs;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'bursar-unplanned-'));
  readonly #window: OpenWindow;
  readonly #images: Uint8Array[] = [];
  readonly #last: string[] = [];
  #calls = 0;
  #isOlder = false;
  #problem: string | null = null;

  constructor(seed: number) {
    this.#seed = seed;
    const random = new SeededRandom(seed);
    this.#random = random;
    const office = new VirtualOffice({
      start,
      seed,
      settleMs: random.pick([0, 500, 30_000]),
      merchants: [
        { code: 'main', balances: { EUR: '500000.00', USD: '10.00', BTC: '3.5' } },
        { code: 'second' },
      ],
      approvalKeys: createMemoryApprovalKeys(),
      notifies: random.chance(0.5),
      weather: drawWeather(random),
    });
    this.#office = office;
    this.#window = new OpenWindow({
      now: () => office.clock.now(),
      events: office.events,
      ask: (name, input) => office.tell(name, input as never),
      wait: () => office.pass(longestHeldBackMs),
    });
    for (const profile of profiles) office.addProfile(profile);
    office.isConfirmed = () => random.chance(0.9);
    this.#known = new KnownValues(random);
    this.#known.add('profileName', ...profiles);
    this.#known.add('currencyCode', 'EUR', 'USD', 'JPY', 'BTC', 'ETH', 'eur');
    this.#known.add('amount', '12.34', '0.30', '1000', '99999.99', '0.00000001', '1.000000000000000001');
    this.#inputs = new Inputs(random, this.#known, {
      now: () => office.clock.now(),
      file: () => payoutFile(random),
      path: () => path.join(this.#folder, `file${random.below(3)}`),
    });
  }

  async run(steps: number): Promise<UnplannedEnd> {
    for (let step = 1; step <= steps && this.#problem === null; step += 1) {
      await this.#step();
      await this.#watch();
      if (step % callsPerLook === 0) await this.#look();
    }
    if (this.#problem === null) await this.#checkEnd();
    const { calls, problem } = { calls: this.#calls, problem: this.#problem };
    return {
      calls,
      problem: problem === null ? null : { seed: this.#seed, what: problem, last: this.#last },
    };
  }

  async close(): Promise<void> {
    await this.#office.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** What a window shows may not change without an event that makes it read again. */
  async #watch(): Promise<void> {
    const [stale] = await this.#window.stale();
    if (stale !== undefined) this.#problem ??= stale;
    const name = this.#random.pick(watched);
    if (this.#random.chance(shownChance)) await this.#window.show(name, this.#inputs.of(name));
  }

  async #step(): Promise<void> {
    const [random, office] = [this.#random, this.#office];
    const dice = random.fraction();
    if (dice < 0.06) return office.pass(random.pick([100, 5000, 10 * minuteMs, dayMs]));
    if (dice < 0.08) {
      this.#note('restart');
      await office.restart();
      return this.#window.showAgain();
    }
    if (dice < 0.09) return void this.#images.push(office.store.image());
    if (dice < 0.1) return this.#goBack();
    if (random.chance(office.isDown ? 0.2 : 0.01)) office.isDown = !office.isDown;
    this.#learnIds();
    if (dice < 0.2) return this.#release();
    const count = random.chance(0.2) ? 2 + random.below(2) : 1;
    await Promise.all(Array.from({ length: count }, () => this.#callAny()));
  }

  /** An older state of the database, as a restored backup or a lost journal leaves it. */
  async #goBack(): Promise<void> {
    if (this.#images.length === 0 || this.#random.chance(0.5)) return;
    this.#note('older records');
    this.#isOlder = true;
    await this.#office.restart({ isRestored: true, isBehind: true }, this.#random.pick(this.#images));
    await this.#window.showAgain();
  }

  async #callAny(): Promise<void> {
    const name = this.#random.pick(this.#random.chance(0.5) ? usual : names);
    if (rare.has(name) && this.#random.chance(0.8)) return;
    await this.#call(name, this.#inputs.of(name));
  }

  /** Inputs come from the schema of their operation, so TypeScript cannot follow them. */
  async #call(name: OperationName, input: unknown): Promise<void> {
    this.#calls += 1;
    const result = await this.#office.tell(name, input as never);
    const said = result.ok ? 'ok' : `${result.error.code}: ${result.error.message}`;
    const line = `${name} ${inputText(input)} -> ${said}`;
    this.#note(line);
    if (!result.ok && result.error.code === 'internal')
      this.#problem ??= `${line} (${result.error.details.cause ?? ''})`;
    if (result.ok) this.#known.learn(result.value);
  }

  /** The way of a person who looks at the duplicates of a draft, which no input at random finds. */
  async #release(): Promise<void> {
    const [random, office] = [this.#random, this.#office];
    const drafts = this.#batches().filter(({ state }) => state === 'draft');
    if (drafts.length === 0) return;
    const { batchId, rowsHash } = random.pick(drafts);
    const found = await office.tell('batches.duplicates', { batchId });
    const isConfirmed = found.ok && random.chance(0.6);
    const confirmed = isConfirmed
      ? { findingsHash: found.value.findingsHash, all: true, reason: 'unplanned' }
      : null;
    const at = new Date(office.clock.now() + random.pick([minuteMs, 60 * minuteMs])).toISOString();
    const later = random.chance(0.2) ? { at } : {};
    await this.#call('batches.release', { batchId, rowsHash, confirmed, ...later });
  }

  #batches() {
    return this.#office.store.listBatches({ after: null, limit: listed });
  }

  /** Current batches and sheets are used more than deleted ones. */
  #learnIds(): void {
    const { store } = this.#office;
    const batches = this.#batches();
    this.#known.set(
      'batchId',
      batches.map(({ batchId }) => batchId),
    );
    this.#known.set(
      'sheetId',
      store.listSheets().map(({ sheetId }) => sheetId),
    );
    if (batches.length > 0)
      this.#known.learn(store.rowsOfBatch(this.#random.pick(batches).batchId, 0, listed));
  }

  /** Adds profiles again that were removed, with another key. */
  #addAgain(): void {
    const { store } = this.#office;
    for (const merchantCode of profiles) {
      if (store.listProfiles().some((profile) => profile.merchantCode === merchantCode)) continue;
      this.#note(`${merchantCode} again`);
      this.#office.addProfile(merchantCode, { keyId: `key-${merchantCode}-${this.#calls}` });
    }
  }

  async #look(): Promise<void> {
    this.#addAgain();
    await this.#window.showAgain();
    const audit = auditProblems(this.#office.store);
    if (audit.length > 0) this.#problem ??= `the log: ${audit.join('; ')}`;
    const limit = { limit: listed };
    for (const result of [
      await this.#office.tell('payouts.list', limit),
      await this.#office.tell('batches.list', limit),
      await this.#office.tell('incoming.list', limit),
      await this.#office.tell('audit.list', limit),
      await this.#office.tell('attention.list', {}),
    ])
      if (result.ok) this.#known.learn(result.value);
      else this.#problem ??= `a list cannot be read: ${result.error.code}: ${result.error.message}`;
  }

  async #checkEnd(): Promise<void> {
    const office = this.#office;
    office.isDown = false;
    // The history is indexed in the background.
    await office.pass(minuteMs);
    const checks = await office.get('doctor.run', {});
    const wrong = checks.filter(({ isFine }) => !isFine);
    if (wrong.length > 0) this.#problem ??= `the doctor: ${JSON.stringify(wrong)}`;
    await office.get('runner.stop', {});
    await office.tell('batches.run', { batchIds: null, until: 'still', silenceLimitMs: minuteMs });
    this.#problem ??= bookProblems(office, this.#isOlder).at(0) ?? null;
  }

  #note(line: string): void {
    this.#last.push(line);
    if (this.#last.length > 10) this.#last.shift();
  }
}

function drawWeather(random: SeededRandom): Weather {
  if (random.chance(0.5)) return fairWeather;
  const share = (): number => random.fraction() / 10;
  return {
    lostRequest: share(),
    lostAnswer: share(),
    repeatedRequest: share(),
    errorBefore: share(),
    errorAfter: share(),
    cutBody: share(),
    notSent: share(),
    longestDelayMs: random.pick([0, 20, 2000]),
  };
}

function inputText(input: unknown): string {
  const text = JSON.stringify(input, (_name, value: unknown) =>
    ArrayBuffer.isView(value) ? `${value.byteLength} bytes` : value,
  );
  return text.slice(0, 500);
}
