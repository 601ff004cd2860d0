import type { StoredPayment } from '../ports/index.ts';

type Work = () => Promise<void>;

/** The requests of a run that are in flight. */
export type InFlight = {
  /** Starts a create request, with the work that follows its response. */
  submit(payment: StoredPayment, work: Work): void;
  /** Starts a query about a payment, with the work that follows its answer. */
  ask(payment: StoredPayment, work: Work): void;
  /** Queries a payment as part of running work. Resolves when `work` has; rejects as it does. */
  askWithin(paymentId: number, work: Work): Promise<void>;
  /** Number of create requests in flight. */
  submissions(): number;
  /** Payments with a query in flight. */
  questions(): ReadonlySet<number>;
  isIdle(): boolean;
  /** The batches of these payments whose work was started and has not ended. */
  batchesOf(paymentIds: readonly number[]): ReadonlySet<string>;
};

/** `onEnd`: called whenever started work has ended, with the cause if it failed. */
export function createInFlight(onEnd: (failure: { readonly cause: unknown } | null) => void): InFlight {
  const questions = new Set<number>();
  const batches = new Map<number, string>();
  let submissions = 0;

  function start({ paymentId, batchId }: StoredPayment, work: Work): void {
    batches.set(paymentId, batchId);
    const end = (failure: { readonly cause: unknown } | null): void => {
      batches.delete(paymentId);
      onEnd(failure);
    };
    void work().then(
      () => end(null),
      (cause: unknown) => end({ cause }),
    );
  }

  const askWithin = (paymentId: number, work: Work): Promise<void> => {
    // A request that was repeated after a query is part of that query.
    if (questions.has(paymentId)) return work();
    questions.add(paymentId);
    return work().finally(() => questions.delete(paymentId));
  };

  return {
    submit(payment, work) {
      submissions += 1;
      start(payment, () =>
        work().finally(() => {
          submissions -= 1;
        }),
      );
    },
    ask: (payment, work) => start(payment, () => askWithin(payment.paymentId, work)),
    askWithin,
    submissions: () => submissions,
    questions: () => questions,
    isIdle: () => submissions === 0 && questions.size === 0,
    batchesOf(paymentIds) {
      const found = paymentIds.map((paymentId) => batches.get(paymentId));
      return new Set(found.filter((batchId) => batchId !== undefined));
    },
  };
}
