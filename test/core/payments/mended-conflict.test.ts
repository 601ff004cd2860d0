import { describe, expect, it } from 'vitest';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { detail, moment, now, payment, refused, states } from './decisions.ts';

describe('a payout in conflict that is queried again', () => {
  it('ends a conflict once the gateway reports the amount that was sent, with an attention item', () => {
    const held = { amount: '7.50', currencyCode: 'EUR' };
    const problem = { code: 'otherMoney', held } as const;
    const conflict: StoredPayment = {
      ...payment,
      state: 'conflict',
      problem,
      polls: 2,
      gatewaySentAt: now,
    };
    const createdAt = new Date(now).toISOString();
    const paid = afterRead(conflict, detail({ status: 'SUCCESS', createdAt }), moment);
    expect(states(paid)).toEqual(['conflict accepted', 'accepted paid']);
    expect(paid.findings[0]).toMatchObject({ problem: null, notice: 'endChanged' });
    const failed = afterRead(conflict, detail({ status: 'DECLINED', processedAt: createdAt }), moment);
    expect(states(failed)).toEqual(['conflict accepted', 'accepted failed']);
    const other = { amount: '8.00', currencyCode: 'EUR' };
    expect(afterRead(conflict, detail({ money: other }), moment).findings).toMatchObject([
      { from: 'conflict', to: 'conflict', polls: 3, problem: { code: 'otherMoney', held: other } },
    ]);
    const nothing = [
      [detail({ money: null }), 3],
      [refused('gatewayNotFound', 410), 3],
      [refused('gatewayForbidden', 403), 3],
      [refused('gatewayServerError', 500), 2],
    ] as const;
    for (const [answer, polls] of nothing) {
      const { findings } = afterRead(conflict, answer, moment);
      expect(findings).toMatchObject([{ to: 'conflict', problem, polls }]);
      expect(findings[0]?.dueAt).toBeGreaterThan(now);
    }
  });

  it('takes a conflict under an order ID used by others as no payment of ours, whatever amount is reported later', () => {
    const taken: StoredPayment = { ...payment, problem: { code: 'orderIdTaken' }, gatewaySentAt: now };
    const [conflict] = afterRead(
      taken,
      detail({ money: { amount: '1', currencyCode: 'EUR' } }),
      moment,
    ).findings;
    expect(conflict).toMatchObject({ to: 'conflict', problem: { wasTaken: true } });
    const since: StoredPayment = {
      ...taken,
      state: 'conflict',
      problem: conflict?.problem ?? null,
      dueAt: null,
    };
    expect(states(afterRead(since, detail({}), moment))).toEqual(['conflict outside']);
  });
});
