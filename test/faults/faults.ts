import { activityFaults } from './planted/activity-faults.ts';
import { answerFaults } from './planted/answer-faults.ts';
import { approvalFaults } from './planted/approval-faults.ts';
import { elsewhereFaults } from './planted/elsewhere-faults.ts';
import { fileFaults } from './planted/file-faults.ts';
import { evidenceFaults } from './planted/evidence-faults.ts';
import { moneyFaults } from './planted/money-faults.ts';
import { otherFaults } from './planted/other-faults.ts';
import { accountFaults } from './planted/account-faults.ts';
import { payeeFaults } from './planted/payee-faults.ts';
import { positionFaults } from './planted/position-faults.ts';
import { readingFaults } from './planted/reading-faults.ts';
import { repeatFaults } from './planted/repeat-faults.ts';
import { scheduleFaults } from './planted/schedule-faults.ts';
import { sendingFaults } from './planted/sending-faults.ts';
import { simulatedFaults } from './planted/simulated-faults.ts';
import type { SwitchName } from '../simulation/switches.ts';
import { treasuryFaults } from './planted/treasury-faults.ts';

/** A change of the product's source: `find` stands there exactly once, and `put` in its place, if anything. */
export type Patch = { readonly file: string; readonly find: string; readonly put?: string };

/** A fault that somebody might make, of one patch or several, and what has to notice it. */
export type Fault = (Patch | { readonly patches: readonly Patch[] }) & {
  readonly name: string;
  /** `simulation`, or test files. */
  readonly caughtBy: 'simulation' | readonly string[];
  /** What happens in every simulation, because only there it is noticed. */
  readonly always?: SwitchName;
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
  ...simulatedFaults,
];

/** The changes that plant a fault. */
export function patchesOf(fault: Fault): readonly Patch[] {
  return 'patches' in fault ? fault.patches : [fault];
}
