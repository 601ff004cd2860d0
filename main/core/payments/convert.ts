import type { BatchProblem, BatchSummary } from '../../../contract/batch.ts';
import type { AttemptRecord, EventRecord, PaymentState, PayoutSummary } from '../../../contract/payment.ts';
import type { Profile } from '../../../contract/profile.ts';
import type {
  Store,
  StoredAttempt,
  StoredBatch,
  StoredEvent,
  StoredPayment,
  StoredProfile,
} from '../ports/index.ts';

/** ISO 8601 UTC with milliseconds, from milliseconds since 1970. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

export function toProfile(stored: StoredProfile): Profile {
  const { createdAt, keyId: _keyId, signingKeyId: _signingKeyId, ...profile } = stored;
  return { ...profile, createdAt: isoTime(createdAt) };
}

export function toBatchSummary(store: Pick<Store, 'countByState'>, batch: StoredBatch): BatchSummary {
  const {
    batchId,
    profileName,
    environment,
    fileName,
    state,
    rows,
    rowsHash,
    totals,
    createdAt,
    releasedAt,
  } = batch;
  return {
    batchId,
    profileName,
    environment,
    fileName,
    state,
    rows,
    byState: store.countByState(batchId),
    totals,
    rowsHash,
    isPaused: batch.isPaused,
    sheetId: batch.sheetId,
    createdAt: isoTime(createdAt),
    releasedAt: releasedAt === null ? null : isoTime(releasedAt),
  };
}

export function toPayoutSummary(payment: StoredPayment): PayoutSummary {
  const { idPayment, batchId, rowNumber, amount, currencyCode, state, gatewayStatus, fee } = payment;
  const { accountName, accountNumber, paymentMethodCode, profileName, reference, createdAt, updatedAt } =
    payment;
  return {
    idPayout: idPayment,
    batchId,
    rowNumber,
    money: { amount, currencyCode },
    state,
    gatewayStatus,
    fee,
    accountName,
    accountNumber,
    paymentMethodCode,
    profileName,
    reference,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

export function toEvent({ at, ...event }: StoredEvent): EventRecord {
  return { ...event, at: isoTime(at) };
}

export function toAttempt(attempt: StoredAttempt): AttemptRecord {
  const { number, startedAt, finishedAt, body, status, answer } = attempt;
  return {
    number,
    startedAt: isoTime(startedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
    body: new TextDecoder().decode(body),
    status,
    answer,
  };
}

/** What a payment's state says where nothing more is known of it. */
const words: Partial<Record<PaymentState, string>> = {
  unknown: 'The gateway has not said yet whether it accepted this payout.',
  sending: 'The answer to this payout is awaited.',
  rejected: 'The gateway refused this payout.',
  failed: 'The gateway did not pay this payout.',
  conflict: 'The gateway holds something else under this order ID.',
};

export function toProblem(payment: StoredPayment): BatchProblem {
  const { rowNumber, idPayment, state, amount, currencyCode, accountName, problem } = payment;
  return {
    rowNumber,
    idPayout: idPayment,
    state,
    money: { amount, currencyCode },
    accountName,
    code: problem?.code ?? state,
    message: problem?.message ?? words[state] ?? `This payout is ${state}.`,
  };
}
