import {
  addAmounts,
  compareAmounts,
  isZeroAmount,
  negateAmount,
  subtractAmounts,
  sumAmounts,
} from '../../contract/money/amount.ts';
import { formatDecimal, decimalOf } from '../../contract/money/decimal.ts';
import { auditProblemText } from '../../contract/text/activity/audit-text.ts';
import type { PositionLine } from '../../contract/treasury/position.ts';
import { feeOf } from '../../sandbox/payments/payment-book.ts';
import type { BookEntry } from '../../sandbox/index.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { VirtualOffice } from '../kit/virtual-office.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 0, 1);
const opening = { EUR: '900000.00', USD: '400000.00' } as const;
const currencies = ['EUR', 'USD'] as const;
const profiles = ['main', 'second'] as const;
const employees = 12;
const suppliers = 6;
const payday = 25;
const silenceLimitMs = 10 * 60_000;

type Currency = (typeof currencies)[number];

/** How far a forecast was from what then happened. */
export type ForecastError = {
  readonly profileName: string;
  readonly currencyCode: string;
  readonly day: string;
  readonly projected: string;
  readonly happened: string;
};

export type YearEnd = {
  readonly payments: number;
  readonly statements: number;
  readonly forecasts: number;
  readonly errors: readonly ForecastError[];
  /** What does not agree with the gateway's book. */
  readonly problems: readonly string[];
};

/**
 * A simulated business from a seed: payroll that is scheduled, suppliers, top-ups, payins, payouts that fail late, and outages, for two
 * profiles. At the end each month's statements are held against the sandbox's own book.
 */
export async function simulateBusiness(seed: number, months: number): Promise<YearEnd> {
  const office = new VirtualOffice({
    start,
    seed,
    settleMs: 20 * 60_000,
    merchants: profiles.map((code) => ({ code, balances: opening })),
  });
  try {
    for (const profile of profiles) office.addProfile(profile);
    const business = new Business(office, seed);
    await business.live(Date.UTC(2026, months, 1));
    return await business.reconcile(months);
  } finally {
    await office.close();
  }
}

class Business {
  readonly #office: VirtualOffice;
  readonly #random: SeededRandom;
  readonly #errors: ForecastError[] = [];
  #forecasts = 0;
  #files = 0;

  constructor(office: VirtualOffice, seed: number) {
    this.#office = office;
    this.#random = new SeededRandom(seed + 1000);
  }

  async live(end: number): Promise<void> {
    for (let day = start; day < end; day += dayMs) await this.#day(day);
    // What was late is settled and asked about.
    await this.#until(end + dayMs);
    await this.#run();
    await this.#readBalances();
  }

  async #day(day: number): Promise<void> {
    const office = this.#office;
    const date = new Date(day);
    await this.#readBalances();
    await this.#until(day + 8 * hourMs);
    if (date.getUTCDate() === payday - 1) await this.#schedulePayroll(day + dayMs + 9 * hourMs);
    if (date.getUTCDay() === 1) await this.#paySuppliers();
    if (date.getUTCDate() === 1) await this.#topUp();
    if (this.#random.chance(0.4)) await this.#payIn();
    const isOut = this.#random.chance(0.06);
    const before = await this.#position();
    office.isDown = isOut;
    await this.#until(day + 9 * hourMs + 60_000);
    await office.get('batches.releaseDue', { lateAfterMs: 2 * hourMs });
    await this.#run();
    if (isOut) {
      await this.#until(day + 10 * hourMs);
      office.isDown = false;
      await office.get('batches.releaseDue', { lateAfterMs: 2 * hourMs });
      await this.#run();
    }
    await this.#until(day + 18 * hourMs);
    await this.#run();
    await this.#readBalances();
    if (!isOut) await this.#compareForecast(before, date.toISOString().slice(0, 10));
    await this.#until(day + dayMs - 60_000);
    await this.#readBalances();
    await this.#until(day + dayMs);
  }

