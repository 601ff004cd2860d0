import type { SeededRandom } from './seeded-random.ts';

/**
 * What simulations meet beside crashes and a bad network. Each switch names one thing, so that a fault can be told by what has to
 * happen for it to show: `npm run test:sim -- --without NAME` leaves it out, `--with NAME` adds what is off here because
 * the product does not survive it yet, and `--always NAME` has one of the rare things happen wherever it can.
 */
export const switches = {
  /** A failed payment becomes SUCCESS later. */
  lateSuccess: true,
  /** A paid payout has another status for a while, or none, and is paid again. */
  takenBack: true,
  /** While an effect is unseen, a repetition is refused with 400, 403, 404, 406 or 422. */
  refusedRepetitions: true,
  /** A status query is refused with 403, 404 or 406, whatever became of the payment. */
  refusedReads: true,
  /** 429 although the limit was kept. */
  busy: true,
  /** Failed rows are retried and repaired, in every way and mixture. */
  retries: true,
  /** A repaired row carries another account. */
  editedAccounts: true,
  /** A file is paid once more because a person says so. */
  payAgain: true,
  /** A sheet is changed after it was checked, and looked at in between. */
  editsAfterChecks: true,
  /** A backup is restored. */
  restores: true,
  /** The last part of the database is lost, without anybody having restored anything. */
  lostJournals: true,
  /** A colleague pays the same file on another computer. */
  twoComputers: true,
  /** Both retry, repair and pay again, and one of them restores a backup in the middle. */
  together: true,
  /** A file brings order IDs that were used outside Bursar. */
  foreignOrders: true,
  /** The clock of a computer is set forward or back. */
  clockJumps: true,
  /** A proxy repeats a request at once, so that the first answer seen is 409. */
  eagerProxies: true,
  /** 201 names other money than was asked for. */
  otherMoney: true,
  /** A customer pays until the very end of the time for which a link is awaited. */
  lateCustomers: true,
  /** A limit, a floor or the policy about payees is set, or a payee is blocked, while something happens, and that is undone later. */
  changedRules: true,
  /** A person considers each release for minutes or hours. */
  slowAnswers: true,
  /** Two computers go on from copies of one data folder, or from one backup that was restored on both. */
  copies: true,
  /** Two people work at one data folder at the same time, as in the window and its background. */
  sideBySide: true,
  /** The file is imported again with rows left out, another order, amount, reference or name, and nobody says that it is meant. */
  corrections: true,
  /** What is left of a batch is cancelled while it is sent. */
  cancels: true,
  /** A person adopts what was sent outside, or has it paid again. */
  outsideDecisions: true,
  /** The profile gets another name, or is removed and added again. */
  renames: true,
  /** The gateway does not know a payment for a while, at any time after it was accepted. */
  forgets: true,
  /** A status query is answered with the payment of another order ID. */
  mixedUp: true,
  /** A computer sleeps for seconds, hours or days, whatever it was doing. */
  naps: true,
  /** A release is scheduled, and made at its time, or ended, or slept over, or is due while Bursar is closed or on a restored backup. */
  schedules: true,
  /** Failed rows are repaired in two sheets, one with the rows that were set aside from the other. */
  setsAside: true,
  /** Callbacks arrive, from the gateway and from others, before the answer to a request and after the end of a payment. */
  callbacks: true,
  /** The gateway calls the payments of its sandbox real for a while. */
  testFlags: true,
  /** The key of the profile is replaced, and the gateway learns of it some time later. */
  keyChanges: true,
  /** Nothing is released without approvals, which are signed files that come late, twice or never; an approver leaves, or the policy changes. */
  approvals: true,
  /** New payees and accounts are paid only some hours after somebody verified them. */
  verifications: true,
  /** Two profiles in one data folder pay the same file through two gateways; one is paused, and removed in the end. */
  twoProfiles: true,
};

export type SwitchName = keyof typeof switches;

/** What happens in every simulation in which it can. */
export const always = new Set<SwitchName>();

/** Whether this one of the rare things happens in a simulation. */
export function happens(name: SwitchName, random: SeededRandom, chance: number): boolean {
  return random.chance(always.has(name) ? 1 : chance) && switches[name];
}

export function isSwitch(name: string): name is SwitchName {
  return Object.hasOwn(switches, name);
}
