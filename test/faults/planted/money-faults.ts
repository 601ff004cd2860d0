import type { Fault } from '../faults.ts';

const schedules = ['test/core/batches/schedule/schedule.test.ts'];
const floors = ['test/core/sending/floors.test.ts'];
const statements = ['test/core/treasury/statement/statement.test.ts'];
const books = ['test/core/treasury/books/books.test.ts'];

const repeated = ['test/cli/pay-once/repeated.test.ts'];

/** Faults in duplicates, schedules, floors, statements and books. */
export const moneyFaults: readonly Fault[] = [
  {
    name: 'rows are compared only with the payouts of their own profile',
    caughtBy: ['test/core/batches/other-profiles.test.ts'],
    file: 'main/store/batches/duplicates.ts',
    find: 'AND other.profileNumber = beside.profileNumber AND',
    put: 'AND other.profileNumber = beside.profileNumber AND beside.profileNumber = row.profileNumber AND',
  },
  {
    name: 'a release by another profile after the check of duplicates is not noticed',
    caughtBy: ['test/store/payments/duplicates.test.ts'],
    file: 'main/store/batches/release.ts',
    find: 'beside.environment = own.environment',
    put: 'beside.profileNumber = own.profileNumber',
  },
  {
    name: 'a scheduled draft is released by each process that tries',
    caughtBy: schedules,
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: "return state === 'draft' ? null : refuseRelease(batchId, 'notDraft');",
        put: 'return null;',
      },
      {
        file: 'main/store/batches/release.ts',
        find: "if (batch['state'] !== 'draft') return 'notDraft';",
      },
      {
        file: 'main/store/batches/release.ts',
        find: "        return 'unscheduled';\n",
        put: "        void 'unscheduled';\n",
      },
      {
        file: 'main/store/batches/release.ts',
        find: 'if (releasesSeen !== null && releasesBeside(context, profileNumber) !== releasesSeen)',
        put: 'if (releasesSeen === -1)',
      },
    ],
  },
  {
    name: 'a schedule that was ended is still released',
    caughtBy: schedules,
    patches: [
      {
        file: 'main/store/batches/release.ts',
        find: "(integerOrNullIn(batch, 'scheduledFor') !== scheduledFor ||",
        put: "(integerOrNullIn(batch, 'scheduledFor') === 0 ||",
      },
      {
        file: 'main/store/batches/schedules.ts',
        find: "WHERE scheduledFor IS NOT NULL AND state = 'draft' ORDER BY",
        put: 'WHERE scheduledFor IS NOT NULL ORDER BY',
      },
      {
        file: 'main/store/batches/release.ts',
        find: '        endSchedule(context, batchNumber);\n',
      },
    ],
  },
  {
    name: 'a payout is sent while anything is left above the floor',
    caughtBy: floors,
    file: 'main/core/sending/floor-guard.ts',
    find: 'compareAmounts(amount, left) > 0',
    put: "compareAmounts(left, '0') <= 0",
  },
  {
    name: 'claimed payouts are not deducted from what may be spent',
    caughtBy: floors,
    file: 'main/core/sending/floor-guard.ts',
    find: '        budget.left = subtractAmounts(budget.left, amount);\n',
  },
  {
    name: 'fees do not count towards a floor',
    caughtBy: floors,
    file: 'main/core/sending/floor-guard.ts',
    find: "filter((fee) => compareAmounts(fee.amount, '0') > 0)",
    put: 'slice(0, 0)',
  },
  {
    name: 'a held run reports the shortfall from before the fees of what it sent',
    caughtBy: floors,
    file: 'main/core/sending/run.ts',
    find: 'if (!floors.isOutdated()) return false;',
    put: 'if (!floors.isOutdated() || floors.isOutdated()) return false;',
  },
  {
    name: 'a batch that lacks money raises no attention',
    caughtBy: floors,
    file: 'main/core/sending/worker.ts',
    find: '        saveHolds(context, found);\n',
    put: '        if (found.size < 0) saveHolds(context, found);\n',
  },
  {
    name: 'the funds of a draft ignore the floor',
    caughtBy: ['test/core/treasury/funds.test.ts'],
    file: 'main/core/batches/check/funds.ts',
    find: "less(left, taken.floor ?? '0')",
    put: "less(left, taken.floor === null ? '0' : '0')",
  },
  {
    name: 'a floor of a profile that does not exist is accepted',
    caughtBy: ['test/core/settings/settings.test.ts'],
    file: 'main/core/treasury/judge-limits.ts',
    find: 'if (message !== null) problems.push',
    put: "if (message !== null && !message.startsWith('There is no profile')) problems.push",
  },
  {
    name: 'a statement closes without the fees',
    caughtBy: statements,
    file: 'main/core/treasury/statement/draw-statement.ts',
    find: 'sumAmounts([balance, amount, movement.fees]);',
    put: 'sumAmounts([balance, amount]);',
  },
  {
    name: 'a statement is saved although a payment moved while it was written',
    caughtBy: ['test/core/treasury/statement/export-statement.test.ts'],
    file: 'main/core/treasury/statement/export-statement.ts',
    find: 'if (!isClosed || count !== movementCount) return succeed(null);',
    put: 'void isClosed;',
  },
  {
    name: 'a statement hides the unexplained difference',
    caughtBy: statements,
    file: 'main/core/treasury/statement/draw-statement.ts',
    find: 'subtractAmounts(addAmounts(reading.booked, reading.movedAfter.amount), closing);',
    put: 'subtractAmounts(closing, closing);',
  },
  {
    name: 'a payment is in the next export of the books too',
    caughtBy: books,
    file: 'main/core/treasury/books/gather-books.ts',
    find: '!booked.has(payment.paymentId) || (again && !isLate(payment));',
    put: 'booked.size >= 0 && payment.amount !== null;',
  },
  {
    name: 'an invalid decimal amount of a payment file is accepted',
    caughtBy: ['test/files/messages/pain-001.test.ts'],
    file: 'main/files/messages/message-reader.ts',
    find: 'if (amount === null && (',
    put: 'if (amount !== null && (',
  },
  {
    name: 'the payouts of a run leave before the first one was checked',
    caughtBy: ['test/cli/pay-once/tampered.test.ts'],
    file: 'main/core/sending/safeguards.ts',
    find: 'let hasPolled = !isPaying || ignoresTestFlag(store, profile.name);',
    put: 'let hasPolled = isPaying || !isPaying || ignoresTestFlag(store, profile.name);',
  },
  {
    name: 'a final answer without a status is a failure',
    caughtBy: ['test/cli/pay-once/late.test.ts'],
    file: 'main/core/payments/after-read.ts',
    find: 'return processedAt !== null && status === null;',
    put: "return processedAt !== null && status === '';",
  },
  {
    name: 'a retry is released after an answer that does not report the outcome of the old one',
    caughtBy: ['test/cli/pay-once/late.test.ts'],
    file: 'main/core/batches/repeats/ask-ended.ts',
    find: "if (decision.usefulness === 'useful')",
    put: "if (decision.usefulness !== 'refused')",
  },
  {
    name: 'a corrected file gets the draft of the wrong one',
    caughtBy: ['test/core/batches/spelling.test.ts'],
    file: 'main/core/batches/draft.ts',
    find: 'if (texts.some((text) => row?.[text] !== known[text])) return false;',
    put: 'if (texts.every((text) => row?.[text] !== known[text])) return false;',
  },
  {
    name: 'a row that repeats a failed payout is released without asking',
    caughtBy: repeated,
    file: 'main/core/batches/repeats/hold-repeats.ts',
    find: 'await askAboutDoubtful(context, batch.batchId, ended, signal);',
    put: 'if (ended.size < 0) await askAboutDoubtful(context, batch.batchId, ended, signal);',
  },
  {
    name: 'confirming a failed payout also confirms it once it is paid',
    caughtBy: repeated,
    file: 'main/core/batches/duplicates.ts',
    find: "${doubtful.has(equalId) ? ` failed ${doubtful.get(equalId) ?? ''}` : ''}",
  },
  {
    name: 'a payout that a person marked as not accepted is no duplicate',
    caughtBy: ['test/core/batches/not-accepted-again.test.ts'],
    file: 'main/store/payments/read-payment.ts',
    find: "IN ('notAccepted', 'payAgain', 'paidOutside')",
    put: "IN ('')",
  },
  {
    name: 'an older answer about balances replaces a newer one',
    caughtBy: ['test/core/treasury/balance-departure.test.ts'],
    file: 'main/core/treasury/balances.ts',
    find: 'readAt > at && readAt <= answeredAt',
    put: 'readAt > answeredAt && readAt <= at',
  },
];
