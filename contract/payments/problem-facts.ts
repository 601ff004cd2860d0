import type { PaymentProblem } from './problem.ts';

type WithProblem = { readonly problem: PaymentProblem | null };
type Fact = 'wasTaken' | 'neverLeft' | 'mayBeRetried' | 'wasThere';

/** Whether the problem of a payment says this by its code, or keeps it from an earlier one. */
function says({ problem }: WithProblem, code: PaymentProblem['code'], fact: Fact): boolean {
  return problem !== null && (problem.code === code || Reflect.get(problem, fact) === true);
}

/** Whether every request for a payment was refused so far, the first by 409: Bursar created nothing under its order ID. */
export function isTaken(payment: WithProblem): boolean {
  return says(payment, 'orderIdTaken', 'wasTaken');
}

/** What other problems of a payment keep if `isTaken`. */
export function stillTaken(payment: WithProblem): { readonly wasTaken?: true } {
  return isTaken(payment) ? { wasTaken: true } : {};
}

/** Whether no request for a payment has left this computer. Where anything else is known of it, this is not. */
export function neverLeft(payment: WithProblem): boolean {
  return says(payment, 'unsent', 'neverLeft');
}

/** What other problems of a payment keep if `neverLeft`. */
export function stillUnsent(payment: WithProblem): { readonly neverLeft?: true } {
  return neverLeft(payment) ? { neverLeft: true } : {};
}

/** Whether only a 409 to a repetition says that the gateway accepted a payment. */
export function isAcceptedByRepetition(payment: WithProblem): boolean {
  const { problem } = payment;
  return (
    problem?.code === 'acceptedBefore' ||
    (problem !== null && 'byRepetition' in problem && problem.byRepetition === true)
  );
}

/** Whether a retry that is not recorded may stand for the row of a payment. */
export function mayBeRetried(payment: WithProblem): boolean {
  return says(payment, 'perhapsRetried', 'mayBeRetried');
}

/** The problem of a payment if `mayBeRetried`. */
export function perhapsRetried(payment: WithProblem): PaymentProblem {
  const { problem } = payment;
  return problem?.code === 'perhapsRetried' ? problem : { code: 'perhapsRetried', ...stillTaken(payment) };
}

/** Whether the gateway had a payment in doubt before these records were restored or found to be older. */
export function wasThere(payment: WithProblem): boolean {
  return says(payment, 'forgottenForLong', 'wasThere');
}

/** What other problems of a payment keep if `wasThere`. */
export function stillThere(payment: WithProblem): { readonly wasThere?: true } {
  return wasThere(payment) ? { wasThere: true } : {};
}
