import { describe, expect, it } from 'vitest';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import { longestUnknownMs } from '../../../main/core/payments/schedule.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import { moment, now, payment, refused } from './decisions.ts';

describe('the age of a payout in doubt that the gateway does not know', () => {
  it('repeats no request that is older than a day by the gateway’s clock, and leaves it to a person once it is by both', () => {
    const set = { ...payment, firstSentAt: now - 400 * 86_400_000, gatewaySentAt: now - 60_000 };
    const decision = afterRead(set, refused('gatewayNotFound', 410), { ...moment, gatewayNow: now });
    expect(decision).toMatchObject({ findings: [], sendAgain: true });
    const gatewaySentAt = now - longestUnknownMs - 1;
    const disputed = afterRead(
      { ...payment, firstSentAt: now, gatewaySentAt },
      refused('gatewayNotFound', 410),
      { ...moment, gatewayNow: now },
    );
    expect(disputed).toMatchObject({ findings: [{ to: 'unknown', problem: null }], sendAgain: false });
    expect(disputed.findings[0]?.dueAt).toBeGreaterThan(now);
    const late = afterRead(
      { ...payment, firstSentAt: gatewaySentAt, gatewaySentAt },
      refused('gatewayNotFound', 410),
      { ...moment, gatewayNow: now },
    );
    expect(late.findings[0]).toMatchObject({ problem: { code: 'olderThanADay' }, dueAt: null });
  });

  it('sends a payout of which no request has left this computer, however long ago that was tried', () => {
    const at = now - 5 * longestUnknownMs;
    const failure = { error: 'gatewayUnreachable' } as const;
    const old: StoredPayment = { ...payment, firstSentAt: at, gatewaySentAt: at };
    const after = (problem: StoredPayment['problem']) =>
      afterRead({ ...old, problem }, refused('gatewayNotFound', 410), { ...moment, gatewayNow: now });
    expect(after({ code: 'notConfirmed', failure, neverLeft: true }).sendAgain).toBe(true);
    expect(after({ code: 'notConfirmed', failure }).findings[0]?.problem?.code).toBe('olderThanADay');
  });

  it.each([
    ['this computer’s clock was ahead at the release', now + 30 * 86_400_000, now],
    ['both clocks say that it is old', now - 2 * 86_400_000, now + 30 * 86_400_000],
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

  it('keeps asking about a row queued by older records if only the gateway’s clock says that it is old', () => {
    const found: StoredPayment = { ...payment, firstSentAt: now - 60_000, gatewaySentAt: null };
    const then = { ...moment, gatewayNow: now + 30 * 86_400_000 };
    const { findings, sendAgain } = afterRead(found, refused('gatewayNotFound', 410), then);
    expect({ sendAgain, problem: findings[0]?.problem }).toEqual({ sendAgain: false, problem: null });
    expect(findings[0]?.dueAt).toBeGreaterThan(now);
  });

  it('sends a row queued by older records again if both clocks say that it is recent', () => {
    const found: StoredPayment = { ...payment, firstSentAt: now - 3_600_000, gatewaySentAt: null };
    for (const gatewayNow of [null, now - 300_000, now + 300_000])
      expect(afterRead(found, refused('gatewayNotFound', 410), { ...moment, gatewayNow })).toMatchObject({
        findings: [],
        sendAgain: true,
      });
  });
});
