import { describe, expect, it } from 'vitest';
import { mayFollow } from '../../../contract/payments/life.ts';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import type { Result } from '../../../contract/result.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { accepted, detail, moment, now, payment, refused, states } from './decisions.ts';

describe('a payment that others create', () => {
  const awaited: StoredPayment = {
    ...payment,
    kind: 'payin',
    origin: 'link',
    state: 'awaited',
    firstSentAt: null,
    awaitedUntil: now + 600_000,
  };
  const unknownThere = refused('gatewayNotFound', 410);

  it('is queried less and less often while the gateway does not know it, and last when its time is over', () => {
    const waits = [0, 3, 8].map((polls) => {
      const decision = afterRead({ ...awaited, polls }, unknownThere, moment);
      expect(states(decision)).toEqual(['awaited awaited']);
      expect(decision).toMatchObject({ sendAgain: false, usefulness: 'useful' });
      return (decision.findings[0]?.dueAt ?? 0) - now;
    });
    expect(waits).toEqual(waits.toSorted((left, right) => left - right));
    expect(new Set(waits).size).toBe(3);
    const last = afterRead({ ...awaited, polls: 99 }, unknownThere, moment);
    expect(last.findings[0]?.dueAt).toBe(awaited.awaitedUntil);
  });

  it('is given up only after several 410s over a grace period that begins when its time is over', () => {
    let late: StoredPayment = { ...awaited, awaitedUntil: now, polls: 40 };
    let at = now;
    const asked: string[] = [];
    for (let times = 0; times < 10 && late.state === 'awaited'; times += 1) {
      const decision = afterRead(late, unknownThere, { ...moment, now: at });
      const [finding] = decision.findings;
      if (finding === undefined) throw new Error('nothing was found');
      asked.push(finding.to);
      at = finding.dueAt ?? at;
      late = { ...late, state: finding.to, problem: finding.problem, polls: finding.polls };
    }
    expect(asked).toEqual([...Array.from({ length: 5 }, () => 'awaited'), 'cancelled']);
    expect(at - now).toBeGreaterThanOrEqual(600_000);
  });

  it('is given up after the same number of 410s even if queries between them fail, and not before a useful response', () => {
    let late: StoredPayment = { ...awaited, awaitedUntil: now, polls: 40 };
    const ask = (result: Result<never>): void => {
      const at = late.dueAt ?? now;
      const [finding] = afterRead(late, result, { ...moment, now: at }).findings;
      if (finding === undefined) throw new Error('nothing was found');
      expect((finding.dueAt ?? at + 120_000) - at).toBeGreaterThanOrEqual(120_000);
      late = {
        ...late,
        state: finding.to,
        problem: finding.problem,
        polls: finding.polls,
        dueAt: finding.dueAt,
      };
    };
    for (let times = 0; times < 5; times += 1) {
      ask(unknownThere);
      for (const [code, status] of [
        ['gatewayForbidden', 403],
        ['gatewayNoAnswer'],
        ['gatewayServerError', 500],
      ] as const)
        ask(refused(code, status));
      expect(late).toMatchObject({ state: 'awaited', problem: { code: 'expired' }, polls: times + 1 });
    }
    expect(states(afterRead(late, detail({ money: null }), moment))).toEqual(['awaited awaited']);
    expect(afterRead(late, detail({ money: null }), moment).findings[0]?.problem?.code).toBe('moneyMissing');
    ask(unknownThere);
    expect(late.state).toBe('cancelled');
  });

  it('is awaited by the gateway’s clock, wherever the clock of this computer is set', () => {
    const expired = { ...awaited, polls: 5, problem: { code: 'expired', until: '' } } as const;
    for (const jumpMs of [-86_400_000, 0, 86_400_000, 365 * 86_400_000]) {
      const at = now + jumpMs;
      const [early] = afterRead(expired, unknownThere, { ...moment, now: at, gatewayNow: now }).findings;
      expect(early).toMatchObject({ to: 'awaited', problem: null });
      expect((early?.dueAt ?? 0) - at).toBeGreaterThan(0);
      expect((early?.dueAt ?? 0) - at).toBeLessThanOrEqual(600_000);
      const over = { ...moment, now: at, gatewayNow: now + 600_000 };
      expect(states(afterRead({ ...expired, dueAt: at }, unknownThere, over))).toEqual(['awaited cancelled']);
    }
  });

  it('stays awaited while the gateway does not answer, even after its time has passed', () => {
    for (const code of ['gatewayNoAnswer', 'gatewayServerError', 'gatewayUnreachable'] as const)
      expect(states(afterRead({ ...awaited, awaitedUntil: now }, refused(code), moment))).toEqual([
        'awaited awaited',
      ]);
  });

  it('follows the gateway as soon as it knows it, with the amount compared', () => {
    expect(states(afterRead(awaited, detail({}), moment))).toEqual(['awaited accepted']);
    expect(states(afterRead(awaited, detail({ status: 'SUCCESS' }), moment))).toEqual([
      'awaited accepted',
      'accepted paid',
    ]);
    const other = detail({ money: { amount: '1', currencyCode: 'EUR' } });
    expect(states(afterRead(awaited, other, moment))).toEqual(['awaited conflict']);
    expect(states(afterRead(awaited, detail({ money: null }), moment))).toEqual(['awaited awaited']);
    expect(afterRead(awaited, detail({}), moment).findings[0]?.reading).toMatchObject({
      askedAt: now,
      raw: '{}',
    });
    expect(afterRead(accepted, detail({}), moment).findings[0]?.reading).toBeUndefined();
  });

  it('is queried while the gateway no longer knows it, since only others can say what happened to it', () => {
    const since = new Date(now - 9 * 86_400_000).toISOString();
    const forgotten: StoredPayment = {
      ...awaited,
      state: 'accepted',
      problem: { code: 'forgotten', since },
    };
    expect(afterRead(forgotten, unknownThere, moment)).toMatchObject({
      findings: [{ to: 'accepted', problem: { code: 'forgotten', since } }],
    });
  });

  it('is never sent, in any state', () => {
    for (const state of ['awaited', 'accepted', 'unknown'] as const)
      for (const origin of ['link', 'followed'] as const)
        expect(afterRead({ ...awaited, state, origin }, unknownThere, moment).sendAgain).toBe(false);
    const ours = { ...awaited, state: 'unknown', origin: 'created', firstSentAt: now } as const;
    expect(afterRead(ours, unknownThere, moment).sendAgain).toBe(true);
    for (const state of ['queued', 'sending', 'unknown'] as const)
      expect(mayFollow('awaited', state)).toBe(false);
  });
});
