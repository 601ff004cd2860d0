import type { Written } from './exact.ts';

export type Kind = 'payouts' | 'payins' | 'topups';

/** What befalls one POST of an order ID that is not refused for good. */
export type PostFate = { readonly status: number | 'dropped'; readonly takesEffect: boolean };

/** How processing ends: `processedAt` and `status`, and perhaps SUCCESS so long after that. */
export type Ending = {
  readonly afterMs: number;
  readonly status: string;
  readonly successAfterMs: number | null;
  /** After SUCCESS it has this status for a while; null: it has none, as processing has begun again. */
  readonly takenBack: {
    readonly afterMs: number;
    readonly forMs: number;
    readonly status: string | null;
  } | null;
};

/** Everything that is decided about an order ID when it is first heard of. */
export type Fate = {
  /** POSTs are refused with this status, and have no effect. */
  readonly refusedWith: number | null;
  /** The number of refusals after which the gateway accepts. */
  readonly refusedTimes: number;
  /** What befalls the first POSTs, in order; after them the rules of the interface hold. */
  readonly posts: readonly PostFate[];
  /** After a POST that took effect unseen, this many GETs say 410. */
  readonly hiddenReads: number;
  /** What a POST is answered while the payment is hidden. */
  readonly whileHidden: number;
  readonly ending: Ending;
  readonly showsCreatedAt: boolean;
  /** How the amount is written in a detail. */
  readonly amountForm: 'asSent' | 'moreZeros' | 'exponent';
  /** The 201 names other money than was asked for, although what is held is right. */
  readonly namesOtherMoney: boolean;
  /** So long after it was accepted, queries find it no more for a while, if it was answered with 201; null: they always do. */
  readonly forgotten?: { readonly afterMs: number; readonly forMs: number } | null;
};

/** An accepted payment. */
export type Entry = {
  readonly kind: Kind;
  readonly id: string;
  readonly accountName: string;
  readonly accountNumber: string;
  readonly amount: Written;
  readonly currencyCode: string;
  readonly acceptedAt: number;
  /** The client whose request took effect. */
  readonly from: string;
  /** Made by another program than Bursar. */
  readonly isForeign: boolean;
};

export class Order {
  readonly fate: Fate;
  entry: Entry | null = null;
  posts = 0;
  /** POSTs that were answered with a refusal, as a client sees it. */
  refusals = 0;
  hiddenReads = 0;
  /** The clients to which it was refused. */
  readonly refusedTo = new Set<string>();
  /** A request was refused although an earlier copy of it had taken effect. */
  isDenied = false;
  /** It was refused to the client from which it then took effect. */
  isReconsidered = false;
  /** After that it was called unknown, too. */
  isDeniedTwice = false;
  /** It was accepted with 201. */
  isPlain = false;
  /** SUCCESS after another end will not come any more. */
  isCalledOff = false;
  /** Nor before this moment. */
  standsUntil = 0;

  constructor(fate: Fate) {
    this.fate = fate;
  }

  /** The status with which the next POST is refused; null: it is not. */
  refusal(): number | null {
    return this.refusals < this.fate.refusedTimes ? this.fate.refusedWith : null;
  }

  /** Whether queries do not find it now, although it is there. */
  isForgotten(now: number): boolean {
    const { forgotten } = this.fate;
    if (forgotten == null || this.entry === null || !this.isPlain) return false;
    const sinceMs = now - this.entry.acceptedAt - forgotten.afterMs;
    return sinceMs >= 0 && sinceMs < forgotten.forMs;
  }

  /** Interface: Payment detail, process. */
  processAt(now: number): { readonly status: string; readonly processedAt: number | null } {
    const { status, successAfterMs } = this.fate.ending;
    const endsAt = this.#endsAt(now);
    if (now < endsAt) return { status: 'WAITING', processedAt: null };
    if (status === 'SUCCESS') return this.#afterSuccess(endsAt, now);
    const succeedsAt =
      successAfterMs === null ? Infinity : Math.max(endsAt + successAfterMs, this.standsUntil);
    const succeeds = !this.isCalledOff && now >= succeedsAt;
    return succeeds ? { status: 'SUCCESS', processedAt: succeedsAt } : { status, processedAt: endsAt };
  }

  #endsAt(now: number): number {
    return (this.entry?.acceptedAt ?? now) + this.fate.ending.afterMs;
  }

  #afterSuccess(
    endsAt: number,
    now: number,
  ): { readonly status: string; readonly processedAt: number | null } {
    const { status, takenBack } = this.fate.ending;
    const takenAt = endsAt + (takenBack?.afterMs ?? 0);
    if (takenBack === null || now < takenAt) return { status, processedAt: endsAt };
    const overAt = Math.max(takenAt + takenBack.forMs, this.standsUntil);
    if (now >= overAt && !this.isCalledOff) return { status, processedAt: overAt };
    return takenBack.status === null
      ? { status: 'WAITING', processedAt: null }
      : { status: takenBack.status, processedAt: takenAt };
  }

  /** Whether it was SUCCESS before it was taken back, or is now. */
  wasPaid(now: number): boolean {
    return this.entry !== null && this.fate.ending.status === 'SUCCESS' && now >= this.#endsAt(now);
  }

  /** Whether money has moved or will. */
  pays(): boolean {
    const { status, successAfterMs } = this.fate.ending;
    return this.entry !== null && !this.isCalledOff && (status === 'SUCCESS' || successAfterMs !== null);
  }
}
