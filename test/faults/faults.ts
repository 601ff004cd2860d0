/** A change of the product's source: `find` stands there exactly once. */
export type Patch = { readonly file: string; readonly find: string; readonly put: string };

/** A fault that somebody might make, and what has to notice it. */
export type Fault = {
  readonly name: string;
  readonly patches: readonly Patch[];
  /** `simulation`, or test files. */
  readonly caughtBy: 'simulation' | readonly string[];
  /** So many simulations it may take. */
  readonly within?: number;
};

const decide = 'main/core/payments/decide.ts';
const run = 'main/core/sending/run.ts';
const release = 'main/core/batches/release.ts';

/** Faults in the way of a payout: sending, asking, deciding, recording. */
export const payoutFaults: readonly Fault[] = [
  {
    name: 'a repetition leaves under a new order ID',
    caughtBy: 'simulation',
    patches: [
      {
        file: run,
        find: 'const call = { kind, idPayment, body: intent.body, scope: this.#scopeOf(intent.payment) };',
        put: 'const { batchId, rowNumber } = intent.payment; const call = { kind, idPayment: intent.attemptNumber === 1 ? idPayment : `${batchId}-${rowNumber + 1000 * intent.attemptNumber}`, body: intent.body, scope: this.#scopeOf(intent.payment) };',
      },
    ],
  },
  {
    name: 'a repetition carries a body made anew',
    caughtBy: 'simulation',
    patches: [
      {
        file: run,
        find: 'const call = { kind, idPayment, body: intent.body, scope: this.#scopeOf(intent.payment) };',
        put: 'const body = intent.attemptNumber === 1 ? intent.body : this.#parts.encode({ ...intent.payment, callbackUrl: "https://merchant.example/again" }); const call = { kind, idPayment, body, scope: this.#scopeOf(intent.payment) };',
      },
    ],
  },
  {
    name: 'an intent is committed and never sent',
    caughtBy: 'simulation',
    patches: [
      {
        file: run,
        find: 'for (const intent of intents) {',
        put: 'for (const intent of intents.slice(0, Math.max(1, intents.length - 1))) {',
      },
    ],
  },
  {
    name: 'what an earlier run was sending is not asked about',
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
        file: decide,
        find: "return useful({ ...base, to: 'accepted', cause, detail, problem: null, dueAt: now, attempt });",
        put: "return useful({ ...base, to: 'paid', cause, detail, problem: null, dueAt: null, attempt });",
      },
    ],
  },
  {
    name: '500 is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: decide,
        find: "    case 'gatewayRefused':\n    case 'gatewayNotFound':",
        put: "    case 'gatewayRefused':\n    case 'gatewayServerError':\n    case 'gatewayNotFound':",
      },
    ],
  },
  {
    name: 'silence is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: decide,
        find: "    case 'gatewayRefused':\n    case 'gatewayNotFound':",
        put: "    case 'gatewayRefused':\n    case 'gatewayNoAnswer':\n    case 'gatewayNotFound':",
      },
    ],
  },
  {
    name: '429 is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/decide.ts',
        find: 'progress.busyAnswers + 1 < largestBusyAnswers',
        put: 'progress.busyAnswers < 0',
      },
      {
        file: decide,
        find: "    case 'gatewayRefused':\n    case 'gatewayNotFound':",
        put: "    case 'gatewayRefused':\n    case 'gatewayBusy':\n    case 'gatewayNotFound':",
      },
    ],
  },
  {
    name: '410 for an unknown payment is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: decide,
        find: "  const usefulness = usefulnessOf(error.code);\n  const problem = usefulness === 'stopped'",
        put: "  if (error.code === 'gatewayNotFound' && payment.state === 'accepted') return useful({ ...later(payment, problemOf(error), moment), to: 'failed', dueAt: null });\n  const usefulness = usefulnessOf(error.code);\n  const problem = usefulness === 'stopped'",
      },
    ],
  },
  {
    name: '403 on a status query is taken as a rejection',
    caughtBy: 'simulation',
    patches: [
      {
        file: decide,
        find: "  const usefulness = usefulnessOf(error.code);\n  const problem = usefulness === 'stopped'",
        put: "  if (error.code === 'gatewayForbidden' && payment.state === 'unknown') return useful({ ...later(payment, problemOf(error), moment), to: 'rejected', dueAt: null });\n  const usefulness = usefulnessOf(error.code);\n  const problem = usefulness === 'stopped'",
      },
    ],
  },
  {
    name: 'every end of processing is taken as paid',
    caughtBy: 'simulation',
    patches: [
      {
        file: decide,
        find: "if (detail.status === success) return { to: 'paid', problem: null };",
        put: "if (detail.status === success || detail.processedAt !== null) return { to: 'paid', problem: null };",
      },
    ],
  },
  {
    name: 'other money under the order ID is ignored',
    caughtBy: 'simulation',
    patches: [
      {
        file: decide,
        find: 'if (detail.money !== null && !isSameMoney(detail.money, payment)) {',
        put: 'if (detail.money !== null && detail.money.currencyCode !== payment.currencyCode) {',
      },
    ],
  },
  {
    name: 'money is compared as floating-point numbers',
    caughtBy: 'simulation',
    within: 6000,
    patches: [
      {
        file: 'contract/money.ts',
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
];

/** Faults in releasing, retrying, limits and records. */
export const otherFaults: readonly Fault[] = [
  {
    name: 'a release happens twice',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/store/batches/release.ts',
        find: "if (batch['state'] !== 'draft') return 'notDraft';",
        put: "if (batch['state'] !== 'draft') return 'released';",
      },
    ],
  },
  {
    name: 'the hash of the rows is not looked at',
    caughtBy: 'simulation',
    patches: [
      {
        file: release,
        find: "return batch.rowsHash === rowsHash ? null : refuseRelease(batch.batchId, 'changed');",
        put: 'return null;',
      },
      { file: release, find: '(await hashOfRows(parts, batch)) !== rowsHash', put: 'rowsHash === ""' },
    ],
  },
  {
    name: 'a release is not confirmed',
    caughtBy: 'simulation',
    patches: [
      {
        file: release,
        find: 'if (!(await confirm(summaryOf(parts, batch, profile, check))))',
        put: 'if (profile.name === "" && !(await confirm(summaryOf(parts, batch, profile, check))))',
      },
    ],
  },
  {
    name: 'duplicates are not held',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/batches/duplicates.ts',
        find: 'if (sameFileAs === null && rows.length === 0) return null;',
        put: 'if (rows.length < 1_000_000) return null;',
      },
    ],
  },
  {
    name: 'a successor is forgotten when its payout is repaired again',
    caughtBy: 'simulation',
    within: 6000,
    patches: [
      {
        file: 'main/store/batches/retries.ts',
        find: 'return row === undefined\n',
        put: "return row === undefined || row['state'] === 'paid'\n",
      },
    ],
  },
  {
    name: 'a paused batch is sent from',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/store/batches/pause.ts',
        find: 'return connection.get(paused, facts.numberOf(batchId)) !== undefined;',
        put: 'return connection.get(paused, facts.numberOf(batchId)) === null;',
      },
    ],
  },
  {
    name: 'more than 10 requests leave in a second',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/limiter.ts',
        find: 'const missing = pending + departures.length + count - limit;',
        put: 'const missing = pending + departures.length + count - limit - 2;',
      },
    ],
  },
  {
    name: 'what left before a restart does not count towards the limit',
    caughtBy: 'simulation',
    within: 6000,
    patches: [
      {
        file: 'main/gateway/index.ts',
        find: 'limiter.pause(Math.min(windowMs, lastUseAt - clock.now()) + windowMs + marginMs);',
        put: 'limiter.pause(lastUseAt > clock.now() ? windowMs : 0);',
      },
    ],
  },
  {
    name: 'questions go before submissions',
    caughtBy: ['test/gateway/limiter.test.ts'],
    patches: [
      {
        file: 'main/gateway/waiting-line.ts',
        find: 'const inOrder = [lanes.interactive, lanes.submission, lanes.polling];',
        put: 'const inOrder = [lanes.polling, lanes.interactive, lanes.submission];',
      },
    ],
  },
  {
    name: 'one token for all payments',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/core/payments/scope.ts',
        find: 'return operationsFor(kind, `${batchId}-[0-9]+`);',
        put: "return operationsFor(kind, batchId === '' ? '' : '.*');",
      },
    ],
  },
  {
    name: 'a difference between the clocks is not corrected for',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/gateway/token-client.ts',
        find: 'const timestampSeconds = Math.floor(clock.now() / 1000) + difference;',
        put: 'const timestampSeconds = Math.floor(clock.now() / 1000);',
      },
    ],
  },
  {
    name: 'a restored backup keeps what was queued as it was',
    caughtBy: ['test/store/backup.test.ts'],
    patches: [
      {
        file: 'main/store/folder/forget-outcomes.ts',
        find: "IN ('draft', 'queued', 'sending', 'accepted', 'unknown')",
        put: "IN ('draft', 'sending', 'accepted', 'unknown')",
      },
    ],
  },
  {
    name: 'a change of state leaves no event',
    caughtBy: 'simulation',
    patches: [
      {
        file: 'main/store/payments/ledger.ts',
        find: "this.#append('payment', paymentId, from, to, reason);",
        put: "if (to !== 'accepted') this.#append('payment', paymentId, from, to, reason);",
      },
    ],
  },
  {
    name: 'a payin is given up while its customer may still come',
    caughtBy: 'simulation',
    patches: [
      { file: decide, find: 'if (moment.now < until) {', put: 'if (moment.now < until - 540_000) {' },
    ],
  },
];

export const faults: readonly Fault[] = [...payoutFaults, ...otherFaults];
