import { seededFraction } from './random.ts';

/** A fault of one request in transit. `status` is one that a gateway, or an intermediary, returns. */
export type Fault =
  | { readonly kind: 'none' }
  /** The connection is destroyed before the request takes effect. */
  | { readonly kind: 'lostRequest' }
  /** The connection is destroyed after the request took effect. */
  | { readonly kind: 'lostAnswer' }
  | { readonly kind: 'errorBefore'; readonly status: 500 | 502 | 503 }
  | { readonly kind: 'errorAfter'; readonly status: 500 | 502 | 503 }
  | { readonly kind: 'slowAnswer'; readonly delayMs: number }
  /** The request took effect, but its answer stops in the middle and the connection is destroyed. */
  | { readonly kind: 'cutBody' };

export type FaultPlan = {
  readonly seed: number;
  /** Share of the requests with a fault, from 0 to 1. */
  readonly rate: number;
  readonly slowAnswerMs: number;
};

const kinds = ['lostRequest', 'lostAnswer', 'errorBefore', 'errorAfter', 'slowAnswer', 'cutBody'] as const;
const statuses = [500, 502, 503] as const;

/** The fault, if any, of the request with this number: the same for the same seed, all kinds equally often. */
export function decideFault(plan: FaultPlan, requestNumber: number): Fault {
  if (seededFraction(plan.seed, requestNumber, 1) >= plan.rate) return { kind: 'none' };
  const kind = kinds[Math.floor(seededFraction(plan.seed, requestNumber, 2) * kinds.length)] ?? 'lostRequest';
  const status = statuses[Math.floor(seededFraction(plan.seed, requestNumber, 3) * statuses.length)] ?? 500;
  switch (kind) {
    case 'errorBefore':
    case 'errorAfter':
      return { kind, status };
    case 'slowAnswer':
      return { kind, delayMs: plan.slowAnswerMs };
    case 'lostRequest':
    case 'lostAnswer':
    case 'cutBody':
      return { kind };
  }
}
