import type { Fault } from '../faults.ts';

const payees = ['test/core/payees/payees.test.ts'];
const findings = ['test/core/payees/findings.test.ts'];
const splits = ['test/core/payees/split-payments.test.ts'];
const older = ['test/store/payee-accounts.test.ts'];
const dishonest = ['test/core/approvals/dishonest-requests.test.ts'];

/** Faults in whom the company pays. */
export const payeeFaults: readonly Fault[] = [
  {
    name: 'a payee without an account is imported as verified',
    caughtBy: ['test/core/payees/import-payees.test.ts'],
    file: 'main/core/payees/check-account.ts',
    find: "  return paidAs.emailAddress === '' ? 'No account or e-mail address is known for it.' : null;\n",
    put: '  return null;\n',
  },
  {
    name: 'a release does not check for blocked payees',
    caughtBy: payees,
    file: 'main/core/batches/release.ts',
    find: '    refuseBlocked(context, batch.batchId) ??\n',
  },
  {
    name: 'a payee that is blocked after the release is paid',
    caughtBy: payees,
    file: 'main/store/payments/claim.ts',
    find: '  if (payeeId === null) return false;\n',
    put: "  if (payeeId !== '') return false;\n",
  },
  {
    name: 'an unknown payout is sent again to a payee that was blocked since',
    caughtBy: ['test/core/payees/blocked-later.test.ts'],
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: ' || isPayeeBlocked(context, payment)) return null;',
        put: ') return null;',
      },
      {
        file: 'main/store/payments/claim.ts',
        find: 'import { blockedPayeeOf, isPayeeBlocked } from',
        put: 'import { blockedPayeeOf } from',
      },
    ],
  },
  {
    name: 'a check does not report blocked payees',
    caughtBy: payees,
    file: 'main/core/batches/check/find-in-draft.ts',
    find: '...payees.blocked.map(',
    put: '...payees.blocked.slice(0, 0).map(',
  },
  {
    name: 'a clock that was set forward ends a waiting period',
    caughtBy: findings,
    file: 'main/core/batches/release.ts',
    find: '  if (early !== null) return early;\n',
  },
  {
    name: 'a changed account is not reported if it is known under another name',
    caughtBy: findings,
    file: 'main/core/payees/findings.ts',
    find: '  if (sameName.size > 0) kinds.push',
    put: '  if (sameName.size > 0 && sameAccount.size === 0) kinds.push',
  },
  {
    name: 'a payment split into rows evades the amounts of the payee policy',
    caughtBy: splits,
    file: 'main/core/payees/counted-amounts.ts',
    find: 'amount: addDecimals(sum.amount, amount) }',
    put: 'amount: addDecimals(sum.amount, { ...amount, digits: 0n }) }',
  },
  {
    name: 'a payment split over batches evades the amounts of the payee policy',
    caughtBy: splits,
    file: 'main/core/payees/counted-amounts.ts',
    find: 'isFrom(addDecimals(sum, this.#earlierOf(compared)), this.from)',
    put: 'isFrom(sum, this.from)',
  },
  {
    name: 'payouts on their way evade the amounts of the payee policy',
    caughtBy: splits,
    file: 'main/core/payees/counted-amounts.ts',
    find: '      this.#addEarlier(other.payee, other.amount);',
    put: '      void other;',
  },
  {
    name: 'a release is not checked again by the payee policy after another one was released meanwhile',
    caughtBy: splits,
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '(await refuseFindings(context, batch, () => payeeFindingsOf(context, batch, { signal })));',
        put: 'null;',
      },
      {
        file: 'main/core/batches/release.ts',
        find: ' ??\n    (await refuseByRules(context, batch, () => find()));',
        put: ';',
      },
    ],
  },
  {
    name: 'a sheet keeps findings from when its rows paid a payee less, or more',
    caughtBy: splits,
    file: 'main/core/sheets/findings/row-facts.ts',
    find: 'facts.get(seen.cells)?.paidBySheet !== amounts.paidByDraft(seen.row)',
    put: 'facts.get(seen.cells)?.paidBySheet === undefined',
  },
  {
    name: 'a verification from before the last payment lifts an unusual amount',
    caughtBy: ['test/core/payees/lifted-blocks.test.ts'],
    file: 'main/core/payees/known-as.ts',
    find: ' : verifiedSince;',
    put: ' : 0;',
  },
  {
    name: 'a verification counts for every name',
    caughtBy: findings,
    file: 'main/core/payees/known-as.ts',
    find: "  return name === '' || compareNames(known, name) !== 'different';",
    put: "  return name === '' || known !== '';",
  },
  {
    name: 'the diagnostics accept wrong keys of duplicates',
    caughtBy: ['test/store/maintenance/derived.test.ts'],
    file: 'main/store/batches/check-keys.ts',
    find: 'keyNames.every((name) => row[name] === keys[name])',
    put: 'keyNames.every((name) => keys[name] !== undefined)',
  },
  {
    name: 'keys computed by an older Bursar are not renewed',
    caughtBy: older,
    file: 'main/store/batches/payment-keys.ts',
    find: '      if (renewKeys(context, limit, keysOf) === limit) return limit;\n',
  },
  {
    name: 'a block is lifted for only one of the records of a payee',
    caughtBy: older,
    file: 'main/store/payees/records.ts',
    find: '  return blocking.length > 0 ? blocking :',
    put: '  return known.length === 0 ? blocking :',
  },
  {
    name: 'an invalid account is recorded as verified',
    caughtBy: findings,
    file: 'main/core/payees/payee-handlers.ts',
    find: '  const fault = verificationFault(context, payee.environment, verified);\n',
    put: '  const fault = verificationFault(context, payee.environment, paidAs(payee));\n',
  },
  {
    name: 'an approval lifts what its request did not name',
    caughtBy: dishonest,
    file: 'main/core/batches/payee-findings.ts',
    find: 'approved.get(keyOf(found.kind, found.rowNumber)) ?? []',
    put: '[...approved.values()].flat()',
  },
  {
    name: 'an approval lifts what its request showed as a note only',
    caughtBy: dishonest,
    file: 'main/core/payees/lift-of.ts',
    find: "same.some(({ level }) => level !== 'info')",
    put: 'same.length > 0',
  },
  {
    name: 'an approval lifts a finding whatever its request showed as the known payee',
    caughtBy: dishonest,
    file: 'main/core/payees/lift-of.ts',
    find: '    isSameKnown(known, shown.known) &&\n',
  },
  {
    name: 'an approver is shown findings about payees in the words of the request',
    caughtBy: dishonest,
    file: 'main/core/approvals/findings-in-words.ts',
    find: 'if (about === undefined) return message;',
    put: 'if (about !== null) return message;',
  },
  {
    name: 'an approval that has expired by the gateway’s clock lifts a block',
    caughtBy: dishonest,
    file: 'main/core/batches/payee-findings.ts',
    find: 'Math.max(at, clock.now(), gatewayNow)',
    put: 'Math.max(at, clock.now(), 0 * gatewayNow)',
  },
  {
    name: 'an approval that does not count lifts a block',
    caughtBy: ['test/core/payees/approved-findings.test.ts'],
    patches: [
      {
        file: 'main/core/batches/payee-findings.ts',
        find: 'filter(({ approves }) => approves)',
        put: 'filter(() => true)',
      },
    ],
  },
  {
    name: 'a stopped search of a sheet leaves rows without findings about their payees',
    caughtBy: ['test/core/sheets/stopped-search.test.ts'],
    file: 'main/core/sheets/findings/row-facts.ts',
    find: '    if (index % rowsPerTurn === 0 && isStale()) return;\n',
  },
  {
    name: 'each step through the known payees sorts all of them',
    caughtBy: ['test/store/payees.test.ts'],
    file: 'main/store/payees/read-payees.ts',
    find: 'AND +payeeNames.environment = +? ORDER BY nameNumber',
    put: 'AND payeeNames.environment = +? ORDER BY nameNumber',
  },
];
