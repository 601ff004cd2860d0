import type { Ending, Fate, Kind, PostFate } from '../book/book.ts';
import { switches } from './switches.ts';
import type { SeededRandom } from './seeded-random.ts';

const second = 1000;
const hour = 3_600_000;

/** What the gateway makes of payments in one simulation. */
export type Temper = {
  /** Chance that an order ID is refused, many times or for good. */
  readonly refused: number;
  /** Chance that its POST takes effect unseen. */
  readonly unseen: number;
  /** Chance that it ends otherwise than with SUCCESS. */
  readonly unpaid: number;
  readonly settleMs: number;
  /** Chance that the gateway does not know it for a while. */
  readonly forgotten: number;
};

const refusals = [400, 403, 404, 406, 422] as const;
/** A 4xx that the interface does not name for a create. */
const unnamed = [402, 410, 422] as const;
/** One that is refused for good stays in doubt for a day where anything went wrong with its first request. */
const refusedTimes = [20, 20, 20, Number.POSITIVE_INFINITY] as const;
const otherEnds = [
  'FAILED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
  'WAITING_FOR_CONFIRMATION',
  'PARTIALLY_PAID',
];

/** Decides everything about an order ID when it is first heard of; `beside` and `rare` what was added later, so that the rest stays the same. */
export function drawFate(
  { random, beside, rare }: Readonly<Record<'random' | 'beside' | 'rare', SeededRandom>>,
  temper: Temper,
  kind: Kind,
): Fate {
  const isRefused = random.chance(temper.refused) && kind === 'payouts';
  const isUnseen = random.chance(kind === 'payins' && switches.lateCustomers ? 0.5 : temper.unseen);
  const isUnpaid = random.chance(temper.unpaid);
  const refusedWith = random.pick(refusals);
  const errors: PostFate[] = Array.from({ length: random.pick([0, 0, 0, 0, 1, 3]) }, () => ({
    status: random.pick([500, 503, 'dropped'] as const),
    takesEffect: false,
  }));
  const unseen: PostFate = { status: random.pick([500, 502, 'dropped', ...unnamed]), takesEffect: true };
  const hiddenReads = random.pick([0, 1, 1, 2, 3]);
  const whileHidden = random.pick([409, 409, ...refusals]);
  const endStatus = random.pick(otherEnds);
  const successAfterMs = random.pick([null, null, 30 * second, 600 * second, 5 * hour, 48 * hour]);
  return {
    refusedWith: isRefused ? refusedWith : null,
    refusedTimes: isRefused ? random.pick(refusedTimes) : 0,
    posts: isUnseen ? [...errors, unseen] : errors,
    hiddenReads: isUnseen ? hiddenReads : 0,
    whileHidden: switches.refusedRepetitions ? whileHidden : 409,
    ending: {
      afterMs: temper.settleMs === 0 ? 0 : random.below(temper.settleMs),
      status: isUnpaid ? endStatus : 'SUCCESS',
      successAfterMs: isUnpaid && switches.lateSuccess && kind === 'payouts' ? successAfterMs : null,
      takenBack: kind === 'payouts' ? drawTakenBack(beside) : null,
    },
    showsCreatedAt: random.chance(0.8),
    amountForm: random.pick(['asSent', 'asSent', 'moreZeros', 'exponent'] as const),
    namesOtherMoney: random.chance(0.02) && switches.otherMoney,
    forgotten: kind === 'payouts' && rare.chance(temper.forgotten) ? drawForgotten(rare) : null,
  };
}

function drawTakenBack(random: SeededRandom): Ending['takenBack'] {
  const afterMs = random.pick([0, 2 * second, 60 * second, hour]);
  const forMs = random.pick([2 * second, 600 * second, 5 * hour, 48 * hour]);
  const status = random.pick(['REJECTED', 'RETURNED', null]);
  // A person does not run Bursar for days because one payout is in progress again.
  const takenBack = { afterMs, forMs: status === null ? Math.min(forMs, hour) : forMs, status };
  return random.chance(0.1) && switches.takenBack ? takenBack : null;
}

function drawForgotten(random: SeededRandom): NonNullable<Fate['forgotten']> {
  return {
    afterMs: random.pick([0, 2 * second, 60 * second, hour]),
    forMs: random.pick([2 * second, 600 * second, 5 * hour, 30 * hour]),
  };
}
