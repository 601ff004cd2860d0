import type { Fault } from '../faults.ts';

/** Faults in what the position counts, and in the comparison of batches. */
export const positionFaults: readonly Fault[] = [
  {
    name: 'an answer about a top-up counts as of when it came',
    caughtBy: ['test/core/treasury/position/late-answers.test.ts'],
    file: 'main/core/payments/after-read.ts',
    find: '{ reading: { askedAt, raw,',
    put: '{ reading: { askedAt: Math.max(askedAt, moment.now), raw,',
  },
  {
    name: 'a batch is compared with one that was cancelled',
    caughtBy: ['test/core/batches/release-payees.test.ts'],
    file: 'main/core/batches/compare-batches.ts',
    find: 'if (cancelled === earlier.rows) continue;',
    put: 'if (cancelled === -earlier.rows) continue;',
  },
  {
    name: 'a batch is compared with cancelled rows of an earlier one as if they had been paid',
    caughtBy: ['test/core/batches/release-payees.test.ts'],
    file: 'main/core/batches/compare-batches.ts',
    find: "state !== 'cancelled'",
    put: "state !== 'draft'",
  },
  {
    name: 'the reported fee of a top-up on its way is not deducted',
    caughtBy: ['test/core/treasury/position/position.test.ts'],
    file: 'main/core/treasury/position/read-position.ts',
    find: 'else fees.add(fee);',
    put: 'else void fee;',
  },
  {
    name: 'a payout for which the gateway holds another amount leaves the projected balance',
    caughtBy: ['test/core/treasury/position/never-too-high.test.ts'],
    file: 'main/core/treasury/position/position.ts',
    find: "payout: new Set([...moved, 'conflict']),",
    put: 'payout: new Set(moved),',
  },
];
