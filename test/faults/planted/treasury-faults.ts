import type { Fault } from '../faults.ts';

const notifier = 'main/core/treasury/attention/notifier.ts';
const notifications = ['test/core/treasury/attention/notifications.test.ts'];
const books = ['test/core/treasury/books/books.test.ts'];

/** Faults in what a treasurer sees: notifications, position, statements and books. */
export const treasuryFaults: readonly Fault[] = [
  {
    name: 'attention items are announced again at each start',
    caughtBy: notifications,
    patches: [
      {
        file: notifier,
        find: 'if (isFirst) announcer.markAnnounced(there, clock.now());',
        put: 'void isFirst;',
      },
    ],
  },
  {
    name: 'a notification that was turned off is shown',
    caughtBy: notifications,
    patches: [
      {
        file: notifier,
        find: 'announcer.announce([...batches, ...there], muted, clock.now())',
        put: 'announcer.announce([...batches, ...there], [], clock.now())',
      },
    ],
  },
  {
    name: 'a batch in progress is announced as ended',
    caughtBy: notifications,
    patches: [{ file: notifier, find: 'if (open.has(batchId)) return [];', put: '' }],
  },
  {
    name: 'a draft whose approval request has expired still counts as committed money',
    caughtBy: ['test/core/batches/schedule/scheduled-approvals.test.ts'],
    patches: [
      {
        file: 'main/core/approvals/open-request.ts',
        find: 'return time !== undefined && Date.parse(time) > now;',
        put: 'return time !== undefined && now > 0;',
      },
    ],
  },
  {
    name: 'a refreshed position does not query top-ups',
    caughtBy: ['test/core/treasury/position/position.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/position/refresh-position.ts',
        find: 'await refreshPayment(context, topUp, signal);',
        put: 'void [refreshPayment, topUp];',
      },
    ],
  },
  {
    name: 'a run claims payouts before the balance before it is known',
    caughtBy: ['test/core/treasury/position/never-too-high.test.ts'],
    patches: [
      {
        file: 'main/core/sending/worker.ts',
        find: 'if (sends) await balances?.askFirst();',
        put: 'if (sends) void balances?.askFirst();',
      },
    ],
  },
  {
    name: 'a balance counts as including what was sent while it was requested',
    caughtBy: ['test/core/treasury/position/never-too-high.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/balances.ts',
        find: '({ ...balance, readAt: at, answeredAt, lastEvent })',
        put: '({ ...balance, readAt: at, answeredAt, lastEvent: Math.max(lastEvent, store.lastEvent()) })',
      },
    ],
  },
  {
    name: 'a balance counts as from the moment when its request began to wait',
    caughtBy: ['test/core/treasury/balance-departure.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/balances.ts',
        find: '{ priority, signal, onDeparture }',
        put: '{ priority, signal }',
      },
    ],
  },
  {
    name: 'a statement reports a balance that the gateway did not report',
    caughtBy: ['test/core/treasury/statement/export-statement.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/statement/draw-statement.ts',
        find: 'reported: reading?.booked ?? null,',
        put: 'reported: reading === undefined ? null : addAmounts(reading.booked, reading.movedAfter.amount),',
      },
    ],
  },
  {
    name: 'the balance that an opening is derived from proves it',
    caughtBy: ['test/core/treasury/statement/export-statement.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/statement/draw-statement.ts',
        find: 'reading.at === openingReadAt',
        put: 'reading.at < 0',
      },
    ],
  },
  {
    name: 'a restored backup does not report the exports of the books that it lacks',
    caughtBy: ['test/core/treasury/books/restored-books.test.ts'],
    patches: [
      {
        file: 'main/store/books/lost-books.ts',
        find: 'if (until === known && !isOpen && lostToo.length === 0) return null;',
        put: 'if (!isOpen) return null;',
      },
    ],
  },
  {
    name: 'a restored backup unblocks payees that were blocked since',
    caughtBy: ['test/store/payees.test.ts'],
    patches: [
      {
        file: 'main/store/payees/carried-blocks.ts',
        find: 'recordPayees(context, missing, at, describe);',
        put: '',
      },
    ],
  },
  {
    name: 'a part of a message is answered as if it were all of it',
    caughtBy: ['test/files/messages/pain-002.test.ts'],
    patches: [
      {
        file: 'main/files/messages/write-pain-002.ts',
        find: 'return amounts.length === transactions && isSameSum;',
        put: 'return transactions >= 0 && isSameSum;',
      },
    ],
  },
  {
    name: 'a later run overtakes a batch that a floor holds',
    caughtBy: ['test/core/sending/floors.test.ts'],
    patches: [
      {
        file: 'main/core/sending/floor-guard.ts',
        find: 'waiting.has(currencyCode)',
        put: 'waiting.has(batchId)',
      },
    ],
  },
  {
    name: 'a payout that is no longer confirmed as paid is answered as settled',
    caughtBy: ['test/cli/pay-once/status-report.test.ts'],
    patches: [
      {
        file: 'main/core/batches/status-report.ts',
        find: 'if (!isPaidStill(last))',
        put: "if (!isPaidStill(last) && last.state !== 'paid')",
      },
    ],
  },
  {
    name: 'a held run reports the shortfall of one row only',
    caughtBy: ['test/core/sending/floors.test.ts'],
    patches: [
      {
        file: 'main/core/sending/floor-guard.ts',
        find: 'compareAmounts(ofAll, missing) > 0 ? ofAll : missing',
        put: 'compareAmounts(ofAll, missing) > 0 ? missing : missing',
      },
    ],
  },
  {
    name: 'a fee that becomes known after an export of the books is in none',
    caughtBy: books,
    patches: [
      {
        file: 'main/core/treasury/books/gather-books.ts',
        find: '!isTaken(payment) && feesOf(payment).length > 0',
        put: '!isTaken(payment) && feesOf(payment).length < 0',
      },
    ],
  },
  {
    name: 'the books do not report that the gateway no longer confirms a booked payment',
    caughtBy: books,
    patches: [
      {
        file: 'main/core/treasury/books/gather-books.ts',
        find: 'report !== noted && known.has(paymentId)',
        put: 'report === noted && known.has(paymentId)',
      },
    ],
  },
  {
    name: 'an unsaved export of the books counts',
    caughtBy: books,
    patches: [
      {
        file: 'main/store/books/index.ts',
        find: 'bookedPayments ON paymentId = wanted.value\n           CROSS JOIN bookExports USING (exportNumber) WHERE keptAt IS NOT NULL`,',
        put: 'bookedPayments ON paymentId = wanted.value\n           CROSS JOIN bookExports USING (exportNumber)`,',
      },
    ],
  },
  {
    name: 'what the gateway reserves counts as available',
    caughtBy: ['test/core/treasury/balances.test.ts'],
    patches: [
      {
        file: 'contract/treasury/available.ts',
        find: 'return [total, ...reservedIn(amounts)',
        put: 'return [total, ...[]',
      },
    ],
  },
  {
    name: 'the opening of a statement hides what a later balance says',
    caughtBy: ['test/core/treasury/statement/statement.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/statement/gather-facts.ts',
        find: 'const [first] = readings;',
        put: 'const first = readings.at(-1);',
      },
    ],
  },
  {
    name: 'a schedule that was ended is resumed by editing the database',
    caughtBy: ['test/core/batches/schedule/ended-schedule.test.ts'],
    patches: [
      {
        file: 'main/store/batches/schedules.ts',
        find: "    if (code === 'unscheduled' || code === 'scheduleLost' ||",
        put: "    if (code === 'scheduleLost' ||",
      },
    ],
  },
  {
    name: 'a batch that joins a run is judged by the balance from the beginning of the run',
    caughtBy: ['test/core/sending/floor-later.test.ts'],
    patches: [
      {
        file: 'main/core/sending/floor-guard.ts',
        find: 'readAt === null || Math.abs(clock.now() - readAt) >= rereadMs',
        put: 'readAt === null',
      },
    ],
  },
  {
    name: 'limits, payee policy and blocks that were set during the confirmation are ignored',
    caughtBy: ['test/core/batches/changed-meanwhile.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: ' ??\n    (await refuseByRules(context, batch));',
        put: ';',
      },
    ],
  },
  {
    name: 'a run that never pauses is judged by the balance from its beginning',
    caughtBy: ['test/core/sending/floor-long-run.test.ts'],
    patches: [
      {
        file: 'main/core/sending/floor-guard.ts',
        find: 'isTooOld: () => floors().size > 0 && isOld(),',
        put: 'isTooOld: () => false,',
      },
    ],
  },
  {
    name: 'a failed payout needs nobody although its only retry was cancelled',
    caughtBy: ['test/store/treasury.test.ts'],
    patches: [
      {
        file: 'main/store/migrations/from-0041/0048-undone-repairs.ts',
        find: "WHEN NEW.state = 'cancelled' AND OLD.state <> 'cancelled'",
        put: "WHEN NEW.state = 'cancelled' AND OLD.state = 'cancelled'",
      },
    ],
  },
  {
    name: 'a failed retry needs a person although its payout was retried again',
    caughtBy: ['test/store/treasury.test.ts'],
    patches: [
      {
        file: 'main/store/migrations/from-0041/0048-undone-repairs.ts',
        find: 'earlier.paymentId < repair.paymentId',
        put: 'earlier.paymentId < 0',
      },
    ],
  },
];
