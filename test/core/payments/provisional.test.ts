import { describe, expect, it, onTestFinished } from 'vitest';
import { paymentStates } from '../../../contract/payments/payment.ts';
import { succeed } from '../../../contract/result.ts';
import { causeOfMany } from '../../../contract/text/problem-text.ts';
import { afterCreate } from '../../../main/core/payments/after-create.ts';
import { afterRead, heldBack, overtaken } from '../../../main/core/payments/after-read.ts';
import type { Decision } from '../../../main/core/payments/decision.ts';
import { decided } from '../../../main/core/payments/person-decisions.ts';
import { graceMs, longestUnknownMs } from '../../../main/core/payments/schedule.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { detail, moment, now, payment, refused, states, said } from './decisions.ts';

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
      expect(finding).toMatchObject({ to: state, polls: asked.polls + 1 });
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
    const rejected: StoredPayment = { ...payment, state: 'rejected', gatewaySentAt: now - 1000 };
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

  it('leaves an accepted payout to a person once the gateway has not known it for more than a day by its own clock', () => {
    const notFound = refused('gatewayNotFound', 410);
    const at = (ms: number) => ({ ...moment, now: now - 9 * longestUnknownMs, gatewayNow: now + ms });
    const [first] = afterRead({ ...payment, state: 'accepted' }, notFound, at(0)).findings;
    const forgotten: StoredPayment = { ...payment, state: 'accepted', problem: first?.problem ?? null };
    expect(states(afterRead(forgotten, notFound, at(longestUnknownMs)))).toEqual(['accepted accepted']);
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

  describe('when somebody else may have used the order ID, a payout', () => {
    const at = (ms: number): string => new Date(now + ms).toISOString();
    const taken = { code: 'orderIdTaken' } as const;
    const sent: StoredPayment = { ...payment, gatewaySentAt: now - 1000, problem: taken };

    it('is not ours if it was created before our first request left, whatever the answer to that was', () => {
      for (const problem of [taken, { code: 'acceptedBefore' } as const, null]) {
        const decision = afterRead({ ...sent, problem }, detail({ createdAt: at(-86_400_000) }), moment);
        expect(states(decision)).toEqual(['unknown outside']);
        expect(said(decision)).toContain('outside this history');
      }
      const accepted409: StoredPayment = {
        ...sent,
        state: 'accepted',
        problem: { code: 'acceptedBefore' },
      };
      expect(states(afterRead(accepted409, detail({ createdAt: at(-86_400_000) }), moment))).toEqual([
        'accepted outside',
      ]);
    });

    it('is ours if only a creation time that is hours too early suggests otherwise: clocks may differ, a 409 does not lie', () => {
      const created = detail({ createdAt: at(-14 * 3_600_000) });
      for (const problem of [{ code: 'acceptedBefore' } as const, null])
        expect(states(afterRead({ ...sent, problem }, created, moment))).toEqual(['unknown accepted']);
      expect(states(afterRead(sent, created, moment))).toEqual(['unknown outside']);
    });

    it('is known not to be ours if every request was answered 409, whatever is received in between', () => {
      const problemOf = ({ findings }: Decision) => findings[0]?.problem ?? null;
      const again = { payment: { ...sent, state: 'sending' }, attemptNumber: 2, isFirst: false } as const;
      const meantime = [
        heldBack(sent, moment).problem,
        overtaken(sent, { idPayment: 'batch-2', state: 'accepted' }, moment).problem,
        problemOf(
          afterRead(
            { ...sent, firstSentAt: now - 2 * longestUnknownMs },
            refused('gatewayNotFound', 410),
            moment,
          ),
        ),
        problemOf(afterCreate(again, refused('gatewayRefused', 406), moment)),
        decided(sent, 'notAccepted', now).problem,
        decided(sent, 'sendAgain', now).problem,
      ];
      expect(meantime.map((problem) => problem?.code)).toEqual([
        'heldBack',
        'overtaken',
        'olderThanADay',
        'repeatRefused',
        'notAccepted',
        'orderIdTaken',
      ]);
      for (const problem of meantime) {
        const payout: StoredPayment = { ...sent, problem };
        const failedRead = afterRead(payout, refused('gatewayServerError', 500), moment);
        for (const before of [payout, { ...payout, problem: problemOf(failedRead) }])
          expect(states(afterRead(before, detail({ createdAt: at(-3_600_000) }), moment))).toEqual([
            'unknown outside',
          ]);
      }
      const taken409 = afterCreate(again, refused('gatewayDuplicate', 409), moment);
      expect(states(taken409)).toEqual(['sending unknown']);
      expect(problemOf(taken409)).toEqual(taken);
      expect(taken409.findings[0]?.dueAt).toBeGreaterThan(now);
      expect(states(afterCreate(again, succeed({ value: null, status: 201, raw: '' }), moment))).toEqual([
        'sending accepted',
      ]);
    });

    it('is ours if it was created since, by the gateway’s clock: a proxy may have repeated the request', () => {
      for (const ms of [-2500, -1000, 0, 500])
        expect(states(afterRead(sent, detail({ createdAt: at(ms) }), moment))).toEqual(['unknown accepted']);
    });

    it('is shown in UTC, in any time zone, even if its time has no zone', () => {
      const { TZ: zone } = process.env;
      onTestFinished(() => {
        if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ');
        else process.env['TZ'] = zone;
      });
      for (const TZ of ['America/Los_Angeles', 'Asia/Tokyo']) {
        process.env['TZ'] = TZ;
        const found = [-3_600_000, 500].map((ms) => {
          const answer = detail({ createdAt: at(ms).replace('Z', '') });
          return states(afterRead(sent, answer, moment));
        });
        expect(found).toEqual([['unknown outside'], ['unknown accepted']]);
      }
    });

    it('is not claimed as ours if the gateway does not say when, after 409 on the first attempt', () => {
      expect(states(afterRead(sent, detail({ createdAt: null }), moment))).toEqual(['unknown outside']);
      expect(states(afterRead({ ...sent, problem: null }, detail({ createdAt: null }), moment))).toEqual([
        'unknown accepted',
      ]);
    });

    it('is neither dated nor claimed if the gateway’s time has no seconds or cannot be read', () => {
      for (const createdAt of ['2026-01-05', '01/12/2025 17:30:00', '1767634200000', 'yesterday']) {
        const decision = afterRead(sent, detail({ createdAt }), moment);
        expect(states(decision)).toEqual(['unknown outside']);
        expect(said(decision)).toMatch(/^It seems that .* It gives no usable time of creation/);
        const [{ problem } = {}] = decision.findings;
        expect(problem && causeOfMany(problem, 'payout')).toMatch(
          /^It seems that it was already sent outside/,
        );
        const unanswered = { ...sent, problem: null };
        expect(states(afterRead(unanswered, detail({ createdAt }), moment))).toEqual(['unknown accepted']);
      }
      const elsewhere = afterRead(sent, detail({ createdAt: '2026-01-05T01:00:00+02:00' }), moment);
      expect(said(elsewhere)).toMatch(/^Already sent on 2026-01-04 outside this history/);
    });

    it('is a conflict if amount or currency differ', () => {
      const other = detail({ money: { amount: '1', currencyCode: 'EUR' }, createdAt: at(-86_400_000) });
      expect(states(afterRead(sent, other, moment))).toEqual(['unknown conflict']);
    });

    it('stays in doubt while the gateway cannot be queried', () => {
      const { findings } = afterRead(sent, refused('gatewayServerError', 500), moment);
      expect(findings).toMatchObject([{ to: 'unknown', problem: { code: 'couldNotAsk', wasTaken: true } }]);
    });

    it('is never in doubt once the gateway accepted it from us', () => {
      const ours: StoredPayment = { ...sent, state: 'accepted', problem: null };
      expect(states(afterRead(ours, detail({ createdAt: at(-86_400_000) }), moment))).toEqual([
        'accepted accepted',
      ]);
    });

    it('keeps a person’s decision to pay it again', () => {
      const toPayAgain: StoredPayment = {
        ...sent,
        state: 'rejected',
        problem: { code: 'payAgain' },
      };
      expect(states(afterRead(toPayAgain, detail({ createdAt: at(-86_400_000) }), moment))).toEqual([
        'rejected rejected',
      ]);
    });
  });

  it('measures a day without an answer by the gateway’s clock, whatever this computer is set to', () => {
    const set = { ...payment, firstSentAt: now - 400 * 86_400_000, gatewaySentAt: now - 60_000 };
    const decision = afterRead(set, refused('gatewayNotFound', 410), { ...moment, gatewayNow: now });
    expect(decision).toMatchObject({ findings: [], sendAgain: true });
    const old = { ...payment, firstSentAt: now, gatewaySentAt: now - longestUnknownMs - 1 };
    const late = afterRead(old, refused('gatewayNotFound', 410), { ...moment, gatewayNow: now });
    expect(late.findings[0]?.problem?.code).toBe('olderThanADay');
  });

  it.each([
    ['this computer’s clock was ahead at the release', now + 30 * 86_400_000, now],
    [
      'this computer’s clock was set back, and the gateway’s says that it is old',
      now - 60_000,
      now + 30 * 86_400_000,
    ],
  ])('leaves a row queued by older records to a person if %s', (_why, firstSentAt, gatewayNow) => {
    const found: StoredPayment = { ...payment, firstSentAt, gatewaySentAt: null };
    const then = { ...moment, gatewayNow };
    const { findings, sendAgain } = afterRead(found, refused('gatewayNotFound', 410), then);
    expect({ sendAgain, code: findings[0]?.problem?.code, dueAt: findings[0]?.dueAt }).toEqual({
      sendAgain: false,
      code: 'olderThanADay',
      dueAt: null,
    });
  });

  it('sends a row queued by older records again if both clocks say that it is recent', () => {
    const found: StoredPayment = { ...payment, firstSentAt: now - 3_600_000, gatewaySentAt: null };
    for (const gatewayNow of [null, now - 300_000, now + 300_000])
      expect(afterRead(found, refused('gatewayNotFound', 410), { ...moment, gatewayNow })).toMatchObject({
        findings: [],
        sendAgain: true,
      });
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
