import { activityFaults } from './activity-faults.ts';
import { answerFaults } from './answer-faults.ts';
import { approvalFaults } from './approval-faults.ts';
import { elsewhereFaults } from './elsewhere-faults.ts';
import { fileFaults } from './file-faults.ts';
import { evidenceFaults } from './evidence-faults.ts';
import { moneyFaults } from './money-faults.ts';
import { otherFaults } from './other-faults.ts';
import { accountFaults } from './account-faults.ts';
import { payeeFaults } from './payee-faults.ts';
import { positionFaults } from './position-faults.ts';
import { readingFaults } from './reading-faults.ts';
import { repeatFaults } from './repeat-faults.ts';
import { scheduleFaults } from './schedule-faults.ts';
import { sendingFaults } from './sending-faults.ts';
import { treasuryFaults } from './treasury-faults.ts';

/** A change of the product's source: `find` stands there exactly once. */
export type Patch = { readonly file: string; readonly find: string; readonly put: string };

/** A fault that somebody might make, and what has to notice it. */
export type Fault = {
  readonly name: string;
  readonly patches: readonly Patch[];
  /** `simulation`, or test files. */
  readonly caughtBy: 'simulation' | readonly string[];
  /** So many simulations it may take. */
  readonly within?: number;
};

/** All planted faults; `npm run test:faults` plants one after the other. */
export const faults: readonly Fault[] = [
  ...sendingFaults,
  ...answerFaults,
  ...readingFaults,
  ...elsewhereFaults,
  ...repeatFaults,
  ...otherFaults,
  ...approvalFaults,
  ...scheduleFaults,
  ...activityFaults,
  ...payeeFaults,
  ...accountFaults,
  ...moneyFaults,
  ...evidenceFaults,
  ...fileFaults,
  ...treasuryFaults,
  ...positionFaults,
];
