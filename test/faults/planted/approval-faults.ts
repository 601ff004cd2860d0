import type { Fault } from '../faults.ts';

const bypasses = [
  'test/core/approvals/bypasses.test.ts',
  'test/core/approvals/forged-files.test.ts',
  'test/core/approvals/edited-records.test.ts',
];

/** Faults in what two people agree on. */
export const approvalFaults: readonly Fault[] = [
  {
    name: 'the preparer of a batch is the person its approver names',
    caughtBy: ['test/core/approvals/preparers.test.ts'],
    file: 'main/core/approvals/judge.ts',
    find: 'if (preparer !== undefined && preparer !== preparedBy.publicKey)',
    put: 'if (preparer === preparedBy.publicKey && preparer === approver.publicKey)',
  },
  {
    name: 'the preparer of a batch is the person in the database, not the signer of the request',
    caughtBy: ['test/core/approvals/preparers.test.ts'],
    patches: [
      {
        file: 'main/core/approvals/kept-files.ts',
        find: 'const facts = requestFactsOf(store, requestHash);',
        put: 'const facts = requestNotesOf(content);',
      },
      {
        file: 'main/core/approvals/kept-files.ts',
        find: 'import { requestFactsOf }',
        put: 'import { requestNotesOf }',
      },
    ],
  },
  {
    name: 'an approval counts without its request if preparers have to be enrolled',
    caughtBy: ['test/core/approvals/preparers.test.ts'],
    file: 'main/core/approvals/judge.ts',
    find: 'if (judged.enrolledPreparers && preparer === undefined)',
    put: 'if (judged.enrolledPreparers && preparers.size < 0)',
  },
  {
    name: 'a release does not check approvals',
    caughtBy: bypasses,
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '  if (unapproved !== null) return unapproved;\n',
      },
      {
        file: 'main/core/batches/release.ts',
        find: '  if (!approved.ok) return approved;\n',
      },
      {
        file: 'main/core/batches/release.ts',
        find: 'await approvedBy(context, approved.value)',
        put: 'null',
      },
    ],
  },
  {
    name: 'rows are claimed without a check of approvals',
    caughtBy: bypasses,
    file: 'main/core/sending/verified-rows.ts',
    find: 'if (!approved.ok) throw new Refused(approved);',
    put: 'if (!approved.ok) return void digests.set(batchId, ofRows);',
  },
  {
    name: 'a batch that lacks approvals ends the run of all others',
    caughtBy: ['test/core/approvals/after-release.test.ts'],
    file: 'main/core/sending/safeguards.ts',
    find: '      onRefused(error);\n      return null;',
    put: '      onRefused(error);\n      return error;',
  },
  {
    name: 'a payout whose batch is paused is not queried',
    caughtBy: ['test/core/approvals/held-back.test.ts'],
    file: 'main/core/payments/after-read.ts',
    find: "return later(payment, { code: 'heldBack', ...stillKnown(payment) }, moment);",
    put: "return { ...later(payment, { code: 'heldBack' }, moment), dueAt: null };",
  },
  {
    name: 'a payout is sent again by the approvals from before its query',
    caughtBy: ['test/core/approvals/held-back.test.ts'],
    file: 'main/core/sending/run.ts',
    find: 'if (this.#safeguards.unverified([unknown.batchId]).length > 0) return;',
  },
  {
    name: 'the document in the database is in force whatever the keychain says',
    caughtBy: bypasses,
    file: 'main/core/approvals/confirmed-controls.ts',
    find: 'if (textHashOf(content) !== wanted) continue;',
  },
  {
    name: 'an approval counts for any batch',
    caughtBy: bypasses,
    file: 'main/core/approvals/judge.ts',
    find: "if (!isSameSubject(decision.subject, subject)) return 'It is for another profile, batch or set of rows.';",
    put: 'void subject;',
  },
  {
    name: 'removing an approver takes back what they rejected',
    caughtBy: ['test/core/approvals/rejections.test.ts'],
    file: 'main/core/approvals/judge.ts',
    find: 'judged.wasEnrolled(',
    put: 'isEnrolled(',
  },
  {
    name: 'the watched folder imports what it finds',
    caughtBy: ['test/core/approvals/shared-folder.test.ts'],
    patches: [
      {
        file: 'main/core/batches/approvals/folder/approval-folder.ts',
        find: "import { dismiss, dismissedFiles } from './dismissed-files.ts';\n",
        put: "import { dismiss, dismissedFiles } from './dismissed-files.ts';\nimport { importSignedFile } from '../import-file.ts';\n",
      },
      {
        file: 'main/core/batches/approvals/folder/approval-folder.ts',
        find: '    return bytes.ok ? foundFile(file, bytes.value) :',
        put: '    if (bytes.ok) await importSignedFile(context, bytes.value);\n    return bytes.ok ? foundFile(file, bytes.value) :',
      },
    ],
  },
  {
    name: 'a policy is loosened without approvals',
    caughtBy: bypasses,
    file: 'main/core/approvals/change-controls.ts',
    find: 'if (verdict.needed === 0) return succeed([]);',
    put: 'if (verdict.needed >= 0) return succeed([]);',
  },
  {
    name: 'an approver is enrolled without approvals',
    caughtBy: bypasses,
    file: 'main/core/approvals/loosening.ts',
    find: '    isAnybodyNew ||\n',
  },
  {
    name: 'an approval that was given after the release never counts',
    caughtBy: ['test/core/approvals/after-release.test.ts'],
    file: 'main/core/approvals/refuse-unapproved.ts',
    find: 'now: Math.max(clock.now(), at),',
    put: 'now: at,',
  },
  {
    name: 'an approval that was given after the release counts although it has expired',
    caughtBy: ['test/core/approvals/after-release.test.ts'],
    file: 'main/core/approvals/judge.ts',
    find: 'const neededAt = isAfter(judged, decision) ? Math.max(at, now) : at;',
    put: 'const neededAt = at;',
  },
  {
    name: 'a change of approvers is shown only in the words of the person who asks for it',
    caughtBy: ['test/core/approvals/forged-files.test.ts'],
    file: 'main/core/approvals/request-lines.ts',
    find: '      ...controlLines(shownControls(document.to)),\n',
  },
  {
    name: 'a release names approvals that did not count',
    caughtBy: ['test/core/approvals/signers.test.ts'],
    file: 'main/core/approvals/known-keys.ts',
    find: 'decisions.filter(({ counts }) => counts).map(',
    put: 'decisions.map(',
  },
  {
    name: 'a signature is not verified',
    caughtBy: ['test/core/approvals/signed-file.test.ts'],
    file: 'main/core/approvals/signed-file.ts',
    find: 'return verify(null, signed, key, signature)',
    put: 'return signature.length > 0',
  },
  {
    name: 'a withdrawn request hides an open one before it',
    caughtBy: ['test/core/approvals/requests.test.ts'],
    file: 'main/core/batches/approvals/latest-request.ts',
    find: '(index === requests.length - 1 || !isRejected(signed, requestHash))',
    put: "(index === requests.length - 1 || isRejected(signed, ''))",
  },
  {
    name: 'a rejection by a stranger ends a request',
    caughtBy: ['test/core/batches/schedule/scheduled-approvals.test.ts'],
    file: 'main/core/approvals/judge.ts',
    find: ' && wasEnrolled(one.approver.publicKey),',
    put: ',',
  },
  {
    name: 'two approvers have names that look the same',
    caughtBy: ['test/core/approvals/forged-files.test.ts'],
    file: 'main/core/approvals/approver-handlers.ts',
    find: 'lookOfName(known.name) === lookOfName(name)',
    put: 'known.name === name',
  },
  {
    name: 'the gateway clock is ignored',
    caughtBy: bypasses,
    file: 'main/core/batches/release.ts',
    find: 'Math.max(context.clock.now(), client.gatewayNow() ?? 0, scheduledFor ?? 0);',
    put: 'Math.max(context.clock.now(), scheduledFor ?? 0);',
  },
  {
    name: 'an approval that had expired counts once the time of the release is edited in the database',
    caughtBy: ['test/core/approvals/edited-records.test.ts'],
    file: 'main/core/sending/verified-rows.ts',
    find: ' release.at);',
    put: ' batch.releasedAt ?? release.at);',
  },
  {
    name: 'approvals of a released batch are shown as of now',
    caughtBy: ['test/core/approvals/after-release.test.ts'],
    file: 'main/core/batches/approvals/approval-handlers.ts',
    find: 'at: store.releaseOf(batchId)?.at ?? clock.now(),',
    put: 'at: clock.now(),',
  },
  {
    name: 'an audit does not look for the signed files that events name',
    caughtBy: ['test/core/approvals/edited-records.test.ts'],
    file: 'main/store/audit/verify-log.ts',
    find: '    for (const problems of verifySignedFiles(snapshot.connection)) yield { ...nothing, problems };\n',
    put: '    void verifySignedFiles;\n',
  },
  {
    name: 'a backup of another data folder replaces one that has approvers',
    caughtBy: ['test/core/approvals/edited-records.test.ts'],
    file: 'main/store/folder/restore-backup.ts',
    find: 'if (isAnyOfOther([...documents, ...copies], databaseId)) return withoutControls(backupPath);',
    put: 'if (isAnyOfOther([...documents, ...copies], databaseId)) void withoutControls;',
  },
  {
    name: 'what was signed about other rows is an event of the draft that has their batch ID now',
    caughtBy: [
      'test/core/payouts/evidence/signed-files.test.ts',
      'test/core/approvals/edited-records.test.ts',
    ],
    file: 'main/store/approvals/approval-files.ts',
    find: 'AND rowsHash = coalesce(?, rowsHash)',
    put: 'AND coalesce(?, 0) IS NOT NULL',
  },
];
