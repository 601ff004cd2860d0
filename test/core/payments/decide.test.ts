import { describe, expect, it } from 'vitest';
import { mayFollow } from '../../../contract/payments/life.ts';
import { fail, succeed } from '../../../contract/result.ts';
import { afterRead } from '../../../main/core/payments/after-read.ts';
import { graceMs, longestUnknownMs, notFoundTimes } from '../../../main/core/payments/schedule.ts';
import type { StoredPayment } from '../../../main/core/ports/index.ts';
import {
  accepted,
  after,
  created,
  detail,
  moment,
  now,
  payment,
  refused,
  repeated,
  states,
  said,
  untilNotPolled,
} from './decisions.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { toDescribed } from '../../../main/core/payments/convert.ts';

const unexpected = (status: number, raw: string) => fail('gatewayStatusUnexpected', 'Text.', { status, raw });

describe('after a create (interface: Endpoints, POST /payouts/{idPayout})', () => {
  it('takes 201 as accepted and asks soon', () => {
    const decision = created(succeed({ value: null, status: 201, raw: '{}' }));
    expect(states(decision)).toEqual(['sending accepted']);
    expect(decision.findings[0]?.dueAt).toBeGreaterThan(now);
  });

  it('compares the money that a 201 names with what was sent, as that of any other answer', () => {
    const naming = (amount: string, currencyCode: string) =>
      created(succeed({ value: { amount, currencyCode }, status: 201, raw: '{}' }));
    expect(states(naming('1234.5', 'EUR'))).toEqual(['sending accepted']);
    for (const decision of [naming('1234.51', 'EUR'), naming('1234.5', 'USD')]) {
      expect(states(decision)).toEqual(['sending accepted', 'accepted conflict']);
      expect(decision).toMatchObject({ sendAgain: false, findings: [{}, { dueAt: now + 600_000 }] });
      const held = after({ ...payment, state: 'sending' }, decision);
      const asked = afterRead(held, detail({ money: null, status: 'SUCCESS' }), moment);
      expect(after(held, asked)).toMatchObject({ state: 'conflict', problem: held.problem });
    }
  });

  it.each([200, 202, 204])(
    'does not know the outcome of a payout after %i, which a proxy may answer',
    (status) => {
      const decision = created(unexpected(status, '<html>'));
      expect(states(decision)).toEqual(['sending unknown']);
      expect(decision.findings[0]).toMatchObject({ attempt: { status, answer: '<html>' } });
      expect(said(decision)).toContain(`(status ${status})`);
      expect(states(repeated(unexpected(status, '')))).toEqual(['sending unknown']);
    },
  );

  it('takes 409 on a repetition as accepted and asks at once, so that money and time are compared', () => {
    const decision = repeated(refused('gatewayDuplicate', 409));
    expect(states(decision)).toEqual(['sending accepted']);
    expect(decision.findings[0]?.dueAt).toBe(now);
  });

  it('keeps a payout unknown after 409 on the very first attempt, and asks at once whose it is', () => {
    const decision = created(refused('gatewayDuplicate', 409));
    expect(states(decision)).toEqual(['sending unknown']);
    expect(decision.findings[0]).toMatchObject({ dueAt: now, problem: { code: 'orderIdTaken' } });
  });

  it.each([
    ['gatewayInputInvalid', 400],
    ['gatewayForbidden', 403],
    ['gatewayVersionUnsupported', 404],
    ['gatewayRefused', 406],
    ['gatewayStatusUnexpected', 422],
  ] as const)(
    'concludes nothing about the first request when a repetition is refused with %s (%i)',
    (code, status) => {
      const decision = repeated(refused(code, status));
      expect(states(decision)).toEqual(['sending unknown']);
      expect(said(decision)).toMatch(/says nothing about the first request.* to stop that, pause its batch/);
      expect(decision.findings[0]?.dueAt).toBeGreaterThan(now);
    },
  );

  it.each([
    ['gatewayInputInvalid', 400],
    ['gatewayForbidden', 403],
    ['gatewayVersionUnsupported', 404],
    ['gatewayRefused', 406],
  ] as const)('takes %s (%i) as rejected, for good, with the reason', (code, status) => {
    const decision = created(refused(code, status));
    expect(states(decision)).toEqual(['sending rejected']);
    expect(decision.findings[0]).toMatchObject({
      dueAt: null,
      problem: { code: 'refused', failure: { error: code, status } },
      attempt: { status },
    });
  });

  describe.each([
    ['gatewayStatusUnexpected', 402],
    ['gatewayNotFound', 410],
    ['gatewayStatusUnexpected', 418],
    ['gatewayStatusUnexpected', 422],
  ] as const)('after %s (%i), which the interface does not define for a create', (code, status) => {
    const first = created(refused(code, status));
    const problem = first.findings[0]?.problem ?? null;
    const inDoubt: StoredPayment = { ...payment, problem };
    const notFound = refused('gatewayNotFound', 410);

    it('does not know the outcome of a payout, and asks soon', () => {
      expect(states(first)).toEqual(['sending unknown']);
      expect(first).toMatchObject({ sendAgain: false, usefulness: 'useful' });
      expect(first.findings[0]?.dueAt).toBeLessThan(now + 2000);
      expect(said(first)).toContain('does not know whether the gateway accepted');
    });

    it('takes it as rejected, with the reason, only after several 410s over the grace period', () => {
      const { end, answers, tookMs } = untilNotPolled(inDoubt, () => notFound);
      expect(end).toMatchObject({
        state: 'rejected',
        dueAt: null,
        problem: { code: 'refused', failure: { error: code, status } },
      });
      expect(answers).toBeGreaterThan(notFoundTimes);
      expect(tookMs).toBeGreaterThanOrEqual(graceMs);
    });

    it('does not get there sooner if a person asks often, nor through failures in between', () => {
      let asked = after(inDoubt, afterRead(inDoubt, notFound, moment));
      for (let times = 1; times < 20; times += 1)
        asked = after(asked, afterRead(asked, notFound, { ...moment, now: now + times }));
      expect(asked.state).toBe('unknown');
      const failed = after(asked, afterRead(asked, refused('gatewayServerError', 500), moment));
      const { end, answers } = untilNotPolled(failed, () => notFound);
      expect(end).toMatchObject({ state: 'rejected', problem: { failure: { error: code, status } } });
      expect(answers).toBe(notFoundTimes);
    });

    it('finds it if the gateway has it after all, however late within the grace period', () => {
      let answers = 0;
      const late = () => ((answers += 1) > notFoundTimes ? detail({ status: 'SUCCESS' }) : notFound);
      expect(untilNotPolled(inDoubt, late).end.state).toBe('paid');
    });

    it('takes it as accepted if the gateway has it after all', () => {
      expect(states(afterRead(inDoubt, detail({}), moment))).toEqual(['unknown accepted']);
    });

    it('leaves it to a person if the gateway could not be queried within a day', () => {
      const old = { ...inDoubt, firstSentAt: now - longestUnknownMs - 1 };
      const decision = afterRead(old, notFound, moment);
      expect(decision).toMatchObject({ findings: [{ to: 'unknown', dueAt: null }] });
      expect(decision.findings[0]?.problem?.code).toBe('olderThanADay');
    });
  });

  it.each([
    ['gatewayNoAnswer', undefined],
    ['gatewayUnreachable', undefined],
    ['gatewayServerError', 500],
    ['gatewayAnswerUnreadable', undefined],
    ['gatewayBusy', 429],
    ['gatewayUnauthenticated', 401],
    ['gatewayStatusUnexpected', 302],
    ['stopped', undefined],
    ['keychainLocked', undefined],
  ] as const)('keeps a payout unknown after %s (%s) until the gateway has answered', (code, status) => {
    const decision = created(refused(code, status));
    expect(states(decision)).toEqual(['sending unknown']);
    expect(decision.findings[0]?.dueAt).toBeGreaterThanOrEqual(now);
    expect(decision.sendAgain).toBe(false);
  });

  it('states the gateway’s validation errors, field by field, with its own codes', () => {
    const problems = [
      { field: 'paymentMethod.account.accountNumber', code: 'ACCOUNT_CLOSED', message: 'closed' },
      { field: 'paymentRequested.money', message: 'too much' },
    ];
    const decision = created(fail('gatewayRefused', 'words', { status: 406, problems }));
    expect(decision.findings[0]?.problem).toEqual({
      code: 'refused',
      failure: { error: 'gatewayRefused', status: 406, complaints: problems },
    });
    expect(said(decision)).toBe('Account: closed [ACCOUNT_CLOSED]; paymentRequested.money: too much');
  });

  it('stores the validation errors of a refusal up to a limit, counts the rest, and shows all that it stored', () => {
    const problems = Array.from({ length: 50 }, (_, index) => ({ code: `C${index}`, message: `m${index}` }));
    const details = { status: 400, problems, problemsLeftOut: 7 };
    const shown = said(created(fail('gatewayInputInvalid', 'words', details)));
    for (const { code, message } of problems) expect(shown).toContain(`${message} [${code}]`);
    expect(shown).toMatch(/; and 7 more complaints$/);
    const long = problems.map((problem) => ({ ...problem, message: 'x'.repeat(400) }));
    const kept = created(fail('gatewayInputInvalid', 'words', { status: 400, problems: long }));
    const [{ problem } = { problem: null }] = kept.findings;
    if (problem?.code !== 'refused') throw new Error('not refused');
    const { complaints = [], complaintsLeftOut = 0 } = problem.failure;
    expect(complaints.length).toBeGreaterThan(20);
    expect(complaints.length + complaintsLeftOut).toBe(50);
  });

  it.each(['orderIdTaken', 'notAccepted', 'paidOutside', 'heldBack', 'expired', 'olderThanADay'])(
    'takes the gateway’s own code %s for nothing but its code',
    (code) => {
      const problems = [{ code, message: 'no' }];
      const decision = created(fail('gatewayRefused', 'words', { status: 406, problems }));
      expect(decision.findings[0]?.problem?.code).toBe('refused');
      const [{ problem = null } = {}] = decision.findings;
      const rejected = { ...payment, state: 'rejected', problem } as const;
      const elsewhere = detail({ createdAt: '2026-01-01T00:00:00.000Z' });
      // Had the gateway's code decided, one that was never paid outside would count as decided by a person.
      expect(states(afterRead({ ...rejected, gatewaySentAt: now }, elsewhere, moment))).toEqual([
        'rejected outside',
      ]);
      expect(paymentMeaning(toDescribed(rejected))).toMatch(/^The gateway rejected this payout\./);
    },
  );
});

