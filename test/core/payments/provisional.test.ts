import { describe, expect, it } from 'vitest';
import { paymentStates } from '../../../contract/payments/payment.ts';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import {
  graceMs,
  longestRecheckingMs,
  longestUnknownMs,
  notFoundTimes,
} from '../../../main/core/payments/schedule.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { toDescribed } from '../../../main/core/payments/convert.ts';
import {
  accepted,
  after,
  detail,
  moment,
  now,
  payment,
  refused,
  said,
  states,
  untilNotPolled,
} from './decisions.ts';

describe('states that may still change (DESIGN: The life of a payout)', () => {
  it('asks about a failed payout again after 10 minutes, an hour, 6 hours, 1, 3 and 7 days, then weekly for 90 days', () => {
    const failed: StoredPayment = { ...payment, state: 'failed', gatewayStatus: 'HELD' };
    const again = detail({ status: 'HELD', processedAt: '2026-01-05T17:30:00.000Z' });
    const hours = Array.from({ length: 18 }, (_, polls) => {
      const { findings } = afterRead({ ...failed, polls }, again, moment);
      expect(findings).toMatchObject([{ from: 'failed', to: 'failed', polls: polls + 1 }]);
      const dueAt = findings[0]?.dueAt ?? null;
      return dueAt === null ? null : (dueAt - now) / 3_600_000;
    });
    expect(hours.slice(0, 6)).toEqual([1 / 6, 1, 6, 24, 72, 168]);
    expect(hours.slice(6)).toEqual([...Array.from({ length: 11 }, () => 168), null]);
  });

  it.each([
    ['does not know it any longer', refused('gatewayNotFound', 410)],
    ['fails', refused('gatewayServerError', 500)],
    ['does not permit the query', refused('gatewayForbidden', 403)],
    ['cannot be reached', refused('gatewayUnreachable')],
    ['reports no status', detail({ status: null, money: null })],
  ])('stops asking about a failed payout after its last query, also where the gateway %s', (_how, answer) => {
    const failed: StoredPayment = {
      ...payment,
      state: 'failed',
      gatewayStatus: 'DECLINED',
      dueAt: now,
      updatedAt: now - longestRecheckingMs - 1,
    };
    const { end, answers, tookMs } = untilNotPolled(failed, () => answer);
    expect([end.state, end.dueAt, answers]).toEqual(['failed', null, 18]);
    expect(tookMs).toBeGreaterThan(85 * 24 * 3_600_000);
    expect(afterRead(end, answer, moment).findings.map(({ dueAt }) => dueAt)).not.toContain(now);
  });

  it.each(['gatewayServerError', 'gatewayUnreachable', 'stopped'] as const)(
    'asks about a failed payout again within a day, and does not count it, where the query brought no answer: %s',
    (code) => {
      const failed: StoredPayment = { ...payment, state: 'failed', polls: 9, dueAt: now, updatedAt: now };
      const { findings } = afterRead(failed, refused(code), moment);
      expect(findings).toMatchObject([{ to: 'failed', polls: 9, dueAt: now + 24 * 3_600_000 }]);
      const old = { ...failed, updatedAt: now - longestRecheckingMs - 1 };
      const late = afterRead(old, refused(code), moment);
      expect(late.findings).toMatchObject([{ to: 'failed', polls: 10 }]);
      const setAhead = afterRead({ ...old, gatewaySentAt: now }, refused(code), {
        ...moment,
        gatewayNow: now,
      });
      expect(setAhead.findings).toMatchObject([{ to: 'failed', polls: 9 }]);
    },
  );

  it.each([
    { processedAt: null, known: 'The gateway reports a status' },
    { processedAt: '2026-01-05T17:30:00.000Z', known: 'The gateway reports that it finished this payout' },
  ])(
    'decides nothing by a status that is no text, keeps asking, and says what was received: %o',
    ({ processedAt, known }) => {
      const unreadable = detail({ status: null, processedAt, unreadableStatus: '{"code":"SUCCESS"}' });
      const decision = afterRead(accepted, unreadable, moment);
      expect(states(decision)).toEqual(['accepted accepted']);
      expect(decision.findings[0]?.dueAt).toBeGreaterThan(now);
      expect(said(decision)).toBe('The gateway reports a status that Bursar cannot read: {"code":"SUCCESS"}');
      const meaning = paymentMeaning(toDescribed(after(accepted, decision)));
      expect(meaning).toContain(known);
      expect(meaning).toContain('a status that Bursar cannot read. Bursar keeps asking.');
    },
  );

  it('says that the gateway has finished a payout without a status, and claims nothing else', () => {
    const decision = afterRead(
      accepted,
      detail({ status: null, processedAt: '2026-01-05T17:30:00.000Z' }),
      moment,
    );
    expect(said(decision)).toContain('with no status');
  });

  it('keeps polling a failed payout on schedule, however often a person asks in between', () => {
    const failed: StoredPayment = { ...payment, state: 'failed', polls: 3, dueAt: now + 1 };
    for (const answer of [detail({ status: 'HELD', processedAt: 'now' }), refused('gatewayServerError', 500)])
      expect(afterRead(failed, answer, moment).findings).toMatchObject([{ polls: 3, dueAt: now + 1 }]);
  });

  it('asks again on schedule if the clock was set back by a year during a query', () => {
    const year = 365 * 24 * 3_600_000;
    for (const state of ['accepted', 'unknown', 'failed'] as const) {
      const asked: StoredPayment = { ...payment, state, dueAt: now + year };
      const [finding] = afterRead(asked, refused('gatewayServerError', 500), moment).findings;
      expect(finding).toMatchObject({ to: state, polls: asked.polls + (state === 'failed' ? 0 : 1) });
      expect(finding?.dueAt).toBeLessThan(now + 3_600_000);
    }
  });

  it('marks a failed payout paid once the gateway says SUCCESS, with an attention item', () => {
    const failed: StoredPayment = { ...payment, state: 'failed', gatewayStatus: 'WAITING_FOR_CONFIRMATION' };
    const { findings } = afterRead(failed, detail({ status: 'SUCCESS', processedAt: 'now' }), moment);
    expect(findings).toMatchObject([{ from: 'failed', to: 'paid', problem: null, notice: 'endChanged' }]);
    const onAgain = afterRead(failed, detail({ status: 'PENDING', processedAt: null }), moment);
    expect(onAgain.findings).toMatchObject([{ from: 'failed', to: 'accepted', notice: 'endChanged' }]);
  });

  it('detects that a rejected payout arrived after all, with an attention item', () => {
    const rejected: StoredPayment = { ...payment, state: 'rejected', gatewaySentAt: now - 1000, dueAt: null };
    const there = detail({ createdAt: new Date(now).toISOString() });
    expect(afterRead(rejected, there, moment).findings).toMatchObject([
      { from: 'rejected', to: 'accepted', notice: 'endChanged' },
    ]);
    expect(afterRead(rejected, refused('gatewayNotFound', 410), moment).findings).toEqual([]);
  });

  it('I6: the event of a payout that the gateway does not know contains that answer', () => {
    const day = 24 * 3_600_000;
    const old: StoredPayment = {
      ...payment,
      state: 'unknown',
      firstSentAt: now - 2 * day,
      gatewaySentAt: null,
    };
    for (const unknown of [old, { ...payment, state: 'accepted' as const }])
      expect(afterRead(unknown, refused('gatewayNotFound', 410), moment).findings).toMatchObject([
        { from: unknown.state, to: unknown.state, cause: { code: 'answered', status: 410 }, detail: '{}' },
      ]);
  });

  it('leaves an accepted payout to a person once the gateway has not known it for more than a day by both clocks', () => {
    const notFound = refused('gatewayNotFound', 410);
    const at = (ms: number, hereMs = ms) => ({
      ...moment,
      now: now - 9 * longestUnknownMs + hereMs,
      gatewayNow: now + ms,
    });
    let forgotten: StoredPayment = { ...payment, state: 'accepted' };
    // Two answers, of which days lie between, are no day of answers.
    for (let times = 1; times < notFoundTimes; times += 1) {
      const { findings } = afterRead(forgotten, notFound, at(times === 1 ? 0 : 2 * longestUnknownMs));
      expect(findings).toMatchObject([{ to: 'accepted', problem: { code: 'forgotten', times } }]);
      forgotten = { ...forgotten, problem: findings[0]?.problem ?? null };
    }
    for (const earlier of [at(longestUnknownMs), at(longestUnknownMs + 1, 0), at(0, longestUnknownMs + 1)])
      expect(states(afterRead(forgotten, notFound, earlier))).toEqual(['accepted accepted']);
    const late = afterRead(forgotten, notFound, at(longestUnknownMs + 1));
    expect(states(late)).toEqual(['accepted unknown']);
    expect(late).toMatchObject({
      sendAgain: false,
      findings: [{ dueAt: null, problem: { code: 'forgottenForLong' } }],
    });
  });

  it('gives an awaited payin up only after queries spread over the grace period, however often a person asks', () => {
    const notFound = refused('gatewayNotFound', 410);
    const asked = { ...payment, state: 'awaited', origin: 'link', awaitedUntil: now } as const;
    let payin: StoredPayment = { ...asked, kind: 'payin', polls: 0, problem: null, dueAt: now };
    const ask = (at: number): void => {
      const [finding] = afterRead(payin, notFound, { ...moment, now: at }).findings;
      if (finding === undefined) throw new Error('nothing was found');
      payin = { ...payin, state: finding.to, problem: finding.problem, dueAt: finding.dueAt };
      payin = { ...payin, polls: finding.polls };
    };
    for (let times = 0; times < 20; times += 1) ask(now + times);
    expect(payin.state).toBe('awaited');
    let at = now;
    while (payin.dueAt !== null) {
      at = payin.dueAt;
      ask(at);
    }
    expect(payin.state).toBe('cancelled');
    expect(at - now).toBeGreaterThanOrEqual(graceMs);
  });

  it('keeps a paid payout paid, with an attention item when the gateway reports something else', () => {
    const paid: StoredPayment = { ...payment, state: 'paid', gatewayStatus: 'SUCCESS' };
    expect(afterRead(paid, detail({ status: 'SUCCESS' }), moment).findings[0]?.notice).toBeUndefined();
    expect(afterRead(paid, detail({ status: 'REVERSED' }), moment).findings).toMatchObject([
      {
        from: 'paid',
        to: 'paid',
        gatewayStatus: 'REVERSED',
        problem: { code: 'finished', status: 'REVERSED' },
        notice: 'statusChanged',
      },
    ]);
    const held = { code: 'otherMoney', held: { amount: '1', currencyCode: 'EUR' } } as const;
    const reversed = detail({ status: 'REVERSED', money: null });
    expect(afterRead({ ...paid, problem: held }, reversed, moment).findings).toMatchObject([
      { problem: held },
    ]);
  });

  it('keeps what the gateway reported about a paid payment when a later answer leaves it out, and raises no attention', () => {
    const reported = { gatewayCreatedAt: '2026-01-05T17:00:00Z', processedAt: '2026-01-05T17:01:00Z' };
    const paid: StoredPayment = {
      ...payment,
      ...reported,
      state: 'paid',
      gatewayStatus: 'SUCCESS',
      isTest: true,
    };
    const silent = detail({ status: null, isTest: null });
    const [finding] = afterRead(paid, silent, moment).findings;
    expect(finding).toMatchObject({
      to: 'paid',
      gatewayStatus: 'SUCCESS',
      problem: null,
      reported: { createdAt: reported.gatewayCreatedAt, processedAt: reported.processedAt, isTest: true },
    });
    expect(finding?.notice).toBeUndefined();
    const other = detail({ status: null, money: { amount: '1', currencyCode: 'EUR' } });
    expect(afterRead(paid, other, moment).findings).toMatchObject([
      { gatewayStatus: 'SUCCESS', problem: { code: 'otherMoney' }, notice: 'statusChanged' },
    ]);
  });

  it.each([null, '2026-01-05T17:01:00Z'])(
    'keeps a failed payment failed, and keeps asking, when an answer has no status (processed at %s)',
    (processedAt) => {
      const failed: StoredPayment = { ...payment, state: 'failed', gatewayStatus: 'DECLINED', polls: 2 };
      const decision = afterRead(failed, detail({ status: null, processedAt }), moment);
      expect(decision).toMatchObject({ usefulness: 'useless', findings: [{ to: 'failed', polls: 3 }] });
      expect(decision.findings[0]?.gatewayStatus).toBeUndefined();
      expect(decision.findings[0]?.notice).toBeUndefined();
    },
  );

  it('keeps when a paid payout was paid, whatever the gateway reports later', () => {
    const [third, twentieth] = ['2026-01-03T10:00:00.000Z', '2026-01-20T10:00:00.000Z'];
    const paid: StoredPayment = {
      ...payment,
      state: 'paid',
      gatewayStatus: 'SUCCESS',
      processedAt: third,
    };
    const keptBy = (known: StoredPayment, status: string, processedAt: string | null) =>
      afterRead(known, detail({ status, processedAt }), moment).findings[0]?.reported?.processedAt;
    expect(keptBy(paid, 'REVERSED', twentieth)).toBe(third);
    expect(keptBy(paid, 'REFUND_PENDING', null)).toBe(third);
    expect(keptBy({ ...paid, gatewayStatus: 'REVERSED' }, 'SUCCESS', twentieth)).toBe(third);
    const undated = { ...paid, processedAt: null };
    expect(keptBy(undated, 'REVERSED', twentieth)).toBeNull();
    expect(keptBy(undated, 'SUCCESS', third)).toBe(third);
  });

  it.each([
    'gatewayForbidden',
    'gatewayVersionUnsupported',
    'gatewayServerError',
    'gatewayNoAnswer',
  ] as const)(
    'changes no state when the query is answered with %s, and says that it could not ask',
    (code) => {
      for (const state of paymentStates) {
        const { findings } = afterRead({ ...payment, state }, refused(code), moment);
        for (const { from, to, problem } of findings) {
          expect([from, to]).toEqual([state, state]);
          expect(problem?.code ?? 'couldNotAsk').toBe('couldNotAsk');
        }
      }
    },
  );
});
