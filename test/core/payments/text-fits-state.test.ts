import { describe, expect, it } from 'vitest';
import { errorCodes, type AppError, type ErrorCode } from '../../../contract/errors.ts';
import { mayFollow } from '../../../contract/payments/life.ts';
import { paymentStates, type PaymentState, type PersonDecision } from '../../../contract/payments/payment.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { causeOfMany } from '../../../contract/text/problem-text.ts';
import { afterCreate } from '../../../main/core/payments/after-create.ts';
import { afterRead, heldBack, overtaken, repeatsRevived } from '../../../main/core/payments/after-read.ts';
import { toDescribed, toProblem } from '../../../main/core/payments/convert.ts';
import { decided, decisionsFor } from '../../../main/core/payments/person-decisions.ts';
import type { Answer, PaymentDetail, StoredPayment } from '../../../main/core/ports/index.ts';
import { failureOf, lineFullFailure, stoppedFailure, type Subject } from '../../../main/gateway/failures.ts';
import type { Effect, GatewayErrorCode } from '../../../main/gateway/decide.ts';
import { readProblems } from '../../../main/gateway/readers/errors.ts';
import { receiptSentence } from '../../../renderer/payouts/receipt/receipt-text.ts';
import { after, detail, moment, now, payment, refused } from './decisions.ts';

const statusOf: Partial<Record<ErrorCode, number>> = {
  gatewayInputInvalid: 400,
  gatewayUnauthenticated: 401,
  gatewayForbidden: 403,
  gatewayVersionUnsupported: 404,
  gatewayRefused: 406,
  gatewayDuplicate: 409,
  gatewayNotFound: 410,
  gatewayBusy: 429,
  gatewayServerError: 500,
  gatewayStatusUnexpected: 418,
};

const isOfGateway = (code: ErrorCode): code is GatewayErrorCode => code.startsWith('gateway');

/** Every error as the gateway client words it; those of other parts with words of their own. */
function errorsOf(effect: Effect): AppError[] {
  const subject: Subject = {
    words: `payout ${payment.idPayment}`,
    details: {},
    effect,
    verb: 'ask about',
  };
  const encoder = new TextEncoder();
  const worded = errorCodes.flatMap((code): AppError[] => {
    if (!isOfGateway(code)) return [{ code, message: `Some error ${code}.`, details: {} }];
    const status = statusOf[code];
    const body = encoder.encode('{"message":"reason of the gateway"}');
    const answer = status === undefined ? null : { status, headers: {}, body, isComplete: true };
    return [
      failureOf(code, subject, {
        answer,
        cause: 'ECONNREFUSED',
        secrets: [],
        readErrors: readProblems,
      }).error,
    ];
  });
  return [...worded, stoppedFailure(subject).error, lineFullFailure(subject).error];
}

const isPayout = { kind: 'payout', origin: null } as const;
const inState = (state: PaymentState): StoredPayment => ({
  ...payment,
  ...isPayout,
  state,
  gatewayStatus: state === 'failed' ? 'DECLINED' : state === 'paid' ? 'SUCCESS' : null,
  firstSentAt: now - 1000,
});

/** Every text that is shown or printed about one payment: the list of problems, CLI report and panels, receipt. */
function textsOf(stored: StoredPayment): string[] {
  const described = toDescribed(stored);
  return [
    toProblem(stored, null).message,
    paymentMeaning(described),
    paymentMeaning({ ...described, isRetriable: true }),
    receiptSentence({
      state: stored.state,
      gatewayStatus: stored.gatewayStatus,
      problem: stored.problem,
      events: [],
      wasSent: described.wasSent,
    }),
  ];
}

/** What no text may say of a payment that may have left, by its state. */
function contradictions(state: PaymentState): RegExp[] {
  const notSent =
    /(was|were|is|has been|been) (not|never) sent|nothing was sent|not sent (yet|from)|never sent|show no request/i;
  const doItAgain = /try again|sending it again/i;
  switch (state) {
    case 'failed':
      return [notSent, doItAgain, /not paid|did not pay|no money/i];
    case 'paid':
      return [notSent, doItAgain, /not paid|failed|rejected|refused|does not know/i];
    case 'unknown':
    case 'sending':
    case 'queued':
      return [notSent, doItAgain, /not paid|was (paid|rejected|refused)|not accepted (yet)?\.|^Paid/i];
    case 'accepted':
      return [notSent, doItAgain, /was (paid|rejected|refused)|was not accepted|^Paid/i];
    case 'outside':
    case 'conflict':
      return [notSent, doItAgain, /was not accepted/i];
    default:
      return [notSent];
  }
}

function expectNoContradiction(stored: StoredPayment, said: string): void {
  for (const text of textsOf(stored))
    for (const pattern of contradictions(stored.state))
      expect(text, `${stored.state} after ${said}`).not.toMatch(pattern);
}

