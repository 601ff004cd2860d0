import type { RowSource } from '../../../../contract/batches/source.ts';
import type { PaymentProblem } from '../../../../contract/payments/problem.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { IncomingOrigin } from '../../../../contract/receiving/incoming.ts';
import type { ReportedMoney } from '../../../../contract/money/money.ts';
import type { PaymentKind, PaymentState, PayoutRow } from '../../../../contract/payments/payment.ts';

/** What a row of a batch pays, to whom and under which order ID: nothing of it ever changes. */
export type RowContent = Readonly<Omit<PayoutRow, 'idPayout'>> & {
  readonly keyId: string;
  readonly paymentId: number;
  readonly rowNumber: number;
  readonly idPayment: string;
  readonly retryOf: string | null;
  /** Its IDs in the message that it came in; null for a row of a table. */
  readonly source: RowSource | null;
};

/** A payment in the store. Times are milliseconds since 1970 UTC. */
export type StoredPayment = RowContent & {
  readonly kind: PaymentKind;
  readonly profileName: string;
  readonly environment: Environment;
  readonly batchId: string;
  readonly callbackUrl: string;
  readonly tokenChunk: number;
  /** Who creates a payin or top-up at the gateway; null for a payout. Bursar never sends payments that others create. */
  readonly origin: IncomingOrigin | null;
  /** Where the customer is sent after paying; empty for payouts, and if there is no such address. */
  readonly returnUrl: string;
  /** Until when, by the gateway's clock, a payment that others create is polled while the gateway does not know it; null if it is not. */
  readonly awaitedUntil: number | null;
  readonly state: PaymentState;
  readonly gatewayStatus: string | null;
  readonly fee: ReportedMoney | null;
  readonly problem: PaymentProblem | null;
  /** When its first request was committed to be sent; for one queued when a backup was made, its release. */
  readonly firstSentAt: number | null;
  /** Like `firstSentAt`, by the gateway's clock; null if no answer had come yet. */
  readonly gatewaySentAt: number | null;
  /** process.createdAt, process.processedAt and process.isTest as the gateway reported them; null if it did not. */
  readonly gatewayCreatedAt: string | null;
  readonly processedAt: string | null;
  readonly isTest: boolean | null;
  /** When it must be polled next; null if it need not be. */
  readonly dueAt: number | null;
  /** How often it was polled since its last state change. */
  readonly polls: number;
  readonly createdAt: number;
  readonly updatedAt: number;
};
