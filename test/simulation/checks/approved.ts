import type { StoredPayment } from '../../../main/core/ports/index.ts';

/** What an approver saw of a row. */
export type SeenRow = Pick<
  StoredPayment,
  'amount' | 'currencyCode' | 'paymentMethodCode' | 'accountName' | 'accountNumber' | 'reference'
>;

type Approval = {
  readonly approver: string;
  readonly request: string;
  /** What the approver saw, by order ID. */
  readonly rows: ReadonlyMap<string, string>;
  readonly untilMs: number;
};

/** The approvals that people gave to the rows of one computer, and how many of them its policy asks for. */
export class Approved {
  readonly #sending: () => ReadonlySet<number>;
  readonly #approvers: Set<string>;
  readonly #approvals: Approval[] = [];
  /** Requests that were withdrawn or rejected, as the computer knows. */
  readonly #void = new Set<string>();
  /** What was on its way when approvals were lost, or more of them were asked for. */
  readonly #underWay = new Set<number>();
  #needed: number;

  /** `sending`: the payments that are on their way now. */
  constructor(sending: () => ReadonlySet<number>, approvers: readonly string[], needed: number) {
    this.#sending = sending;
    this.#approvers = new Set(approvers);
    this.#needed = needed;
  }

  get needed(): number {
    return this.#needed;
  }

  /** An approver has seen these rows, and approves them until then. */
  approve(
    { approver, request, untilMs }: Omit<Approval, 'rows'>,
    rows: readonly (SeenRow & { readonly idPayout: string })[],
  ): void {
    const seen = new Map(rows.map((row) => [row.idPayout, contentOf(row)]));
    this.#approvals.push({ approver, request, rows: seen, untilMs });
  }

  /** From now on approvals of this request count no more. */
  voidRequest(request: string): void {
    if (!this.#void.has(request)) this.#spareSent();
    this.#void.add(request);
  }

  isVoid(request: string): boolean {
    return this.#void.has(request);
  }

  /** From now on theirs count no more. */
  leave(approver: string): void {
    this.#spareSent();
    this.#approvers.delete(approver);
  }

  require(needed: number): void {
    if (needed > this.#needed) this.#spareSent();
    this.#needed = needed;
  }

  #spareSent(): void {
    for (const paymentId of this.#sending()) this.#underWay.add(paymentId);
  }

  /** Why this payout, which was released then, must not leave; null: it may. */
  problemOf(payment: StoredPayment, releasedAt: number): string | null {
    if (this.#underWay.has(payment.paymentId)) return null;
    const given = new Set(
      this.#approvals
        .filter(
          ({ approver, request, rows, untilMs }) =>
            this.#approvers.has(approver) &&
            !this.#void.has(request) &&
            rows.get(payment.idPayment) === contentOf(payment) &&
            untilMs > releasedAt,
        )
        .map(({ approver }) => approver),
    );
    return given.size >= this.#needed
      ? null
      : `I12: ${payment.idPayment} leaves with ${given.size} approvals of ${this.#needed}`;
  }
}

function contentOf({
  amount,
  currencyCode,
  paymentMethodCode,
  accountName,
  accountNumber,
  reference,
}: SeenRow): string {
  return JSON.stringify([amount, currencyCode, paymentMethodCode, accountName, accountNumber, reference]);
}
