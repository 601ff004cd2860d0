import type { Fault } from './faults.ts';

const notifier = 'main/core/notifications/notifier.ts';
const notifications = ['test/core/notifications/notifications.test.ts'];

/** Faults in what a treasurer is told. */
export const treasuryFaults: readonly Fault[] = [
  {
    name: 'what needs attention is told again at each start',
    caughtBy: notifications,
    patches: [
      { file: notifier, find: 'if (isFirst) teller.know(there, clock.now());', put: 'void isFirst;' },
    ],
  },
  {
    name: 'a notification that was turned off is told',
    caughtBy: notifications,
    patches: [
      {
        file: notifier,
        find: 'teller.tell([...batches, ...there], muted, clock.now())',
        put: 'teller.tell([...batches, ...there], [], clock.now())',
      },
    ],
  },
  {
    name: 'a batch that goes on is told as ended',
    caughtBy: notifications,
    patches: [{ file: notifier, find: 'if (open.has(batchId)) return [];', put: '' }],
  },
  {
    name: 'a draft whose approval request has expired stays committed money',
    caughtBy: ['test/core/batches/schedule/scheduled-approvals.test.ts'],
    patches: [
      {
        file: 'main/core/approvals/open-request.ts',
        find: 'return time !== undefined && Date.parse(time) > now;',
        put: 'return time !== undefined && now > 0;',
      },
    ],
  },
];