  async #schedulePayroll(at: number): Promise<void> {
    for (const profile of profiles) {
      const rows = Array.from({ length: employees }, (_, index) => ({
        amount: this.#amount(4000),
        account: `${profile}-EMPLOYEE-${index}${this.#random.chance(0.03) ? '9001' : 'X'}`,
      }));
      await this.#draftFor(profile, rows, at);
    }
  }

  async #paySuppliers(): Promise<void> {
    for (const profile of profiles) {
      const rows = Array.from({ length: 1 + this.#random.below(suppliers) }, (_, index) => ({
        amount: this.#amount(9000),
        currencyCode: this.#random.pick(currencies),
        account: `${profile}-SUPPLIER-${index}${this.#random.pick(['X', 'X', 'X', 'X', '9001', '9006', '9002'])}`,
      }));
      await this.#draftFor(profile, rows, null);
    }
  }

  async #draftFor(
    profile: string,
    rows: Parameters<VirtualOffice['draft']>[0],
    at: number | null,
  ): Promise<void> {
    this.#files += 1;
    const { batchId } = await this.#office.draft(rows, `file-${this.#files}.csv`, profile);
    const released = await this.#office.release(batchId, at === null ? null : new Date(at).toISOString());
    if (!released.ok) throw new Error(`${released.error.code}: ${released.error.message}`);
  }

  async #topUp(): Promise<void> {
    for (const profileName of profiles)
      for (const currencyCode of currencies)
        await this.#incoming('topups.create', profileName, currencyCode, 90_000);
  }

  async #payIn(): Promise<void> {
    await this.#incoming('payins.create', this.#random.pick(profiles), this.#random.pick(currencies), 5000);
  }

  async #incoming(
    operation: 'topups.create' | 'payins.create',
    profileName: string,
    currencyCode: string,
    most: number,
  ): Promise<void> {
    await this.#office.get(operation, {
      profileName,
      money: { amount: this.#amount(most), currencyCode },
      paymentMethodCode: 'BANK_TRANSFER',
      ...(operation === 'payins.create' ? { returnUrl: 'https://merchant.example/back' } : {}),
    });
  }

  #amount(most: number): string {
    return formatDecimal({ digits: BigInt(100 + this.#random.below(most * 100)), scale: 2 });
  }

  /** Sends and asks until all has ended or the gateway is silent. */
  async #run(): Promise<void> {
    await this.#office.get('batches.run', { batchIds: null, until: 'final', silenceLimitMs });
    const { payments } = await this.#office.get('incoming.list', { limit: 50 });
    for (const { kind, idPayment, profileName, state } of payments)
      if (state === 'accepted') await this.#office.tell('incoming.refresh', { kind, idPayment, profileName });
  }

  async #readBalances(): Promise<void> {
    for (const profileName of profiles) await this.#office.tell('balances.read', { profileName });
  }

  #position() {
    return this.#office.get('position.read', {});
  }

  async #compareForecast(before: readonly PositionLine[], day: string): Promise<void> {
    const after = await this.#position();
    for (const { profileName, currencyCode, projected } of before) {
      const happened = after.find(
        (line) => line.profileName === profileName && line.currencyCode === currencyCode,
      );
      if (projected === null || happened?.available == null) continue;
      this.#forecasts += 1;
      if (compareAmounts(projected, happened.available) !== 0)
        this.#errors.push({ profileName, currencyCode, day, projected, happened: happened.available });
    }
  }

  async #until(at: number): Promise<void> {
    const left = at - this.#office.time.now();
    if (left > 0) await this.#office.pass(left);
  }

  async reconcile(months: number): Promise<YearEnd> {
    const book = this.#office.gateway.book();
    const problems: string[] = [];
    let statements = 0;
    for (const profileName of profiles)
      for (const currencyCode of currencies)
        for (let month = 0; month < months; month += 1) {
          statements += 1;
          const ofMonth = await this.#statementProblems(book, profileName, currencyCode, month);
          problems.push(...ofMonth);
        }
    const { problems: ofLog } = await this.#office.get('audit.verify', {});
    return {
      payments: book.length,
      statements,
      forecasts: this.#forecasts,
      errors: this.#errors,
      problems: [...problems, ...ofLog.map(auditProblemText)],
    };
  }

  async #statementProblems(
    book: readonly BookEntry[],
    profileName: string,
    currencyCode: Currency,
    month: number,
  ): Promise<string[]> {
    const [from, until] = [Date.UTC(2026, month, 1), Date.UTC(2026, month + 1, 1)];
    const which = {
      profileName,
      currencyCode,
      from: new Date(from).toISOString().slice(0, 10),
      until: new Date(until - dayMs).toISOString().slice(0, 10),
    };
    const statement = await this.#office.get('statement.read', which);
    const own = book.filter(
      (entry) =>
        entry.merchantCode === profileName &&
        entry.currencyCode === currencyCode &&
        entry.status === 'SUCCESS',
    );
    const bookedAt = (time: number): string =>
      sumAmounts([
        opening[currencyCode],
        ...own.filter(({ processedAt }) => (processedAt ?? time) < time).map(bookedBy),
      ]);
    const moved = own.filter(
      ({ processedAt }) => processedAt !== null && processedAt >= from && processedAt < until,
    );
    const name = `${profileName} ${currencyCode} ${which.from}`;
    const found: string[] = [];
    const same = (what: string, said: string | null, real: string): void => {
      if (said === null || compareAmounts(said, real) !== 0)
        found.push(`${name}: ${what} is ${said}, and by the book ${real}`);
    };
    same('opening', statement.opening, bookedAt(from));
    same('closing', statement.closing, bookedAt(until));
    const { reported, sinceReported } = statement;
    const covered = reported === null ? null : addAmounts(reported, sinceReported?.amount ?? '0');
    same('reported, and moved since', covered, bookedAt(until));
    same('unexplained', statement.unexplained, '0');
    same('fees', statement.fees, negateAmount(sumAmounts(moved.map(feeBy))));
    if (statement.movementCount !== moved.length)
      found.push(`${name}: ${statement.movementCount} movements, and ${moved.length} in the book`);
    for (const { day, arisen } of statement.days)
      if (arisen !== null && !isZeroAmount(arisen)) found.push(`${name}: ${arisen} arose on ${day}`);
    return found;
  }
}

function feeBy({ amount }: BookEntry): string {
  return formatDecimal(feeOf(decimalOf(amount)));
}

/** What a successful payment changed in the account. */
function bookedBy(entry: BookEntry): string {
  return entry.kind === 'payout'
    ? negateAmount(addAmounts(entry.amount, feeBy(entry)))
    : subtractAmounts(entry.amount, feeBy(entry));
}
