import type { Fault } from '../faults.ts';

/** Faults in who is named in the log, in what proves it, and in changes of settings. */
export const activityFaults: readonly Fault[] = [
  {
    name: 'an edit that the next event carries on is not noticed',
    caughtBy: ['test/store/maintenance/audit-edits.test.ts'],
    file: 'main/store/audit/audit-steps.ts',
    find: 'if (before !== undefined) {',
    put: 'if (before === after) {',
  },
  {
    name: 'the actor is not covered by the hash of its event',
    caughtBy: ['test/store/maintenance/find-events.test.ts'],
    file: 'contract/evidence/log-texts.ts',
    find: '  if (actor !== null) content.push(actor);\n',
  },
  {
    name: 'an event that Bursar records by itself names a person',
    caughtBy: ['test/core/activity/who.test.ts'],
    file: 'main/core/sending/recorder.ts',
    find: 'store.record(findings, clock.now());',
    put: "store.as({ user: 'anna', name: null }).record(findings, clock.now());",
  },
  {
    name: 'a name is taken for that of another system user',
    caughtBy: ['test/core/activity/who.test.ts'],
    file: 'main/core/settings/actor.ts',
    find: "(store.readSetting(nameUserSetting) ?? '') === (systemUser ?? '')",
    put: "typeof systemUser !== 'undefined'",
  },
  {
    name: 'a note in the database counts as a verification',
    caughtBy: ['test/core/activity/status.test.ts'],
    file: 'main/core/maintenance/audit-status.ts',
    find: 'isThisRun: mine !== null',
    put: 'isThisRun: true',
  },
  {
    name: 'a witness file that is behind is not noticed',
    caughtBy: ['test/core/activity/status.test.ts'],
    file: 'main/core/settings/watch-witness.ts',
    find: 'if (number === last.number) return null;',
    put: 'if (number <= last.number) return null;',
  },
  {
    name: 'a key counts as enrolled because it signs under an enrolled name',
    caughtBy: ['test/core/approvals/signers.test.ts'],
    file: 'contract/text/activity/signer-text.ts',
    find: 'if (enrolledName === null) return `a key that is not enrolled (${signedAs})`;',
    put: 'if (enrolledName === null) return name;',
  },
  {
    name: 'the name that the signer of an approval chose appears in the log',
    caughtBy: ['test/core/approvals/signers.test.ts'],
    file: 'contract/text/activity/signer-text.ts',
    find: 'const enrolled = oneLine(enrolledName, longestName);',
    put: 'const enrolled = oneLine(name, longestName);',
  },
  {
    name: 'a page that names a list which it then makes of the settings has a floor removed without a question',
    caughtBy: ['test/core/profiles/questions.test.ts'],
    file: 'main/core/treasury/treasury-handlers.ts',
    find: 'if (overtaken !== null) return overtaken;',
  },
  {
    name: 'a floor that another window sets while the gateway is asked about the currency of one is undone',
    caughtBy: ['test/core/settings/settings.test.ts'],
    file: 'main/core/treasury/treasury-handlers.ts',
    find: 'if (overtakenSince !== null) return overtakenSince;',
  },
  {
    name: 'a witness file that ends with a checkpoint of another log gets the lines of this one',
    caughtBy: ['test/core/maintenance/witness-reach.test.ts'],
    file: 'main/core/settings/witness.ts',
    find: '(last < number || !hasLine(store, last, read.value))',
    put: 'last < number',
  },
  {
    name: 'a setting that is set to what it is, is written again without an event',
    caughtBy: ['test/core/activity/who.test.ts'],
    file: 'main/core/settings/settings.ts',
    find: 'if (isSame) return [];',
    put: 'if (isSame) return [{ name, json, detail: null }];',
  },
  {
    name: 'an edited import of a payee is not found after a later event',
    caughtBy: ['test/store/payees.test.ts', 'test/store/maintenance/edits-between.test.ts'],
    file: 'main/store/audit/audit-steps.ts',
    find: '      problems.push(...editsOf(edited, record, [last ?? {}, before], event));\n',
  },
  {
    name: 'an edited setting is not found after it was changed again',
    caughtBy: ['test/store/maintenance/edits-between.test.ts'],
    file: 'main/store/audit/audit-records.ts',
    find: "if (last !== undefined) problems.push({ code: 'settingEditedBetween', name, sequence });",
    put: 'if (last !== undefined) continue;',
  },
];
