import type { ErrorCode } from '../../../contract/errors.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { ReportedMoney } from '../../../contract/money/money.ts';
import { afterCreate } from '../../../main/core/payments/after-create.ts';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import type { Decision } from '../../../main/core/payments/decision.ts';
import type { Answer, PaymentDetail, StoredPayment } from '../../../main/core/ports/index.ts';
import { problemText } from '../../../contract/text/problem-text.ts';

export const now = Date.UTC(2026, 0, 5, 17, 30);
export const moment = { now, fraction: 0.5, gatewayNow: null };

export const payment: StoredPayment = {
  paymentId: 7,
  kind: 'payout',
  keyId: 'key',
  profileName: 'p',
  environment: 'sandbox',
  batchId: 'batch',
  rowNumber: 1,
  idPayment: 'batch-1',
  amount: '1234.50',
  currencyCode: 'EUR',
  paymentMethodCode: 'SEPA',
  accountName: 'A',
  accountNumber: '1',
  paymentOperatorCode: '',
  emailAddress: '',
  reference: '',
  callbackUrl: 'https://merchant.example/callbacks',
  tokenChunk: 0,
  retryOf: null,
  source: null,
  origin: null,
  returnUrl: '',
  awaitedUntil: null,
  state: 'unknown',
  gatewayStatus: null,
  fee: null,
  problem: null,
  firstSentAt: now - 1000,
  gatewaySentAt: null,
  gatewayCreatedAt: null,
  processedAt: null,
  isTest: null,
  dueAt: now,
  polls: 0,
  createdAt: now - 2000,
  updatedAt: now - 1000,
};
export const accepted: StoredPayment = { ...payment, state: 'accepted' };

export const created = (result: Result<Answer<ReportedMoney | null>>): Decision =>
  afterCreate({ payment: { ...payment, state: 'sending' }, attemptNumber: 1, isFirst: true }, result, moment);
export const repeated = (result: Result<Answer<ReportedMoney | null>>): Decision =>
  afterCreate(
    { payment: { ...payment, state: 'sending' }, attemptNumber: 2, isFirst: false },
    result,
    moment,
  );
export const refused = (code: ErrorCode, status?: number): Result<never> =>
  fail(code, 'words', status === undefined ? {} : { status, raw: '{}' });
export const detail = (changed: Partial<PaymentDetail>): Result<Answer<PaymentDetail>> => {
  const value = {
    money: { amount: '1234.5', currencyCode: 'EUR' },
    status: 'PENDING',
    createdAt: null,
    processedAt: null,
    isTest: true,
    fee: null,
    paymentMethodCode: null,
    instructions: null,
    ...changed,
  };
  return succeed({ value, status: 200, raw: '{}' });
};
/** The problem of the first finding, in words. */
export const said = ({ findings }: Decision): string => {
  const problem = findings[0]?.problem ?? null;
  return problem === null ? '' : problemText(problem, payment);
};
export const states = ({ findings }: Decision): string[] => findings.map(({ from, to }) => `${from} ${to}`);

/** A payment as it stands after what was decided on an answer. */
export const after = (before: StoredPayment, { findings }: Decision): StoredPayment =>
  findings.reduce<StoredPayment>(
    (stored, { to, problem, dueAt, polls, gatewayStatus = stored.gatewayStatus, reported }) => ({
      ...stored,
      state: to,
      problem,
      dueAt,
      polls,
      gatewayStatus,
      processedAt: reported === undefined ? stored.processedAt : reported.processedAt,
    }),
    before,
  );

/** Asks about a payment whenever it is due, by the clocks of both sides, until it is not due any more. */
export function untilNotPolled(
  before: StoredPayment,
  answerAt: (now: number) => Result<Answer<PaymentDetail>>,
): { readonly end: StoredPayment; readonly answers: number; readonly tookMs: number } {
  let [asked, at, answers] = [before, now, 0];
  for (; asked.dueAt !== null && answers < mostAnswers; answers += 1) {
    at = Math.max(at, asked.dueAt);
    asked = after(asked, afterRead(asked, answerAt(at), { ...moment, now: at, gatewayNow: at }));
  }
  return { end: asked, answers, tookMs: at - now };
}

const mostAnswers = 1000;
