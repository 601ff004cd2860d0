import type { Fault } from '../faults.ts';

/** Faults in deciding what an answer of the gateway means, how long it counts, and what happens if it cannot be written. */
export const answerFaults: readonly Fault[] = [
  {
    name: 'a payout that the gateway accepted and no longer knows is queried for ever',
    caughtBy: ['test/core/payments/provisional.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: 'const isForLong = isDayOver && times === notFoundTimes;',
        put: 'const isForLong = isDayOver && since < 0;',
      },
    ],
  },
  {
    name: 'a payout whose older records have no request counts as never sent',
    caughtBy: ['test/core/payments/older-records-words.test.ts'],
    patches: [
      {
        file: 'main/core/payments/convert.ts',
        find: 'return firstSentAt !== null;',
        put: 'return false && firstSentAt !== null;',
      },
    ],
  },
  {
    name: 'a 4xx that the interface does not define is taken as a rejection',
    caughtBy: ['test/core/payments/decide.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-create.ts',
        find: 'if (isFirst && isNamedRefusal(error))',
        put: 'if (isFirst)',
      },
    ],
  },
  {
    name: 'another amount or currency in the answer to a request is ignored',
    caughtBy: ['test/core/payments/decide.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-create.ts',
        find: 'if (money === null || isSameMoney(money, payment))',
        put: 'if (money === null || status === acceptedStatus)',
      },
    ],
  },
  {
    name: 'an unknown payout that the gateway does not report is never left to a person',
    caughtBy: ['test/cli/pay-once/unasked.test.ts'],
    patches: [
      {
        file: 'main/core/payments/unanswered.ts',
        find: 'moment.gatewayNow - since > longestUnknownMs &&',
        put: 'since < 0 &&',
      },
    ],
  },
  {
    name: 'an accepted payout that the gateway does not report never needs attention',
    caughtBy: ['test/cli/pay-once/unasked.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: "return (payment.state === 'unknown' || payment.state === 'accepted') && isSentByUs(payment);",
        put: "return payment.state === 'unknown' && isSentByUs(payment);",
      },
    ],
  },
  {
    name: 'two queries days apart are enough to leave an unknown payout to a person',
    caughtBy: ['test/core/payments/unanswered.test.ts'],
    patches: [
      {
        file: 'main/core/payments/unanswered.ts',
        find: 'times >= notFoundTimes ||',
        put: 'times >= 2 ||',
      },
    ],
  },
  {
    name: 'a payout refused by an undefined 4xx is rejected after one 410',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: 'const { failure, notFound = 0 } = doubtful;',
        put: 'const { failure, notFound = notFoundTimes } = doubtful;',
      },
    ],
  },
  {
    name: 'a late answer brings back what was known before a request that left meanwhile',
    caughtBy: ['test/core/payments/refresh.test.ts'],
    patches: [
      {
        file: 'main/core/payments/ask.ts',
        find: 'const isCurrent = now.state === payment.state || ',
        put: 'const isCurrent = ',
      },
    ],
  },
  {
    name: 'a payout whose answer could not be written is not queried',
    caughtBy: ['test/core/sending/failing-store.test.ts'],
    patches: [
      {
        file: 'main/core/sending/worker.ts',
        find: 'store.interruptSending(limit, clock.now(), task.batchIds()),',
        put: 'store.interruptSending(limit, clock.now(), []),',
      },
    ],
  },
  {
    name: 'a run that fails abandons the requests in flight',
    caughtBy: ['test/core/sending/failing-store.test.ts'],
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'if (this.#inFlight.isIdle()) throw cause;',
        put: 'throw cause;',
      },
    ],
  },
  {
    name: 'a retry that waited for days is sent by the answer from before its release',
    caughtBy: ['test/cli/pay-once/late.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (retryOf !== null) return asked !== undefined || isAskedBefore(payment);',
        put: 'if (retryOf !== null) return false;',
      },
    ],
  },
  {
    name: 'a retry in doubt is sent again without a query about the old payout',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (!isToBeAsked || store.isPaused(batchId)) return null;',
        put: 'if (!isToBeAsked || retryOf !== null) return null;',
      },
    ],
  },
  {
    name: 'a retry in doubt is sent again while its old payout cannot be queried',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (!answer.ok) return failedQuery(paymentId, answer);',
        put: 'if (!answer.ok) failedQuery(paymentId, answer);',
      },
    ],
  },
  {
    name: 'a retry that waited is sent by the answer about its neighbour',
    caughtBy: ['test/core/sending/asked-first.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (isAnswered || !needsAnswer(row)) askedAt',
        put: 'if (row !== undefined) askedAt',
      },
    ],
  },
  {
    name: 'a run polls payouts that wait for a silent gateway without a pause',
    caughtBy: ['test/core/sending/waits-silently.test.ts'],
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'return hasProbe ? this.#health.nextProbeAt() : null;',
        put: 'return hasProbe || !hasProbe ? this.#health.nextProbeAt() : null;',
      },
    ],
  },
  {
    name: 'a retry is released by an answer from within the hour',
    caughtBy: ['test/cli/pay-once/late.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: 'scheduledFor === null && !areWithin(staysTrueMs,',
        put: 'scheduledFor === null && !areWithin(6 * staysTrueMs,',
      },
    ],
  },
  {
    name: 'everything that is not refused is taken as accepted',
    caughtBy: ['test/core/payments/decide.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-create.ts',
        find: 'if (result.ok && status === acceptedStatus) {',
        put: 'if (result.ok) {',
      },
    ],
  },
  {
    name: 'a batch does not list a paid payout of which the gateway reports another status',
    caughtBy: ['test/cli/pay-once/late.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: 'const problem = held ?? (isOtherStatus ? since : null);',
        put: 'const problem = held ?? null;',
      },
    ],
  },
  {
    name: 'another amount of a paid payout is not noticed',
    caughtBy: ['test/cli/pay-once/other-amount.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: 'const isOtherMoney = money !== null && !isSameMoney(money, before?.held ?? payment);',
        put: 'const isOtherMoney = false && money !== null && !isSameMoney(money, before?.held ?? payment);',
      },
    ],
  },
  {
    name: 'a payin removes the queued payout of its order ID from the queue',
    caughtBy: ['test/store/receiving/same-order-id.test.ts'],
    patches: [
      {
        file: 'main/store/payments/record.ts',
        find: "  if (kind !== 'payout') return;\n  const others",
        put: '  const others',
      },
    ],
  },
  {
    name: 'a cancelled payin is not queried again',
    caughtBy: ['test/core/receiving/by-link.test.ts'],
    patches: [
      {
        file: 'main/core/payments/decision.ts',
        find: "state === 'cancelled' ? !isSentByUs({ origin }) : ",
        put: '',
      },
    ],
  },
  {
    name: 'failed payments of all profiles wait for those of a profile that cannot be queried',
    caughtBy: ['test/core/sending/starving.test.ts'],
    patches: [
      {
        file: 'main/store/payments/due.ts',
        find: '.toSorted((left, right) => left.dueAt - right.dueAt);',
        put: '.toSorted((left, right) => left.dueAt - right.dueAt).slice(0, lookedAtOnce);',
      },
    ],
  },
  {
    name: 'a payin is given up by the clock of this computer',
    caughtBy: ['test/core/payments/others-create.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: 'const leftMs = until - timeOf(moment);',
        put: 'const leftMs = until - moment.now;',
      },
    ],
  },
  {
    name: 'a payin of a removed profile is shown in place of one of its namesake',
    caughtBy: ['test/core/receiving/removed-profile.test.ts'],
    patches: [
      {
        file: 'main/core/receiving/incoming/incoming-handlers.ts',
        find: '(own ?? removed)',
        put: '(removed ?? own)',
      },
    ],
  },
  {
    name: 'an accepted payout that the gateway does not know is called in progress',
    caughtBy: ['test/core/payments/unanswered.test.ts'],
    patches: [
      {
        file: 'contract/text/payment-meaning.ts',
        find: 'if (payment.problem !== null) return unansweredMeaning(payment.problem, word);',
        put: '',
      },
    ],
  },
];