describe('after a query (interface: Endpoints, GET /payouts/{idPayout})', () => {
  it('takes SUCCESS as paid', () => {
    expect(
      states(
        afterRead(accepted, detail({ status: 'SUCCESS', processedAt: '2026-01-05T17:30:00.000Z' }), moment),
      ),
    ).toEqual(['accepted paid']);
  });

  it('takes a finished payout with any other status as failed, and keeps the status as it is', () => {
    const decision = afterRead(
      accepted,
      detail({ status: 'RÜCKLÄUFER', processedAt: '2026-01-05T17:30:00.000Z' }),
      moment,
    );
    expect(states(decision)).toEqual(['accepted failed']);
    expect(decision.findings[0]).toMatchObject({ gatewayStatus: 'RÜCKLÄUFER', dueAt: now + 600_000 });
    expect(said(decision)).not.toMatch(/not paid/i);
  });

  it('concludes nothing from the name of a status that is not finished', () => {
    const decision = afterRead(accepted, detail({ status: 'FAILED' }), moment);
    expect(states(decision)).toEqual(['accepted accepted']);
    expect(decision.findings[0]?.polls).toBe(1);
  });

  it('takes an unknown payout through accepted to its final state', () => {
    expect(states(afterRead(payment, detail({ status: 'SUCCESS' }), moment))).toEqual([
      'unknown accepted',
      'accepted paid',
    ]);
  });

  it.each([
    { amount: '1234.51', currencyCode: 'EUR' },
    { amount: '1234.50', currencyCode: 'USD' },
  ])('makes it a conflict when the gateway holds a different amount or currency: %o', (money) => {
    for (const state of ['accepted', 'unknown'] as const) {
      const decision = afterRead({ ...payment, state }, detail({ money, status: 'SUCCESS' }), moment);
      expect(states(decision)).toEqual([`${state} conflict`]);
      expect(said(decision)).toContain('1,234.50 EUR');
    }
  });

  it('does not treat a payout as accepted if the gateway does not name its amount', () => {
    expect(states(afterRead(payment, detail({ money: null, status: 'SUCCESS' }), moment))).toEqual([
      'unknown unknown',
    ]);
  });

  it('sends the same bytes again when the gateway never received an unknown payout', () => {
    const decision = afterRead(payment, refused('gatewayNotFound', 410), moment);
    expect(decision).toMatchObject({ findings: [], sendAgain: true });
  });

  it('asks a person when a payout has been unknown for more than a day and the gateway does not know it', () => {
    const old = { ...payment, firstSentAt: now - longestUnknownMs - 1 };
    const decision = afterRead(old, refused('gatewayNotFound', 410), moment);
    expect(states(decision)).toEqual(['unknown unknown']);
    expect(decision).toMatchObject({
      sendAgain: false,
      findings: [{ dueAt: null, problem: { code: 'olderThanADay' } }],
    });
  });

  it('never sends an accepted payout again, even when the gateway answers that it does not know it', () => {
    expect(afterRead(accepted, refused('gatewayNotFound', 410), moment)).toMatchObject({
      sendAgain: false,
      findings: [{ to: 'accepted' }],
    });
  });

  it.each([
    'gatewayServerError',
    'gatewayNoAnswer',
    'gatewayAnswerUnreadable',
    'gatewayForbidden',
    'gatewayInputInvalid',
  ] as const)('changes nothing after %s and asks again, ever more rarely', (code) => {
    const waits = [0, 1, 2, 5, 20].map((polls) => {
      const decision = afterRead({ ...payment, polls }, refused(code), moment);
      expect(states(decision)).toEqual(['unknown unknown']);
      return (decision.findings[0]?.dueAt ?? 0) - now;
    });
    expect(waits).toEqual(waits.toSorted((left, right) => left - right));
    expect(waits.at(-1)).toBe(300_000);
  });
});

it('finds only state changes that the lifecycle of a payout allows', () => {
  const codes = [
    'gatewayDuplicate',
    'gatewayRefused',
    'gatewayNoAnswer',
    'gatewayNotFound',
    'stopped',
  ] as const;
  const decisions = [
    ...codes.map((code) => created(refused(code))),
    ...codes.flatMap((code) => [
      afterRead(payment, refused(code), moment),
      afterRead(accepted, refused(code), moment),
    ]),
    afterRead(payment, detail({ processedAt: 'now' }), moment),
    afterRead(accepted, detail({ status: 'SUCCESS' }), moment),
  ];
  for (const { findings } of decisions)
    for (const { from, to } of findings)
      expect(from === to || mayFollow(from, to), `${from} ${to}`).toBe(true);
});
