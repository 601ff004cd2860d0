import type { Fault } from '../faults.ts';

const evidence = [
  'test/core/payouts/evidence/evidence.test.ts',
  'test/core/payouts/evidence/archive.test.ts',
];

/** Faults in the verification of evidence packs. */
export const evidenceFaults: readonly Fault[] = [
  {
    name: 'the bytes between the files of an evidence pack are not checked',
    caughtBy: evidence,
    patches: [
      {
        file: 'main/files/evidence/read-pack.ts',
        find: 'if (difference !== null)\n        problems.push(',
        put: 'if (difference === -1)\n        problems.push(',
      },
    ],
  },
  {
    name: 'the files of an evidence pack are not compared with its manifest',
    caughtBy: evidence,
    patches: [
      {
        file: 'main/files/evidence/check-pack.ts',
        find: '    if (problem !== null) problems.push(problem);\n',
        put: '    if (problem === null) continue;\n',
      },
    ],
  },
  {
    name: 'the manifest of an evidence pack is not compared with its signature',
    caughtBy: evidence,
    patches: [
      {
        file: 'main/files/evidence/check-pack.ts',
        find: "if (seal['manifest'] !== sha256(manifest))",
        put: "if (seal['manifest'] === '')",
      },
      {
        file: 'main/files/evidence/check-pack.ts',
        find: "else if (isSigned && !isValid) problems.push('seal.json was changed: its signature is not of its key.');",
        put: '',
      },
    ],
  },
  {
    name: 'the verifier trusts the name in a signed file, not the policy beside it',
    caughtBy: ['test/core/approvals/signers.test.ts'],
    patches: [
      {
        file: 'main/files/evidence/check-approvals.ts',
        find: 'const known = policy === null ? undefined : enrolledName(policy, publicKey);',
        put: "const known = policy === null ? undefined : enrolledName(policy, publicKey) === '' ? null : textIn(signer, 'name');",
      },
    ],
  },
  {
    name: 'evidence adds up real money and test data together',
    caughtBy: ['test/core/payouts/evidence/evidence-paper.test.ts'],
    patches: [
      {
        file: 'main/core/payouts/evidence/by-environment.ts',
        find: 'const environment = environmentOf(payment);',
        put: "const environment = environmentOf(payment) === 'live' ? 'sandbox' : 'sandbox';",
      },
    ],
  },
  {
    name: 'a changed evidence pack is called unchanged',
    caughtBy: evidence,
    patches: [
      {
        file: 'main/files/evidence/check-pack.ts',
        find: '...signatureNotes(keyFingerprint, isWhole),',
        put: '...signatureNotes(keyFingerprint, true),',
      },
    ],
  },
  {
    name: 'the report of a batch does not name the rows that were paid twice',
    caughtBy: ['test/core/batches/print-report.test.ts'],
    patches: [
      {
        file: 'main/core/payments/convert.ts',
        find: 'retryOf !== null || retried.has(paymentId)',
        put: 'retryOf !== null',
      },
    ],
  },
  {
    name: 'a table cuts the figures at its end although a text could be truncated',
    caughtBy: ['test/renderer/table/columns.test.ts'],
    patches: [
      {
        file: 'renderer/kit/table/table.ts',
        find: 'if (extra === -1) return { ...tight, widths: truncated(tight, room) };',
        put: 'if (extra === -1) return tight;',
      },
    ],
  },
  {
    name: 'a payout that is shown does not follow the batches that change',
    caughtBy: ['test/renderer/screens.test.ts'],
    patches: [
      {
        file: 'renderer/queries/wire/invalidations.ts',
        find: "{ names: ['payouts.show'] },",
        put: '',
      },
    ],
  },
  {
    name: 'a batch that is shown does not follow the one that retries its payouts',
    caughtBy: ['test/renderer/screens.test.ts'],
    patches: [
      {
        file: 'renderer/queries/wire/invalidations.ts',
        find: "{ names: ['batches.summary', 'batches.show'] },",
        put: "{ names: ['batches.summary', 'batches.show'], idField: 'batchId' },",
      },
    ],
  },
  {
    name: 'a sheet is not told that its draft was discarded',
    caughtBy: ['test/core/sheets/equal-sheets.test.ts'],
    patches: [
      {
        file: 'main/core/batches/batch-handlers.ts',
        find: "if (sheetId !== null) emit({ kind: 'sheet', id: sheetId });",
        put: '',
      },
    ],
  },
  {
    name: 'a draft is deleted while a sheet of equal rows finds it',
    caughtBy: ['test/core/sheets/equal-sheets.test.ts'],
    patches: [
      {
        file: 'main/core/batches/draft.ts',
        find: 'return inTurn(context.store, async () => {\n    if (batchId === null ||',
        put: 'return (async (use: () => Promise<void>) => use())(async () => {\n    if (batchId === null ||',
      },
    ],
  },
  {
    name: 'a released retry is sent although the gateway reports another status of the old one than the person saw',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/batches/repeats/ask-ended.ts',
        find: "if (row.state === 'draft' || !store.hasOtherStatus(row, paymentId)) return null;",
        put: "if (row.state !== 'paid') return null;",
      },
    ],
  },
  {
    name: 'what was learned of the old payout since the release of its retry does not hold it',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (isOtherThanSeen(payment)) return true;',
        put: '',
      },
    ],
  },
  {
    name: 'what was learned since the release of a row that repeats an ended payout does not hold it',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/store/payments/record.ts',
        find: 'if (before !== null && deadStates.has(to) && gatewayStatusIn(before) !== gatewayStatusIn(facts))',
        put: 'if (before !== null && deadStates.has(from) && !deadStates.has(to))',
      },
    ],
  },
  {
    name: 'a retry is released although the payout that it retries was not sent from here',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/retry.ts',
        find: "const wasSent = source !== undefined && source.state !== 'draft' && source.state !== 'cancelled';",
        put: 'const wasSent = family.length > 0 || source !== undefined;',
      },
    ],
  },
  {
    name: 'a repeat that a person ordered asks about no retry made elsewhere',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'if (isOrdered(payment)) return true;',
        put: '',
      },
    ],
  },
  {
    name: 'a file that was refused and imported again is paid by its first order IDs, too',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/batches/later-retries.ts',
        find: '...later, ...again]',
        put: '...later]',
      },
    ],
  },
  {
    name: 'a repeat that a person ordered is sent while nothing is said about its retries',
    caughtBy: ['test/cli/pay-once/retried-elsewhere.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'isOrdered(payment) || isSentElsewhere(payment)',
        put: 'isSentElsewhere(payment)',
      },
    ],
  },
  {
    name: 'a release shows no status of the other payouts before a retry',
    caughtBy: ['test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/core/batches/retried-ends.ts',
        find: "family.filter(({ state }) => state === 'failed')",
        put: "family.filter((each) => each.state === 'failed' && each.idPayment === retryOf)",
      },
    ],
  },
  {
    name: 'a row is sent although its retry was sent before it',
    caughtBy: ['test/store/payments/cancelling.test.ts'],
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: ' && !retried.has(payment.paymentId)',
        put: '',
      },
    ],
  },
  {
    name: 'a request is repeated although another status was reported within the hour',
    caughtBy: ['test/core/sending/asked-first.test.ts'],
    patches: [
      {
        file: 'main/core/sending/asked-first.ts',
        find: 'const isToBeAsked = !isKnown || isOther || repeats',
        put: 'const isToBeAsked = !isKnown || (isOther && at === undefined) || repeats',
      },
    ],
  },
  {
    name: 'a row counts as paid by a retry, or twice, although the gateway no longer confirms a payout for it',
    caughtBy: ['test/core/batches/print-report.test.ts', 'test/cli/pay-once/repeated-retries.test.ts'],
    patches: [
      {
        file: 'main/store/payments/find-payments.ts',
        find: "isPaidStill({ gatewayStatus: textOrNullIn(row, 'gatewayStatus'), problem })",
        put: 'problem !== undefined',
      },
    ],
  },
  {
    name: 'a page of payouts that is on its way when they change stays as it was',
    caughtBy: ['test/renderer/payouts-list.test.ts'],
    patches: [
      {
        file: 'renderer/payouts/history-pages.ts',
        find: 'await Promise.all(onTheirWay);',
        put: '',
      },
    ],
  },
  {
    name: 'a new name of a sheet is not told to the other windows',
    caughtBy: ['test/core/sheets/equal-sheets.test.ts'],
    patches: [
      {
        file: 'main/core/sheets/sheet-handlers.ts',
        find: "store.renameSheet(sheetId, name, clock.now());\n        emit({ kind: 'sheet', id: sheetId });",
        put: 'store.renameSheet(sheetId, name, clock.now());',
      },
    ],
  },
  {
    name: 'that the check of a draft found duplicates is not told to any window',
    caughtBy: ['test/core/treasury/attention/attention.test.ts'],
    patches: [
      {
        file: 'main/core/batches/duplicates.ts',
        find: "context.emit({ kind: 'attention', id: batch.batchId });",
        put: 'void 0;',
      },
    ],
  },
];
