import type { KeyObject } from 'node:crypto';
import type { Decimal } from '../contract/money/decimal.ts';
import type { PaymentKind } from '../contract/payments/payment.ts';
import type { Accounts } from './payments/balances.ts';
import type { MagicCode } from './payments/magic-values.ts';
import type { RateWindow } from './rate-window.ts';
import type { PaymentRequest } from './schemas.ts';
import type { Traffic } from './traffic.ts';
import type { ProcessStatus } from './types.ts';

/** What is known of a payment when it is accepted. */
export type Accepted = {
  readonly kind: PaymentKind;
  readonly id: string;
  readonly merchant: Merchant;
  readonly request: PaymentRequest;
  /** The raw request body. */
  readonly body: string;
  readonly magicCode: MagicCode | null;
};

/** One accepted payment. Times are whole milliseconds since 1970 UTC. */
export type Payment = Accepted & {
  readonly createdAt: number;
  /** Its fee if it succeeds, in its own currency. */
  readonly fee: Decimal;
  status: ProcessStatus;
  processedAt: number | null;
  externalReference: string | null;
  acceptedCount: number;
  postsSeen: number;
  /** How often each operation on it was requested. */
  readonly asked: { detail: number; accounts: number; reference: number };
};

export type Merchant = {
  readonly merchantCode: string;
  /** Public keys by their PEM. */
  readonly keys: Map<string, KeyObject>;
  readonly secrets: Set<string>;
  readonly accounts: Accounts;
  readonly window: RateWindow | null;
  readonly traffic: Traffic;
  /** Accepted payments by kind and order ID. */
  readonly payments: Readonly<Record<PaymentKind, Map<string, Payment>>>;
  /** How often order IDs that are not accepted were posted, by kind. */
  readonly refusedPosts: Readonly<Record<PaymentKind, Map<string, number>>>;
};
