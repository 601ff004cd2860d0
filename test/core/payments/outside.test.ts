import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayMomentOf } from '../../../contract/payments/gateway-time.ts';
import { succeed } from '../../../contract/result.ts';
import { causeOfMany } from '../../../contract/text/problem-text.ts';
import { afterCreate } from '../../../main/core/payments/after-create.ts';
import { afterRead, heldBack, overtaken } from '../../../main/core/payments/after-read.ts';
import type { Decision } from '../../../main/core/payments/decision.ts';
import { decided } from '../../../main/core/payments/person-decisions.ts';
import { longestUnknownMs } from '../../../main/core/payments/schedule.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { after, detail, moment, now, payment, refused, states, said } from './decisions.ts';

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

  it('is not called ours after a 409 to a repetition until the gateway reports the amount of the order ID', () => {
    const byRepetition: StoredPayment = { ...sent, state: 'accepted', problem: { code: 'acceptedBefore' } };
    const silent = afterRead(byRepetition, detail({ money: null, status: 'SUCCESS' }), moment);
    expect(states(silent)).toEqual(['accepted accepted']);
    expect(silent.findings[0]?.problem).toMatchObject({ code: 'moneyMissing', byRepetition: true });
    const later = after(byRepetition, silent);
    expect(states(afterRead(later, detail({ status: 'SUCCESS' }), moment))).toEqual(['accepted paid']);
    const other = detail({ status: 'SUCCESS', money: { amount: '1', currencyCode: 'EUR' } });
    expect(states(afterRead(later, other, moment))).toEqual(['accepted conflict']);
  });

  it('is ours if only a creation time that is hours too early suggests otherwise: clocks may differ, a 409 does not lie', () => {
    const created = detail({ createdAt: at(-14 * 3_600_000) });
    for (const problem of [{ code: 'acceptedBefore' } as const, null])
      expect(states(afterRead({ ...sent, problem }, created, moment))).toEqual(['unknown accepted']);
    expect(states(afterRead(sent, created, moment))).toEqual(['unknown outside']);
  });

  it('is not ours because the clock of this computer is weeks behind that of the gateway', () => {
    const gatewayNow = now + 30 * 86_400_000;
    const here = { ...sent, problem: null, firstSentAt: now - 1000, gatewaySentAt: gatewayNow - 1000 };
    const created = detail({ createdAt: new Date(gatewayNow - 86_400_000).toISOString() });
    expect(states(afterRead(here, created, { ...moment, gatewayNow }))).toEqual(['unknown outside']);
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

  it('may be ours although no request for it has left this computer by these records, which may be older than what was sent', () => {
    const failure = { error: 'gatewayUnreachable' } as const;
    const unsent: StoredPayment = { ...sent, problem: { code: 'notConfirmed', failure, neverLeft: true } };
    const failedRead = afterRead(unsent, refused('gatewayServerError', 500), moment);
    for (const before of [unsent, after(unsent, failedRead)])
      for (const createdAt of [at(500), null])
        expect(states(afterRead(before, detail({ createdAt }), moment))).toEqual(['unknown accepted']);
  });

  it('is ours if it was created since, by the gateway’s clock: a proxy may have repeated the request', () => {
    for (const ms of [-2500, -1000, 0, 500])
      expect(states(afterRead(sent, detail({ createdAt: at(ms) }), moment))).toEqual(['unknown accepted']);
  });

  it.each(['Z', '', '+00', '+0000', '+00:00'])(
    'is ours if it was created since, by a time that ends in “%s”',
    (zone) => {
      for (const point of ['.', ',']) {
        const createdAt = (ms: number): string => at(ms).replace('Z', zone).replace('.', point);
        const found = [-3_600_000, 500].map((ms) =>
          states(afterRead(sent, detail({ createdAt: createdAt(ms) }), moment)),
        );
        expect(found).toEqual([['unknown outside'], ['unknown accepted']]);
        expect(gatewayMomentOf(createdAt(500))).toBe(at(500));
      }
      expect(gatewayMomentOf('soon')).toBe('soon');
    },
  );

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
      expect(problem && causeOfMany(problem, 'payout')).toMatch(/^It seems that it was already sent outside/);
      const unanswered = { ...sent, problem: null };
      expect(states(afterRead(unanswered, detail({ createdAt }), moment))).toEqual(['unknown accepted']);
    }
    const elsewhere = afterRead(sent, detail({ createdAt: '2026-01-05T01:00:00+02:00' }), moment);
    expect(said(elsewhere)).toMatch(/^Already sent on 2026-01-04 UTC outside this history/);
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
