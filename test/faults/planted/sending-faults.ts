import type { Fault } from '../faults.ts';

/** Faults in sending a payout, asking about it, and deciding what an answer means. */
export const sendingFaults: readonly Fault[] = [
  {
    name: 'a refused query about one payout counts as an outage',
    caughtBy: ['test/cli/pay-once/one-in-doubt.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: "isRefusal(error) ? 'answers' : usefulnessOf(error.code)",
        put: 'usefulnessOf(error.code)',
      },
    ],
  },
  {
    name: 'one payout that the gateway fails on counts repeatedly',
    caughtBy: ['test/cli/pay-once/one-in-doubt.test.ts'],
    patches: [
      {
        file: 'main/core/sending/health.ts',
        find: '        troubled.add(about);\n',
        put: '',
      },
    ],
  },
  {
    name: 'a gateway that refuses a query is not tried with a payout',
    caughtBy: ['test/cli/pay-once/one-in-doubt.test.ts'],
    patches: [
      {
        file: 'main/core/sending/health.ts',
        find: "      isThere = usefulness === 'answers';\n      if (isThere) {",
        put: "      isThere = false;\n      if (usefulness === 'answers') {",
      },
    ],
  },
  {
    name: 'a repetition leaves under a new order ID',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'const call = { kind, idPayment, body: intent.body, scope: this.#asking.scopeOf(intent.payment) };',
        put: 'const { batchId, rowNumber } = intent.payment; const call = { kind, idPayment: intent.attemptNumber === 1 ? idPayment : `${batchId}-${rowNumber + 1000 * intent.attemptNumber}`, body: intent.body, scope: this.#asking.scopeOf(intent.payment) };',
      },
    ],
  },
  {
    name: 'a repetition carries a newly built body',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'const call = { kind, idPayment, body: intent.body, scope: this.#asking.scopeOf(intent.payment) };',
        put: "const body = intent.attemptNumber === 1 ? intent.body : this.#context.encode({ ...intent.payment, callbackUrl: 'https://merchant.example/again' }); const call = { kind, idPayment, body, scope: this.#asking.scopeOf(intent.payment) };",
      },
    ],
  },
  {
    name: 'an intent is committed and never sent',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'for (const intent of intents) {',
        put: 'for (const intent of intents.slice(0, Math.max(1, intents.length - 1))) {',
      },
    ],
  },
  {
    name: 'payouts that an earlier run was sending are not queried',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/core.ts',
        find: 'await inPieces(clock, rowsPerCommit, (limit) => store.interruptSending(limit, clock.now()));',
        put: '',
      },
    ],
  },
  {
    name: 'a finding is lost when several arrive at once',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/sending/recorder.ts',
        find: 'store.record(findings, clock.now());',
        put: 'store.record(findings.slice(0, Math.max(1, findings.length - 1)), clock.now());',
      },
    ],
  },
  {
    name: '409 is taken as paid',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-create.ts',
        find: "finding({ to: isOthers ? 'unknown' : 'accepted', problem: { code }, dueAt })",
        put: "finding({ to: 'paid', problem: { code }, dueAt: null })",
      },
    ],
  },
  {
    name: '500 is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/decision.ts',
        find: "    case 'gatewayRefused':\n    case 'gatewayNotFound':\n      return true;",
        put: "    case 'gatewayRefused':\n    case 'gatewayServerError':\n    case 'gatewayNotFound':\n      return true;",
      },
    ],
  },
  {
    name: 'silence is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/decision.ts',
        find: "    case 'gatewayRefused':\n    case 'gatewayNotFound':\n      return true;",
        put: "    case 'gatewayRefused':\n    case 'gatewayNoAnswer':\n    case 'gatewayNotFound':\n      return true;",
      },
    ],
  },
  {
    name: '429 is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/decide.ts',
        find: 'progress.busyAnswers + 1 < largestBusyAnswers[effect]',
        put: 'progress.busyAnswers < 0',
      },
      {
        file: 'main/core/payments/decision.ts',
        find: "    case 'gatewayRefused':\n    case 'gatewayNotFound':\n      return true;",
        put: "    case 'gatewayRefused':\n    case 'gatewayBusy':\n    case 'gatewayNotFound':\n      return true;",
      },
    ],
  },
  {
    name: 'a refused repetition is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-create.ts',
        find: 'if (isFirst && isNamedRefusal(error))',
        put: 'if (isNamedRefusal(error))',
      },
    ],
  },
  {
    name: '500 on a status query is taken as a final state',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: "  const usefulness = isRefusal(error) ? 'answers' : usefulnessOf(error.code);",
        put: "  if (error.code === 'gatewayServerError' && payment.state === 'accepted') return useful({ ...later(payment, null, moment), to: 'failed' });\n  const usefulness = isRefusal(error) ? 'answers' : usefulnessOf(error.code);",
      },
    ],
  },
  {
    name: '403 on a status query is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: "  const usefulness = isRefusal(error) ? 'answers' : usefulnessOf(error.code);",
        put: "  if (error.code === 'gatewayForbidden' && payment.state === 'unknown') return useful({ ...later(payment, null, moment), to: 'rejected', dueAt: null });\n  const usefulness = isRefusal(error) ? 'answers' : usefulnessOf(error.code);",
      },
    ],
  },
  {
    name: 'every finished payment is taken as paid',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: "if (isSuccess(detail.status)) return { to: 'paid', problem: null };",
        put: "if (isSuccess(detail.status) || detail.processedAt !== null) return { to: 'paid', problem: null };",
      },
    ],
  },
  {
    name: 'a failed payment is not queried again',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/schedule.ts',
        find: 'return polls < mostRechecks ? spread(recheckWaitsMs, polls, fraction) : null;',
        put: 'return null;',
      },
    ],
  },
  {
    name: 'a different amount under the order ID is ignored',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/after-read.ts',
        find: 'if (detail.money !== null && !isSameMoney(detail.money, payment))',
        put: 'if (detail.money !== null && detail.money.currencyCode !== payment.currencyCode)',
      },
    ],
  },
  {
    name: 'money is compared as floating-point numbers',
    caughtBy: 'simulation',
    within: 20000,
    patches: [
      {
        file: 'contract/money/money.ts',
        find: 'compareDecimals(leftAmount, rightAmount) === 0;',
        put: 'Number(left.amount) === Number(right.amount);',
      },
    ],
  },
  {
    name: 'amounts are written as floating-point numbers',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/payment-body.ts',
        find: 'return { amount: exactNumber(amount), currencyCode };',
        put: 'return { amount: Number(amount), currencyCode };',
      },
    ],
  },
  {
    name: 'a payment that others made is taken as ours',
    caughtBy: 'simulation',
    patches: [
      { file: 'main/core/payments/outside.ts', find: 'if (!isDoubtful) return null;', put: 'return null;' },
    ],
  },
  {
    name: 'the owner of a payment is decided by a clock that may be wrong',
    caughtBy: 'simulation',
    within: 20000,
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: 'const gatewaySentAt = isFirst ? claim.gatewayAt : payment.gatewaySentAt;',
        put: 'const gatewaySentAt = isFirst ? at : payment.gatewaySentAt;',
      },
    ],
  },
  {
    name: 'a batch that joins after the clock was set back keeps its due times',
    caughtBy: ['test/core/sending/set-back.test.ts'],
    patches: [
      {
        file: 'main/core/sending/safeguards.ts',
        find: 'if (isSetBack || joined.length > 0) store',
        put: 'if (isSetBack) store',
      },
    ],
  },
  {
    name: 'a batch that joins a run is claimed before it is verified',
    caughtBy: ['test/core/sending/joining.test.ts'],
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'if (this.#safeguards.unverified(batchIds).length > 0) return this.#wakeup.wake();',
        put: '',
      },
    ],
  },
  {
    name: 'sending continues in a data folder that is gone',
    caughtBy: ['test/store/folder/moved-folder.test.ts'],
    patches: [{ file: 'main/store/folder/marks.ts', find: 'if (!this.#isInPlace())', put: 'if (!this)' }],
  },
  {
    name: 'a row is sent to a payee who was blocked while it waited',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: 'if (cancelBlocked(claim, payment, blocked)) return [];',
        put: 'void cancelBlocked;',
      },
    ],
  },
  {
    name: 'a row that was rejected after the backup is sent again once it is restored',
    caughtBy: ['test/cli/folder/restored-stops.test.ts'],
    patches: [
      {
        file: 'main/store/batches/carried-stops.ts',
        find: "IN ('rejected', 'cancelled')",
        put: "IN ('cancelled')",
      },
    ],
  },
];
