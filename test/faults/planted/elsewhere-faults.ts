import type { Fault } from '../faults.ts';

/** Faults in how Bursar finds out that others have sent what it is to send. */
export const elsewhereFaults: readonly Fault[] = [
  {
    name: 'a file that was refused elsewhere as a whole and paid there by its retries is paid again',
    caughtBy: ['test/cli/pay-once/elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (isNew(payment) && (isSentElsewhere(payment) || !isAskedAbout(batchId))) return true;',
        put: 'if (isNew(payment) && isSentElsewhere(payment)) return true;',
      },
    ],
  },
  {
    name: 'a row that was refused elsewhere and paid there by its retry is paid again',
    caughtBy: ['test/cli/pay-once/sent-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: '(store.countByState(batchId).outside ?? 0) > 0;',
        put: '(store.countByState(batchId).outside ?? 0) < 0;',
      },
    ],
  },
  {
    name: 'only the first row of a file tells whether others have sent it',
    caughtBy: ['test/cli/pay-once/sent-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'isUnsure && !isSentElsewhere(waits) ? spreadRows(waits) : []',
        put: 'isUnsure && isSentElsewhere(waits) ? spreadRows(waits) : []',
      },
    ],
  },
  {
    name: 'the other rows of a file are sent although the gateway has the first already',
    caughtBy: ['test/cli/pay-once/sent-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/later-retries.ts',
        find: 'if (!own.ok || own.value) return own;',
        put: 'if (!own.ok || own.value) return own.ok ? succeed(false) : own;',
      },
    ],
  },
  {
    name: 'a row is retried although its file was imported again elsewhere and paid',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/later-retries.ts',
        find: 'const again = releasedAgain(',
        put: 'const again = first !== idPayment ? [] : releasedAgain(',
      },
    ],
  },
  {
    name: 'the next run forgets that others have sent a file',
    caughtBy: ['test/cli/pay-once/sent-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (isUnsure && (await hasRetriedElsewhere(batchId)))',
        put: 'if (isUnsure && (await hasRetriedElsewhere(batchId)) && batchId === null)',
      },
    ],
  },
  {
    name: 'a run that goes on for hours does not ask again whether others have sent a file',
    caughtBy: ['test/cli/pay-once/sent-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'return asked !== undefined && (asked.isSent || isWithin(lookedUpMs, asked.at));',
        put: 'return asked !== undefined;',
      },
    ],
  },
  {
    name: 'a payout of a removed profile is queried and retried by another one of that name',
    caughtBy: ['test/cli/pay-once/same-name.test.ts'],
    patches: [
      {
        file: 'main/core/context.ts',
        find: 'if (profile?.keyId === keyId) return succeed(profile);',
        put: 'if (profile !== null && keyId !== null) return succeed(profile);',
      },
    ],
  },
  {
    name: 'a retry that waited is sent although a later one was paid elsewhere',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/worker.ts',
        find: "if (payment.state !== 'queued') return succeed(false);",
        put: "if (payment.state !== 'queued' || payment.retryOf !== null) return succeed(false);",
      },
    ],
  },
  {
    name: 'an unknown payout is sent again within the hour although a retry was paid elsewhere',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/payments/schedule.ts',
        find: 'aloneMs = minute;',
        put: 'aloneMs = hour;',
      },
    ],
  },
  {
    name: 'a request that waited for its turn during a sleep leaves on waking',
    caughtBy: ['test/cli/pay-once/clocks.test.ts'],
    patches: [
      { file: 'main/gateway/caller.ts', find: 'if (!onDeparture()) {', put: 'if (signal.aborted) {' },
    ],
  },
  {
    name: 'answers from before a sleep count as new once the last one has come',
    caughtBy: ['test/cli/pay-once/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'askedAt.set(row.paymentId, { at, isAnswered });',
        put: 'askedAt.set(row.paymentId, { at: times(), isAnswered });',
      },
      {
        // What its row repeats is asked about by itself, too.
        file: 'main/core/sending/asked-first.ts',
        find: 'return asked.isAnswered && repeatsDoubtful(payment);',
        put: 'return false;',
      },
    ],
  },
  {
    name: 'a retry is sent by an answer from within the hour',
    caughtBy: ['test/cli/pay-once/late.test.ts'],
    patches: [
      {
        file: 'main/core/payments/schedule.ts',
        find: 'staysTrueMs = 10 * minute;',
        put: 'staysTrueMs = hour;',
      },
    ],
  },
  {
    name: 'an old unknown payout is sent again although a retry was paid elsewhere',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/not-sent-again.ts',
        find: "kind !== 'payout' || isRecent ||",
        put: "kind !== 'payout' || !isRecent ||",
      },
    ],
  },
  {
    name: 'how old an answer is goes by the clock of this computer alone',
    caughtBy: ['test/cli/pay-once/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/payments/decision.ts',
        find: 'return Math.max(here, Math.abs(one.gatewayNow - other.gatewayNow));',
        put: 'return here;',
      },
    ],
  },
  {
    name: 'a floor is not asked about restored rows that the gateway does not know',
    caughtBy: ['test/core/sending/held-afterwards.test.ts'],
    patches: [
      {
        file: 'main/core/sending/run.ts',
        find: 'store.attemptsOf(payment.paymentId).length === 0',
        put: 'store.attemptsOf(payment.paymentId).length < 0',
      },
    ],
  },
  {
    name: 'a row that is queued again after a restore goes back and forth where its payee is blocked',
    caughtBy: ['test/core/sending/held-afterwards.test.ts'],
    patches: [
      {
        file: 'main/core/sending/not-sent-again.ts',
        find: 'return left.length > 0 ? left : [',
        put: 'return left.length < 0 ? left : [',
      },
    ],
  },
  {
    name: 'a payout whose every request was answered 409 is taken for our own',
    caughtBy: ['test/core/payments/outside.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-create.ts',
        find: 'const isOthers = isFirst || isTaken(payment);',
        put: 'const isOthers = isFirst;',
      },
    ],
  },
  {
    name: 'the question to an approver leaves out whom a request pays',
    caughtBy: ['test/core/approvals/forged-files.test.ts'],
    patches: [
      {
        file: 'main/core/approvals/request-lines.ts',
        find: '    ...largestPayeeLines(await payees.largest(clock)),\n',
        put: '',
      },
    ],
  },
  {
    name: 'a profile that leads elsewhere than the audit log says is used',
    caughtBy: ['test/core/profiles/edited-profiles.test.ts'],
    patches: [
      {
        file: 'main/store/profiles/profiles.ts',
        find: 'of destinations)',
        put: 'of destinations.slice(destinations.length))',
      },
    ],
  },
  {
    name: 'a released batch is paid by another profile',
    caughtBy: ['test/core/profiles/edited-profiles.test.ts'],
    patches: [
      {
        file: 'main/store/batches/schedules.ts',
        find: "return recorded !== undefined && event['profileNumber'] !== recorded;",
        put: 'return recorded === null;',
      },
    ],
  },
];
