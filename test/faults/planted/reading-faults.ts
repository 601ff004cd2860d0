import type { Fault } from '../faults.ts';

/** Faults in reading answers of the gateway, and in writing signed token requests. */
export const readingFaults: readonly Fault[] = [
  {
    name: 'an amount that cannot be read is ignored',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/payment-detail.ts',
        find: 'if (money === null && requestedPlaces(payment).some(hasUnreadableAmount)) return null;',
        put: '',
      },
    ],
  },
  {
    name: 'an amount without a currency is ignored',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/money.ts',
        find: 'return readCurrencyCode(json) === null || amounts.every((each) => readAmount(each) === null);',
        put: 'return amounts.every((each) => readAmount(each) === null);',
      },
    ],
  },
  {
    name: 'an answer about another payment is accepted',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/payment-detail.ts',
        find: 'if (payment === null || isOther(payment, asked)) return null;',
        put: 'if (payment === null) return null;',
      },
    ],
  },
  {
    name: 'the status of an envelope is taken for that of the payment',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/payment-detail.ts',
        find: 'return isProcess && textProperty(process, statusNames) !== null;',
        put: 'return textProperty(process, statusNames) !== null;',
      },
    ],
  },
  {
    name: 'a time of the gateway without a zone is read as local time',
    caughtBy: ['test/core/payments/outside.test.ts'],
    patches: [
      {
        file: 'contract/payments/gateway-time.ts',
        find: 'return Date.parse(hasZone.test(text) ? text : `${text}Z`);',
        put: 'return Date.parse(hasZone.test(text) ? text : `${text}`);',
      },
    ],
  },
  {
    name: 'a placeholder for a time finishes a payment',
    caughtBy: ['test/gateway/readers/payment-detail.test.ts'],
    patches: [
      {
        file: 'main/gateway/readers/payment-detail.ts',
        find: 'return text === null || !/[1-9]/.test(text) || gatewayTimeOf(text) < earliestTime ? null : text;',
        put: 'return text;',
      },
    ],
  },
  {
    name: 'a creation time without seconds counts as exact',
    caughtBy: ['test/core/payments/outside.test.ts'],
    patches: [
      {
        file: 'main/core/payments/outside.ts',
        find: 'detail.createdAt !== null && hasSeconds.test(detail.createdAt)',
        put: 'detail.createdAt !== null',
      },
    ],
  },
  {
    name: 'the amount of a token request is signed with its trailing zeros',
    caughtBy: ['test/gateway/tokens.test.ts'],
    patches: [
      {
        file: 'main/gateway/tokens/token-request.ts',
        find: '{ money: minifiedMoney(purpose.money) }',
        put: '{ money: exactMoney(purpose.money) }',
      },
    ],
  },
  {
    name: 'two answers with days between them leave an accepted payout to a person',
    caughtBy: ['test/core/payments/provisional.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: ' && times === notFoundTimes;',
        put: ';',
      },
    ],
  },
  {
    name: 'a recheck of a failed payout that is not answered counts as one',
    caughtBy: ['test/core/payments/provisional.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: "if (payment.state === 'failed' && usefulness !== 'answers') return recheckedSoon(payment, moment);",
        put: '',
      },
    ],
  },
  {
    name: 'a release goes by the rules from before the gateway was asked once more',
    caughtBy: ['test/core/batches/changed-meanwhile.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '    (await refuseByRules(context, batch));\n',
        put: '    (isOld ? null : await refuseByRules(context, batch));\n',
      },
    ],
  },
  {
    name: 'a test flag that contradicts the profile pauses one batch only',
    caughtBy: ['test/core/payments/test-flag.test.ts'],
    patches: [
      {
        file: 'main/core/batches/contradicted.ts',
        find: 'each.keyId === keyId',
        put: 'each.keyId === keyId && each.batchId === batchId',
      },
    ],
  },
  {
    name: 'a row that repeats a failed payout is sent by an answer from within the hour',
    caughtBy: ['test/cli/folder/repeated-later.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'return isAskedBefore(payment) && repeats',
        put: 'return isReleasedBefore(confirmedMs, payment.batchId) && repeats',
      },
    ],
  },
  {
    name: 'a retry is sent by an answer from the beginning of a long release',
    caughtBy: ['test/core/batches/changed-meanwhile.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: 'askedForMs: begun === null ? 0 : longestBetween(begun, released),',
        put: 'askedForMs: 0,',
      },
    ],
  },
  {
    name: 'a request without an answer counts as one that never left this computer',
    caughtBy: ['test/core/payments/never-left.test.ts'],
    patches: [
      {
        file: 'main/gateway/caller.ts',
        find: "if (outcome.kind !== 'notSent') onLeft();",
        put: "if (outcome.kind === 'answered') onLeft();",
      },
    ],
  },
  {
    name: 'restored payouts are sent again before the first test flag is read',
    caughtBy: ['test/core/payments/test-flag.test.ts'],
    patches: [
      {
        file: 'main/core/sending/in-flight.ts',
        find: 'if (questions.has(paymentId)) return work();',
        put: 'if (questions.has(paymentId)) return Promise.resolve();',
      },
    ],
  },
  {
    name: 'a row that repeats a failed payout is sent on what was known an hour ago',
    caughtBy: ['test/cli/folder/repeated-later.test.ts'],
    patches: [
      {
        file: 'main/core/batches/repeats/ask-repeated.ts',
        find: 'hasDoubtful: (row) => doubtfulOf(row)',
        put: "hasDoubtful: (row) => row.state !== 'queued' && doubtfulOf(row)",
      },
    ],
  },
  {
    name: 'only the latest of the failed payouts that a row repeats is asked about before its release',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: 'new Set([...check.doubtfulIds, ...(await endedRepeatsOf(context, batch))])',
        put: 'check.doubtfulIds',
      },
    ],
  },
  {
    name: 'a row is released although what it repeats came back, where no finding names that',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/core/batches/repeats/hold-repeats.ts',
        find: 'if (held !== null || back === null) return held;',
        put: 'if (held !== null || back !== undefined) return held;',
      },
    ],
  },
  {
    name: 'a row is released although what it repeats came back while a person considered it, where no finding names that',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '(await holdRepeats(context, batch, check, { ended, confirmed })) ??',
        put: 'holdDuplicates(batchId, check, confirmed) ??',
      },
    ],
  },
  {
    name: 'a row that repeats a payout marked as not accepted is sent without asking about that',
    caughtBy: ['test/cli/folder/repeated-later.test.ts'],
    patches: [
      {
        file: 'main/store/payments/revivals.ts',
        find: "lives.problemCode = 'notAccepted'",
        put: "lives.problemCode = 'payAgain'",
      },
    ],
  },
  {
    name: 'a row that repeats a rejected payout is sent again after a restore without asking',
    caughtBy: ['test/cli/folder/repeated-later.test.ts'],
    patches: [
      {
        file: 'main/store/payments/revivals.ts',
        find: "state === 'unknown' ? 1 : 0",
        put: "state === 'sending' ? 1 : 0",
      },
      // What was rejected before a restore is asked about for every row, so this one has to go, too.
      {
        file: 'main/store/payments/revivals.ts',
        find: 'WHERE forgottenAt > 0 AND',
        put: 'WHERE forgottenAt < 0 AND',
      },
    ],
  },
  {
    name: 'the request of a row that repeats a failed payout is repeated without asking about that',
    caughtBy: ['test/cli/folder/repeated-later.test.ts'],
    patches: [
      {
        file: 'main/core/sending/worker.ts',
        find: '(await repeats.ask(payment, stopping));',
        put: "(payment.state === 'queued' ? await repeats.ask(payment, stopping) : null);",
      },
    ],
  },
  {
    name: 'the request of a row that repeats a rejected payout is repeated without asking about that',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/store/payments/revivals.ts',
        find: "state === 'unknown' ? 1 : 0",
        put: "state === 'sending' ? 1 : 0",
      },
    ],
  },
  {
    name: 'a request is repeated by the answers from before it was first sent',
    caughtBy: ['test/core/sending/asked-first.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'const at = askedAgainAt.get(paymentId);',
        put: 'const at = askedAt.get(paymentId)?.at;',
      },
    ],
  },
  {
    name: 'a profile that can be read is taken for the only one beside one that cannot',
    caughtBy: ['test/core/maintenance/impossible-values.test.ts'],
    patches: [
      {
        file: 'main/core/context.ts',
        find: 'const profiles = store.listProfiles();',
        put: 'const profiles = store.readableProfiles();',
      },
    ],
  },
];
