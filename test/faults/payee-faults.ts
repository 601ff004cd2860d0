import type { Fault } from './faults.ts';

const payees = ['test/core/payees/payees.test.ts'];

/** Faults in whom the company pays. */
export const payeeFaults: readonly Fault[] = [
  {
    name: 'a release does not look for blocked payees',
    caughtBy: payees,
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '  if (blocked !== null) return blocked;\n',
        put: '',
      },
    ],
  },
  {
    name: 'a payee that is blocked after the release is paid',
    caughtBy: payees,
    patches: [
      {
        file: 'main/store/payments/claim.ts',
        find: '  if (payeeId === null) return false;\n',
        put: "  if (payeeId !== '') return false;\n",
      },
    ],
  },
  {
    name: 'a check does not tell of blocked payees',
    caughtBy: payees,
    patches: [
      {
        file: 'main/core/batches/check/find-in-draft.ts',
        find: '...payees.blocked.map(',
        put: '...payees.blocked.slice(0, 0).map(',
      },
    ],
  },
  {
    name: 'a waiting time is ended by a clock that was set forward',
    caughtBy: ['test/core/payees/findings.test.ts'],
    patches: [
      {
        file: 'main/core/batches/release.ts',
        find: '  if (early !== null) return early;\n',
        put: '',
      },
    ],
  },
];
