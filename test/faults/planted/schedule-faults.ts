import type { Fault } from '../faults.ts';

/** Faults in releases at a later time, and in telling how old something is by two clocks. */
export const scheduleFaults: readonly Fault[] = [
  {
    name: 'a scheduled release follows a clock that was set forward',
    caughtBy: ['test/core/batches/schedule/schedule.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/two-clocks.ts',
        find: 'earlier: Math.min(now, gatewayNow)',
        put: 'earlier: now',
      },
    ],
  },
  {
    name: 'a scheduled release follows the clock of the gateway alone',
    caughtBy: ['test/core/batches/schedule/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/two-clocks.ts',
        find: 'earlier: Math.min(now, gatewayNow)',
        put: 'earlier: gatewayNow',
      },
    ],
  },
  {
    name: 'a schedule waits in silence while the clocks differ',
    caughtBy: ['test/core/batches/schedule/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/batches/schedule/release-due.ts',
        find: '  await hear(schedule, signal);\n',
        put: '  if (signal.aborted) await hear(schedule, signal);\n',
      },
    ],
  },
  {
    name: 'a schedule continues by itself after a restore',
    caughtBy: ['test/core/batches/schedule/schedule.test.ts'],
    patches: [
      {
        file: 'main/store/folder/forget-outcomes.ts',
        find: '    holdSchedules(context, ledger);\n',
        put: '',
      },
    ],
  },
  {
    name: 'a scheduled release uses the approvals from when it was scheduled',
    caughtBy: ['test/core/batches/schedule/scheduled-approvals.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: 'const sentAt = Math.max(context.clock.now(), scheduledFor ?? 0);',
        put: 'const sentAt = context.clock.now() > 0 ? batch.createdAt : 0;',
      },
      {
        file: 'main/core/batches/release.ts',
        find: 'const now = Math.max(context.clock.now(), client.gatewayNow() ?? 0);',
        put: 'const now = context.clock.now() > 0 ? batch.createdAt : 0;',
      },
    ],
  },
  {
    name: 'the age of a row from older records is measured by one clock',
    caughtBy: ['test/core/payments/age.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: ': [now - sentAt, (gatewayNow ?? now) - sentAt];',
        put: ': [now - sentAt];',
      },
    ],
  },
  {
    name: 'a payout that left while the gateway clock was ahead is taken for that of others',
    caughtBy: ['test/cli/pay-once/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/payments/outside.ts',
        find: 'Math.min(gatewaySentAt, gatewayNow ?? gatewaySentAt)',
        put: 'Math.max(gatewaySentAt, 0 * (gatewayNow ?? 0))',
      },
      {
        file: 'main/core/payments/outside.ts',
        find: 'if (isOfHere && !wasTaken) return null;',
        put: '',
      },
    ],
  },
  {
    name: 'a payout is taken for that of others since the gateway clock is days ahead of its payments',
    caughtBy: ['test/cli/pay-once/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/payments/outside.ts',
        find: 'if (isOfHere && !wasTaken) return null;',
        put: '',
      },
    ],
  },
  {
    name: 'a payout of others is taken for our own since the clock of this computer is behind',
    caughtBy: ['test/core/payments/outside.test.ts'],
    patches: [{ file: 'main/core/payments/outside.ts', find: ' && createdAt <= now + toleranceMs', put: '' }],
  },
  {
    name: 'one wrong time of the gateway leaves a payout in doubt to a person',
    caughtBy: ['test/cli/pay-once/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: '[...ages, now - sentAt].every(isOld)',
        put: 'ages.every(isOld)',
      },
    ],
  },
  {
    name: 'one wrong time of the gateway ends the day in which it did not know an accepted payout',
    caughtBy: ['test/core/payments/provisional.test.ts'],
    patches: [
      {
        file: 'main/core/payments/unanswered.ts',
        find: 'return sinceHere === undefined ||',
        put: 'return sinceHere !== null ||',
      },
    ],
  },
  {
    name: 'a row that was sent in the future is recent',
    caughtBy: ['test/core/payments/age.test.ts'],
    patches: [
      {
        file: 'main/core/payments/after-not-found.ts',
        find: ' || ageMs < -usualClockErrorMs',
        put: '',
      },
    ],
  },
  {
    name: 'a scheduled release with too little money above the floor is not told',
    caughtBy: ['test/core/batches/schedule/short-schedule.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/attention/short-schedules.ts',
        find: "floorFor(floors, line.currencyCode) ?? '0'",
        put: "'0'",
      },
    ],
  },
  {
    name: 'a scheduled release that is still tried is called missed',
    caughtBy: ['test/core/batches/schedule/scheduled-list.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/attention/waiting-drafts.ts',
        find: 'const isTried = tried.has(batchId);',
        put: 'const isTried = tried.size < 0;',
      },
    ],
  },
  {
    name: 'a schedule is called missed by one of the two clocks alone',
    caughtBy: ['test/core/batches/schedule/clocks.test.ts'],
    patches: [
      {
        file: 'main/core/treasury/attention/waiting-drafts.ts',
        find: 'const { earlier, differenceSeconds }',
        put: 'const { later: earlier, differenceSeconds }',
      },
    ],
  },
  {
    name: 'a release that is stopped before the gateway was asked about everything is made',
    caughtBy: ['test/core/batches/stopped-release.test.ts'],
    patches: [
      {
        file: 'main/core/batches/repeats/hold-repeats.ts',
        find: 'return signal.aborted\n',
        put: 'return signal.reason === batchId\n',
      },
    ],
  },
  {
    name: 'a scheduled row is sent although what it repeats came back before its time',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/store/payments/revivals.ts',
        find: 'AND scheduled.cause LIKE \'{"code":"scheduled"%\'), sequence)',
        put: 'AND scheduled.cause LIKE \'{"code":"scheduled"\'), sequence)',
      },
    ],
  },
  {
    name: 'a scheduled retry is released whatever status the payout that it retries has by then',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: 'schedule?.confirmation?.retried ?? retried)',
        put: 'retried)',
      },
    ],
  },
  {
    name: 'a retry is released although the status of what it retries changed while a person considered it',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '(await refuseOtherEnds(context, batchId, linked, schedule?.confirmation?.retried ?? retried));',
        put: '(schedule && (await refuseOtherEnds(context, batchId, linked, retried)));',
      },
    ],
  },
  {
    name: 'a schedule that ended is forgotten once another batch of that name is released',
    caughtBy: ['test/core/batches/schedule/lost.test.ts'],
    patches: [
      {
        file: 'main/store/batches/schedules.ts',
        find: 'AND CASE WHEN lostSchedules.sheetId IS NULL\n',
        put: 'AND CASE WHEN lostSchedules.profileNumber > 0\n',
      },
    ],
  },
  {
    name: 'the gateway clock stops while this computer sleeps',
    caughtBy: ['test/core/batches/schedule/slept.test.ts'],
    patches: [
      {
        file: 'main/gateway/rate/gateway-clock.ts',
        find: 'return shown() - heard.shown > passed + apartMs ? null : Math.round(heard.date + passed);',
        put: 'return shown() < 0 ? null : Math.round(heard.date + passed + 0 * apartMs);',
      },
    ],
  },
  {
    name: 'resume sends the payouts of every profile although the command names one',
    caughtBy: ['test/cli/profiles/covers-all.test.ts'],
    patches: [
      {
        file: 'main/faces/cli/session.ts',
        find: "command.profiles === 'all' && profiles.length > 1",
        put: "command.profiles === 'all' && profiles.length > 1000",
      },
    ],
  },
  {
    name: 'a batch is released although the command names another profile',
    caughtBy: ['test/cli/profiles/covers-all.test.ts'],
    patches: [
      {
        file: 'main/faces/cli/session.ts',
        find: 'if (batch.profileName !== profileName)',
        put: "if (batch.profileName === '')",
      },
    ],
  },
];
