import { describe, expect, it } from 'vitest';
import { codeOfStatus, decide, largestBusyAnswers, type Effect } from '../../main/gateway/decide.ts';
import type { HttpOutcome } from '../../main/gateway/network/transport.ts';

const fresh = { busyAnswers: 0, hasRenewedToken: false, hasRepeated: false };

function answered(status: number, isComplete = true): HttpOutcome {
  return { kind: 'answered', answer: { status, headers: {}, body: new Uint8Array(), isComplete } };
}

function decideFor(
  outcome: HttpOutcome,
  effect: Effect,
  changes: Partial<Parameters<typeof decide>[1]> = {},
) {
  const success = effect === 'change' ? 201 : null;
  return decide(outcome, {
    effect,
    success,
    mayRepeat: false,
    isAborted: false,
    progress: fresh,
    ...changes,
  });
}

describe('the meaning of an answer (interface: Errors)', () => {
  it.each([
    [400, 'gatewayInputInvalid'],
    [401, 'gatewayUnauthenticated'],
    [403, 'gatewayForbidden'],
    [404, 'gatewayVersionUnsupported'],
    [406, 'gatewayRefused'],
    [408, 'gatewayNoAnswer'],
    [409, 'gatewayDuplicate'],
    [410, 'gatewayNotFound'],
    [425, 'gatewayNoAnswer'],
    [429, 'gatewayBusy'],
    [500, 'gatewayServerError'],
    [503, 'gatewayServerError'],
    [599, 'gatewayServerError'],
    [302, 'gatewayStatusUnexpected'],
    [405, 'gatewayStatusUnexpected'],
    [600, 'gatewayStatusUnexpected'],
  ])('gives status %i the one code %s', (status, code) => {
    expect(codeOfStatus(status)).toBe(code);
  });

  it('accepts only the status that the interface names for a change, even with a body that is cut off', () => {
    expect(decideFor(answered(201, false), 'change').kind).toBe('take');
    for (const status of [200, 202, 204, 206])
      expect(decideFor(answered(status), 'change')).toMatchObject({ code: 'gatewayStatusUnexpected' });
  });

  it('does not accept a read whose body is cut off', () => {
    expect(decideFor(answered(200, false), 'read')).toMatchObject({ code: 'gatewayAnswerUnreadable' });
    expect(decideFor(answered(200), 'read').kind).toBe('take');
  });

  it('takes 409 for an order ID that the gateway has only as the answer to a create', () => {
    expect(decideFor(answered(409), 'change')).toMatchObject({ code: 'gatewayDuplicate' });
    expect(decideFor(answered(409), 'read')).toMatchObject({ code: 'gatewayStatusUnexpected' });
  });

  it('renews the token on the first 401 and fails on the second', () => {
    const progress = { ...fresh, hasRenewedToken: true };
    expect(decideFor(answered(401), 'change').kind).toBe('renewToken');
    expect(decideFor(answered(401), 'change', { progress })).toMatchObject({
      code: 'gatewayUnauthenticated',
    });
  });

  it.each([
    ['read', 10],
    ['change', 20],
  ] as const)('waits out 429 after a %s until it has come %i times in a row', (effect, times) => {
    expect(largestBusyAnswers[effect]).toBe(times);
    const progress = (busyAnswers: number) => ({ progress: { ...fresh, busyAnswers } });
    expect(decideFor(answered(429), effect, progress(times - 2)).kind).toBe('waitAndGoOn');
    expect(decideFor(answered(429), effect, progress(times - 1))).toMatchObject({ code: 'gatewayBusy' });
  });

  it.each<HttpOutcome>([
    { kind: 'noAnswer', cause: 'ECONNRESET' },
    answered(500),
    answered(502),
    answered(408),
  ])('never sends a create again by itself after %j', (outcome) => {
    const decision = decideFor(outcome, 'change', { mayRepeat: true });
    expect(decision.kind).toBe('fail');
    expect(['gatewayNoAnswer', 'gatewayServerError']).toContain(decision.kind === 'fail' && decision.code);
  });

  it('repeats a read for a waiting person once if no answer came, and no other read', () => {
    const lost: HttpOutcome = { kind: 'noAnswer', cause: 'timeout' };
    expect(decideFor(lost, 'read', { mayRepeat: true }).kind).toBe('repeat');
    expect(decideFor(lost, 'read')).toMatchObject({ code: 'gatewayNoAnswer', cause: 'timeout' });
    const progress = { ...fresh, hasRepeated: true };
    expect(decideFor(lost, 'read', { mayRepeat: true, progress }).kind).toBe('fail');
  });

  it('distinguishes a request that was not sent from one that was stopped', () => {
    const notSent: HttpOutcome = { kind: 'notSent', cause: 'ECONNREFUSED' };
    expect(decideFor(notSent, 'change')).toMatchObject({ code: 'gatewayUnreachable' });
    expect(decideFor(notSent, 'change', { isAborted: true }).kind).toBe('stop');
  });

  it('does not say that the gateway failed to answer a query that was cancelled', () => {
    const lost: HttpOutcome = { kind: 'noAnswer', cause: 'aborted' };
    const answer = { status: 200, headers: {}, body: Buffer.from('{"pro'), isComplete: false };
    for (const outcome of [lost, { kind: 'answered', answer } as const])
      expect(decideFor(outcome, 'read', { mayRepeat: true, isAborted: true }).kind).toBe('stop');
    const whole: HttpOutcome = { kind: 'answered', answer: { ...answer, isComplete: true } };
    expect(decideFor(whole, 'read', { isAborted: true }).kind).toBe('take');
    // A request that may have taken effect stays in doubt, even if Bursar cancelled it.
    expect(decideFor(lost, 'change', { isAborted: true })).toMatchObject({ code: 'gatewayNoAnswer' });
  });
});