const sentStates = paymentStates.filter((state) => !['draft', 'awaited', 'cancelled'].includes(state));

describe('I13: text about a payment never contradicts its state', () => {
  it('after any answer to a query, in any state', () => {
    for (const state of sentStates)
      for (const error of errorsOf('read')) {
        const before = inState(state);
        const result: Result<Answer<PaymentDetail>> = { ok: false, error };
        expectNoContradiction(after(before, afterRead(before, result, moment)), `read: ${error.code}`);
      }
  });

  it('reports a failed query as such, with the order ID', () => {
    for (const state of ['accepted', 'unknown'] as const)
      for (const error of errorsOf('read').filter(
        ({ code }) => !['gatewayNotFound', 'stopped'].includes(code),
      )) {
        const before = inState(state);
        const stored = after(before, afterRead(before, { ok: false, error }, moment));
        expect(toProblem(stored, null).message, error.code).toMatch(
          /^Bursar could not ask about payout batch-1\./,
        );
      }
  });

  it('after any answer to a create, the first time and repeated', () => {
    for (const isFirst of [true, false])
      for (const error of errorsOf('change')) {
        const sending = inState('sending');
        const intent = { payment: sending, attemptNumber: isFirst ? 1 : 2, isFirst };
        const stored = after(sending, afterCreate(intent, { ok: false, error }, moment));
        expectNoContradiction(stored, `create: ${error.code}`);
        // And what is asked about it next fails too.
        for (const later of errorsOf('read'))
          expectNoContradiction(
            after(stored, afterRead(stored, { ok: false, error: later }, moment)),
            `create: ${error.code}, read: ${later.code}`,
          );
      }
  });

  it('whatever the gateway reports about it', () => {
    const answers = [
      detail({}),
      detail({ status: 'SUCCESS', processedAt: '2026-01-05T17:00:00.000Z' }),
      detail({ status: 'WAITING_FOR_CONFIRMATION', processedAt: '2026-01-05T17:00:00.000Z' }),
      detail({ money: { amount: '1', currencyCode: 'EUR' } }),
      detail({ money: null }),
    ];
    for (const state of sentStates)
      for (const answer of answers) {
        const before = inState(state);
        expectNoContradiction(after(before, afterRead(before, answer, moment)), 'an answer');
      }
    const unknown = inState('unknown');
    const left = {
      findings: [overtaken(unknown, { idPayment: 'batch-2', state: 'paid' }, moment)],
      sendAgain: false,
    } as const;
    expectNoContradiction(after(unknown, { ...left, usefulness: 'useful' }), 'another stands for its row');
    const paused = { ...left, findings: [heldBack(unknown, moment)] } as const;
    expectNoContradiction(after(unknown, { ...paused, usefulness: 'useful' }), 'its batch is paused');
    const repeat = repeatsRevived(unknown, { idPayment: 'other-1', state: 'accepted' }, moment);
    expectNoContradiction(after(unknown, { ...left, findings: [repeat], usefulness: 'useful' }), 'a repeat');
    const sending = inState('sending');
    const created = succeed({ value: null, status: 201, raw: '' });
    const intent = { payment: sending, attemptNumber: 1, isFirst: true };
    expectNoContradiction(after(sending, afterCreate(intent, created, moment)), '201');
  });

  it('never doubts an acceptance by the gateway, even if it has since forgotten it', () => {
    const since = new Date(now - 2 * 86_400_000).toISOString();
    for (const byRepetition of [{}, { byRepetition: true } as const]) {
      const before = {
        ...inState('accepted'),
        problem: { code: 'forgotten', since, times: 4, ...byRepetition } as const,
      };
      const notFound: Result<never> = refused('gatewayNotFound', 410);
      const stored = after(before, afterRead(before, notFound, moment));
      expect(stored).toMatchObject({ state: 'unknown', dueAt: null });
      expectNoContradiction(stored, 'a day of 410');
      for (const text of textsOf(stored)) {
        expect(text).not.toMatch(/whether the gateway accepted|keeps asking/);
        if ('byRepetition' in byRepetition) expect(text).not.toMatch(/gateway accepted/);
      }
      const rejected = after(stored, {
        findings: [decided(stored, 'notAccepted', now)],
        sendAgain: false,
        usefulness: 'useful',
      });
      expectNoContradiction(rejected, 'a decision');
      if (!('byRepetition' in byRepetition))
        for (const text of textsOf(rejected)) expect(text).not.toContain('did not accept');
    }
  });

  it('says of a payment nobody could query for a day that the gateway has not answered, that Bursar keeps asking, and who decides', () => {
    const day = 86_400_000;
    for (const error of errorsOf('read').filter(
      ({ code }) => code !== 'gatewayNotFound' && code !== 'stopped',
    )) {
      const at = (ms: number) => ({ ...moment, now: now + ms, gatewayNow: now + ms });
      const ask = (before: StoredPayment, ms: number) => {
        const due = { ...before, dueAt: now };
        return after(due, afterRead(due, { ok: false, error }, at(ms)));
      };
      const askedOften = (before: StoredPayment) =>
        [0, 1, 2, 3, day].reduce((payout, ms) => ask(payout, ms), before);
      const soon = askedOften(inState('unknown'));
      expect(decisionsFor(soon), error.code).toEqual([]);
      const accepted = ask(askedOften(inState('accepted')), day + 1);
      expectNoContradiction(accepted, `accepted, and read for a day: ${error.code}`);
      expect(decisionsFor(accepted), error.code).toEqual([]);
      expect(toProblem(accepted, null).message).toMatch(/accepted.*has not said.*keeps asking.*operator/s);
      expect(paymentMeaning(toDescribed(accepted))).toMatch(
        /accepted this payout.*has not said.*keeps asking\.$/,
      );
      const late = ask(soon, day + 1);
      expectNoContradiction(late, `read for a day: ${error.code}`);
      expect(decisionsFor(late), error.code).toEqual(['sendAgain', 'notAccepted']);
      expect(late.dueAt).not.toBeNull();
      expect(toProblem(late, null).message).toMatch(/has not told Bursar.*keeps asking.*then decide/s);
      expect(paymentMeaning(toDescribed(late))).toMatch(/keeps asking\. A person has to decide/);
    }
  });

  it('after any decision by a person', () => {
    for (const state of ['unknown', 'outside'] as const) {
      const before = { ...inState(state), dueAt: null };
      const decisions: PersonDecision[] = decisionsFor(before);
      expect(decisions).toHaveLength(2);
      for (const decision of decisions) {
        const finding = decided(before, decision, now);
        expect(mayFollow(before.state, finding.to)).toBe(true);
        const usefulness = 'useful' as const;
        expectNoContradiction(after(before, { findings: [finding], sendAgain: false, usefulness }), decision);
      }
    }
  });

  it('one that is adopted after the gateway finished it is not called in progress', () => {
    const finished = { gatewayStatus: 'DECLINED', processedAt: '2026-01-05T17:30:00.000Z' };
    const outside = { ...inState('outside'), ...finished };
    const finding = decided(outside, 'adopt', now);
    const adopted = after(outside, { findings: [finding], sendAgain: false, usefulness: 'useful' });
    expect(adopted.state).toBe('accepted');
    expect(paymentMeaning(toDescribed(adopted))).toMatch(/finished this payout with DECLINED/);
    expect(paymentMeaning(toDescribed({ ...adopted, processedAt: null }))).toMatch(/is processing it/);
  });

  it('a paid one of which the gateway has since reported another status is not called finished with that', () => {
    const paid = { ...inState('paid'), processedAt: '2026-01-05T17:30:00.000Z' };
    const late = after(paid, afterRead(paid, detail({ status: 'PENDING' }), moment));
    expect(late.state).toBe('paid');
    if (late.problem === null) throw new Error('it has no problem');
    for (const text of [toProblem(late, null).message, causeOfMany(late.problem, 'payout')])
      expect(text).toBe('The gateway has since reported the status PENDING.');
  });

  it('a payin in conflict that others created is not called sent by Bursar', () => {
    const other = detail({ status: 'SUCCESS', money: { amount: '700', currencyCode: 'EUR' } });
    for (const origin of ['link', 'followed'] as const) {
      const awaited: StoredPayment = { ...payment, kind: 'payin', origin, state: 'awaited', problem: null };
      const late = after(awaited, afterRead(awaited, other, moment));
      expect(late.state).toBe('conflict');
      expect(paymentMeaning(toDescribed(late))).not.toMatch(/Bursar sen/);
      expect(paymentMeaning(toDescribed({ ...late, origin: 'created' }))).toMatch(/not what Bursar sent/);
    }
  });

  it('a banner over a batch speaks about the gateway only', () => {
    for (const effect of ['read', 'change'] as const)
      for (const error of errorsOf(effect)) {
        const text = failureText(error);
        expect(text).not.toContain(payment.idPayment);
        for (const pattern of contradictions('accepted')) expect(text, error.code).not.toMatch(pattern);
      }
  });

  it('says that no request is recorded only of a payout without one', () => {
    const described = { ...toDescribed(inState('queued')), wasSent: false };
    expect(paymentMeaning(described)).toMatch(/These records show no request/);
    const words = paymentStates.map((state) => paymentMeaning({ ...described, state }));
    expect(new Set(words).size).toBe(paymentStates.length);
  });
});
