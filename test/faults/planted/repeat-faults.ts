import type { Fault } from '../faults.ts';

/** Faults in what becomes of payouts after a restore or a cancellation, and of rows that repeat others. */
export const repeatFaults: readonly Fault[] = [
  {
    name: 'a batch that was cancelled after the backup is sent once it is restored',
    caughtBy: ['test/cli/folder/restored-stops.test.ts'],
    patches: [
      {
        file: 'main/store/folder/restore-backup.ts',
        find: 'isKnown ? (stopped ?? []) : batchesInDoubt(context)',
        put: '[]',
      },
    ],
  },
  {
    name: 'a batch that was cancelled is sent if an older backup was restored in between',
    caughtBy: ['test/cli/folder/restored-stops.test.ts'],
    patches: [
      {
        file: 'main/store/folder/restore-backup.ts',
        find: 'for (const database of databases) {',
        put: 'for (const database of databases.slice(0, 1)) {',
      },
    ],
  },
  {
    name: 'an older database that was put back is believed to know what was stopped',
    caughtBy: ['test/cli/folder/older-stops.test.ts'],
    patches: [
      {
        file: 'main/store/folder/restore-backup.ts',
        find: 'return missing?.missesStops === false;',
        put: 'return missing !== null;',
      },
    ],
  },
  {
    name: 'what was stopped is forgotten once a wrong database was put back and opened',
    caughtBy: ['test/cli/folder/older-stops.test.ts'],
    patches: [
      {
        file: 'main/store/folder/open-store.ts',
        find: '        noteStops(context.connection, at);\n',
        put: '',
      },
    ],
  },
  {
    name: 'a payout that the gateway had accepted is sent again once a backup is restored',
    caughtBy: ['test/core/payments/restored-outcomes.test.ts'],
    patches: [
      {
        file: 'main/store/folder/forget-outcomes.ts',
        find: "...(state === 'accepted' ? { wasThere: true } : stillThere(before))",
        put: '...stillThere(before)',
      },
    ],
  },
  {
    name: 'payouts are sent between the steps of cancelling their batch',
    caughtBy: ['test/store/payments/cancelling.test.ts'],
    patches: [
      {
        file: 'main/store/batches/cancel.ts',
        find: 'if (cancelled === limit) context.cancelling.add(batchNumber);',
        put: 'if (cancelled > limit) context.cancelling.add(batchNumber);',
      },
    ],
  },
  {
    name: 'a row that others may have paid is answered as rejected once its retry was refused',
    caughtBy: ['test/cli/pay-once/status-report.test.ts'],
    patches: [
      {
        file: 'main/core/batches/status-report.ts',
        find: 'all.findLast(mayBePaidByOthers) ??',
        put: '',
      },
    ],
  },
  {
    name: 'a row that was not sent because another payout may have paid it is answered as rejected',
    caughtBy: ['test/cli/pay-once/status-report.test.ts'],
    patches: [{ file: 'main/core/batches/status-report.ts', find: "  'mayBePaidAlready',\n", put: '' }],
  },
  {
    name: 'a row that was paid since the backup that was restored is answered as rejected',
    caughtBy: ['test/core/batches/discarded-message.test.ts'],
    patches: [
      {
        file: 'main/core/batches/status-report.ts',
        find: 'store.olderRecords() === null ? null',
        put: 'store.olderRecords() !== undefined ? null',
      },
    ],
  },
  {
    name: 'a row that was retried elsewhere is no duplicate',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/later-retries.ts',
        find: "{ to: 'cancelled', problem: { code: 'retriedElsewhere', by } }",
        put: "{ to: 'cancelled' }",
      },
    ],
  },
  {
    name: 'a file that a removed profile released is no duplicate',
    caughtBy: ['test/core/batches/other-profiles.test.ts'],
    patches: [
      {
        file: 'main/store/profiles/profiles.ts',
        find: "'SELECT keyId, environment FROM profiles ORDER BY profileNumber'",
        put: "'SELECT keyId, environment FROM profiles WHERE removedAt IS NULL'",
      },
    ],
  },
  {
    name: 'a payout and its own retry are retried side by side',
    caughtBy: ['test/core/sheets/prepare.test.ts'],
    patches: [
      {
        file: 'main/core/batches/retry.ts',
        find: 'const first = family[0]?.idPayment ?? idPayment;',
        put: 'const first = idPayment;',
      },
    ],
  },
  {
    name: 'a release does not notice that what it repeats was paid while a person considered it',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/store/batches/release.ts',
        find: 'return countRevivals(context) + releases;',
        put: 'return releases;',
      },
    ],
  },
  {
    name: 'a released row is sent although what it repeats was paid while it waited',
    caughtBy: ['test/cli/pay-once/repeated.test.ts'],
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: 'if (cancelOvertaken(claim, payment, retried) || cancelRepeat(claim, payment)) return [];',
        put: 'if (cancelOvertaken(claim, payment, retried)) return [];',
      },
    ],
  },
  {
    name: 'a row that was not sent because what it repeats came back is sent once an older backup is restored',
    caughtBy: ['test/cli/folder/restored-stops.test.ts'],
    patches: [
      {
        file: 'main/store/batches/carried-stops.ts',
        find: "IN ('rejected', 'cancelled')",
        put: "IN ('rejected')",
      },
    ],
  },
  {
    name: 'an answer that queues a row again counts as the decision of a person',
    caughtBy: ['test/store/payments/revivals.test.ts'],
    patches: [
      {
        file: 'main/store/payments/revivals.ts',
        find: `\n      AND cause NOT LIKE '{"code":"answered"%')`,
        put: ')',
      },
    ],
  },
  {
    name: 'a row in doubt is sent again although what it repeats was paid meanwhile',
    caughtBy: ['test/store/payments/revivals.test.ts'],
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: '        if (findRevivedRepeat(context, payment) !== null) return null;\n',
        put: '',
      },
    ],
  },
  {
    name: 'a row is not sent that a person released beside a payout which failed, and came back, only later',
    caughtBy: ['test/store/payments/revivals.test.ts'],
    patches: [
      {
        file: 'main/store/payments/revivals.ts',
        find: '  IN ${listOf(deadStates)}`;',
        put: '  IS NOT NULL`;',
      },
    ],
  },
  {
    name: 'a rejection that arrives while the rows have another callback address is forgotten',
    caughtBy: ['test/core/approvals/rejections.test.ts'],
    patches: [
      {
        file: 'main/core/batches/approvals/import-file.ts',
        find: "  if (subject.kind !== 'batch') return false;\n",
        put: "  if (subject.kind !== 'batch' || store.findBatch(subject.batchId) !== null) return false;\n",
      },
    ],
  },
  {
    name: 'a request that was rejected after the backup counts as approved once it is restored',
    caughtBy: ['test/core/approvals/rejections.test.ts'],
    patches: [
      {
        file: 'main/store/approvals/approval-files.ts',
        find: 'for (const file of files) addApprovalFile({ ...file, signer: null, at });',
        put: 'for (const file of files.slice(1)) addApprovalFile({ ...file, signer: null, at });',
      },
    ],
  },
  {
    name: 'a decision falls on the newest payout with its order ID, whichever profile that is of',
    caughtBy: ['test/core/payments/person-decides.test.ts'],
    patches: [
      {
        file: 'main/core/payments/find-payout.ts',
        find: 'if (found.length < 2)',
        put: 'if (found.length < 99)',
      },
    ],
  },
  {
    name: 'a decision about all payouts from outside covers others than those that were shown',
    caughtBy: ['test/core/payments/outside-decisions.test.ts'],
    patches: [
      {
        file: 'main/core/payments/person-decisions.ts',
        find: 'JSON.stringify(payments.map(({ paymentId, problem }) => [paymentId, problem]))',
        put: 'String(payments.length)',
      },
    ],
  },
  {
    name: 'a page resumes a live batch without a person',
    caughtBy: ['test/core/profiles/live-payouts.test.ts'],
    patches: [
      {
        file: 'main/core/profiles/changes.ts',
        find: 'if (batch?.isPaused !== true ||',
        put: 'if (batch?.isPaused === true ||',
      },
    ],
  },
  {
    name: 'a page repeats the request of a live payout in doubt without a person',
    caughtBy: ['test/core/profiles/live-payouts.test.ts'],
    patches: [
      {
        file: 'main/core/profiles/changes.ts',
        find: "if (!isLive || decision !== 'sendAgain') return [];",
        put: "if (!isLive || decision === 'sendAgain') return [];",
      },
    ],
  },
  {
    name: 'a rejected payout that a row repeats is not asked about after a restore',
    caughtBy: ['test/cli/folder/restored-stops.test.ts'],
    patches: [
      {
        file: 'main/store/folder/forget-outcomes.ts',
        find: 'SET forgottenAt = (SELECT coalesce(max(sequence), 0) FROM events)',
        put: 'SET forgottenAt = 0',
      },
    ],
  },
  {
    name: 'an invoice is no duplicate if its account lacks the zeros in front',
    caughtBy: ['test/core/payees/zeros-in-front.test.ts'],
    patches: [
      {
        file: 'contract/payees/payee-key.ts',
        find: '  return withoutZeros(withoutEmptyGroup(domestic));',
        put: '  return withoutEmptyGroup(domestic);',
      },
    ],
  },
  {
    name: 'rows of one file that pay the same are no duplicates',
    caughtBy: ['test/core/batches/duplicates.test.ts'],
    patches: [
      {
        file: 'main/core/batches/earlier-rows.ts',
        find: 'samePayment: this.#samePayment.add(place)',
        put: 'samePayment: null',
      },
    ],
  },
];
