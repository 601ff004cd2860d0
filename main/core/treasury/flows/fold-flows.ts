import { addAmounts, negateAmount } from '../../../../contract/money/amount.ts';
import type { PaymentKind } from '../../../../contract/payments/payment.ts';
import type { Environment } from '../../../../contract/profile.ts';
import type { FlowPeriod, FlowStep } from '../../../../contract/treasury/flows.ts';
import type { Flow } from '../../ports/index.ts';
import { dayOfNumber, endOf, startOf } from './days.ts';
import { compareText } from '../../../../contract/same-code.ts';

type Sum = { count: number; amount: string };
type MethodSum = Sum & { kind: PaymentKind; paymentMethodCode: string; fees: string };
type Counts = Map<string, FlowPeriod['counts'][number]>;

type Period = {
  readonly start: number;
  readonly currencyCode: string;
  in: string;
  out: string;
  fees: string;
  readonly counts: Counts;
  readonly methods: Map<string, MethodSum>;
};

type FlowFold = {
  add(flows: readonly Flow[]): void;
  /** By time and currency. */
  list(): FlowPeriod[];
};

/** `from` and `until` are the requested first and last day. */
export function foldFlows(
  environment: Environment,
  by: FlowStep,
  { from, until }: { readonly from: number; readonly until: number },
): FlowFold {
  const periods = new Map<string, Period>();

  function periodOf(day: number, currencyCode: string): Period {
    const start = startOf(day, by);
    const key = `${start} ${currencyCode}`;
    const known = periods.get(key);
    if (known !== undefined) return known;
    const fresh: Period = {
      start,
      currencyCode,
      in: '0',
      out: '0',
      fees: '0',
      counts: new Map(),
      methods: new Map(),
    };
    periods.set(key, fresh);
    return fresh;
  }

  function addFlow(flow: Flow): void {
    const period = periodOf(flow.day, flow.currencyCode);
    count(period.counts, flow);
    if (flow.state !== 'paid') return;
    const method = methodIn(period, flow);
    method.count += flow.count;
    if (flow.kind === 'payout') {
      const out = negateAmount(flow.amount);
      period.out = addAmounts(period.out, out);
      method.amount = addAmounts(method.amount, out);
    } else {
      period.in = addAmounts(period.in, flow.amount);
      method.amount = addAmounts(method.amount, flow.amount);
    }
    for (const fee of flow.fees) {
      const taken = negateAmount(fee.amount);
      const charged = periodOf(flow.day, fee.currencyCode);
      charged.fees = addAmounts(charged.fees, taken);
      const feeMethod = methodIn(charged, flow);
      feeMethod.fees = addAmounts(feeMethod.fees, taken);
    }
  }

  return {
    add: (flows) => {
      for (const flow of flows) addFlow(flow);
    },
    list: () =>
      [...periods.values()]
        .toSorted(
          (left, right) => left.start - right.start || compareText(left.currencyCode, right.currencyCode),
        )
        .map((period) => ({
          environment,
          from: dayOfNumber(Math.max(period.start, from)),
          until: dayOfNumber(Math.min(endOf(period.start, by), until)),
          currencyCode: period.currencyCode,
          in: period.in,
          out: period.out,
          fees: period.fees,
          net: addAmounts(addAmounts(period.in, period.out), period.fees),
          counts: [...period.counts.values()],
          methods: [...period.methods.values()],
          successRate: successRateOf(period.counts),
        })),
  };
}

function count(counts: Counts, { kind, state, count: added, amount }: Flow): void {
  const key = `${kind} ${state}`;
  const known = counts.get(key);
  counts.set(key, {
    kind,
    state,
    count: (known?.count ?? 0) + added,
    amount: addAmounts(known?.amount ?? '0', amount),
  });
}

function methodIn({ methods }: Period, { kind, paymentMethodCode }: Flow): MethodSum {
  const key = `${kind} ${paymentMethodCode}`;
  const known = methods.get(key);
  if (known !== undefined) return known;
  const fresh = { kind, paymentMethodCode, count: 0, amount: '0', fees: '0' };
  methods.set(key, fresh);
  return fresh;
}

function successRateOf(counts: Counts): number | null {
  const of = (state: string): number => counts.get(`payout ${state}`)?.count ?? 0;
  const ended = of('paid') + of('failed') + of('rejected');
  return ended === 0 ? null : of('paid') / ended;
}
