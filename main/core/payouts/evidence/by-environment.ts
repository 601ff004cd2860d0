import type { Environment } from '../../../../contract/profile.ts';
import { runningSums, type Sums } from '../../payments/paper.ts';
import type { StoredPayment } from '../../ports/index.ts';

/** A PDF shows at most this many payments; the others are in the tables. */
export const paymentsOnPaper = 1000;

/** The payments of one environment as the PDF tells them. */
export type EnvironmentPart = {
  readonly environment: Environment;
  readonly sums: Sums;
  readonly payments: readonly StoredPayment[];
  /** How many payments are not among `payments`. */
  readonly paymentsLeftOut: number;
};

type Group = {
  readonly sums: ReturnType<typeof runningSums>;
  readonly shown: StoredPayment[];
  count: number;
};

/** Keeps real payments and test data apart: no total is of both. */
export class ByEnvironment {
  readonly #groups = new Map<Environment, Group>();
  #onPaper = 0;

  add(payments: readonly StoredPayment[], environmentOf: (payment: StoredPayment) => Environment): void {
    for (const payment of payments) {
      const environment = environmentOf(payment);
      const group = this.#groups.get(environment) ?? { sums: runningSums(), shown: [], count: 0 };
      this.#groups.set(environment, group);
      group.sums.add([payment]);
      group.count += 1;
      if (this.#onPaper >= paymentsOnPaper) continue;
      this.#onPaper += 1;
      group.shown.push(payment);
    }
  }

  parts(): EnvironmentPart[] {
    return Array.from(this.#groups, ([environment, { sums, shown, count }]) => ({
      environment,
      sums: sums.sums(),
      payments: shown,
      paymentsLeftOut: count - shown.length,
    })).toSorted((left, right) => (left.environment < right.environment ? -1 : 1));
  }
}
