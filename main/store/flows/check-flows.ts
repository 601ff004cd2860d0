import { addAmounts, compareAmounts } from '../../../contract/money/amount.ts';
import type { DerivedStep } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { readFee } from '../payments/read-payment.ts';
import { decimalIn, integerIn, integerOrNullIn, textIn, textOrNullIn, type Row } from '../read-row.ts';
import { dayOf, flowColumns, flowTimeOf, indexFlows } from './index-flows.ts';

const rowsAtOnce = 200;
const eventsAtOnce = 200;

type Steps = Generator<DerivedStep, undefined>;
type Sum = { readonly count: number; readonly amount: string };

/** Payments against the flow in which they are counted, and the sums of the flows against their payments. */
export function* checkFlows(context: Context, done: number): Steps {
  const { connection } = context;
  const sums = new Map<string, Sum>();
  let after = 0;
  for (;;) {
    while (indexFlows(context, eventsAtOnce) > 0) yield { done, differences: [] };
    const rows = connection.all(
      `SELECT ${flowColumns}, payments.idPayment, flowPayments.at, flowPayments.feeAmount AS countedFee,
         flowPayments.feeCurrencyCode AS countedFeeCurrency, flows.flowNumber, flows.profileNumber AS countedProfile, flows.day,
         flows.currencyCode AS countedCurrency,
         flows.kind AS countedKind, flows.state AS countedState, flows.paymentMethodCode AS countedMethod
       FROM lives CROSS JOIN payments ON payments.paymentId = lives.paymentId
         LEFT JOIN flowPayments ON flowPayments.paymentId = lives.paymentId
         LEFT JOIN flows ON flows.flowNumber = flowPayments.flowNumber
       WHERE lives.paymentId > +? ORDER BY lives.paymentId LIMIT +?`,
      after,
      rowsAtOnce,
    );
    for (const row of rows) add(sums, row);
    yield {
      done,
      differences: rows
        .filter((row) => !isCountedRight(row))
        .map((row) => ({
          part: 'flows',
          difference: { code: 'flowsOfPayment', idPayment: textIn(row, 'idPayment') },
        })),
    };
    const last = rows.at(-1);
    if (last === undefined) break;
    after = integerIn(last, 'paymentId');
  }
  yield* checkSums(context, done, sums);
}

function add(sums: Map<string, Sum>, row: Row): void {
  const flowNumber = integerOrNullIn(row, 'flowNumber');
  if (flowNumber === null) return;
  const fee = readFee(row);
  addTo(sums, `${flowNumber}`, decimalIn(row, 'amount'));
  if (fee !== null) addTo(sums, `${flowNumber} ${fee.currencyCode}`, fee.amount);
}

function addTo(sums: Map<string, Sum>, key: string, amount: string): void {
  const sum = sums.get(key) ?? { count: 0, amount: '0' };
  sums.set(key, { count: sum.count + 1, amount: addAmounts(sum.amount, amount) });
}

function isCountedRight(row: Row): boolean {
  const state = textIn(row, 'state');
  if (state === 'cancelled') return row['flowNumber'] === null;
  if (row['flowNumber'] === null) return false;
  const at = flowTimeOf(row);
  return (
    at === row['at'] &&
    dayOf(at) === row['day'] &&
    state === row['countedState'] &&
    row['profileNumber'] === row['countedProfile'] &&
    row['currencyCode'] === row['countedCurrency'] &&
    row['kind'] === row['countedKind'] &&
    row['paymentMethodCode'] === row['countedMethod'] &&
    textOrNullIn(row, 'feeAmount') === textOrNullIn(row, 'countedFee') &&
    textOrNullIn(row, 'feeCurrencyCode') === textOrNullIn(row, 'countedFeeCurrency')
  );
}

/** A change since the payments were read does not count as a difference, so a sum counts only while the flows do not change. */
function* checkSums(context: Context, done: number, sums: ReadonlyMap<string, Sum>): Steps {
  const { connection } = context;
  const rows = connection.all(
    `SELECT flowNumber, NULL AS feeCurrencyCode, count, amount FROM flows
     UNION ALL SELECT flowNumber, feeCurrencyCode, count, amount FROM flowFees`,
  );
  const kept = new Map(
    rows.map((row) => {
      const feeCurrencyCode = textOrNullIn(row, 'feeCurrencyCode');
      const key = `${integerIn(row, 'flowNumber')}${feeCurrencyCode === null ? '' : ` ${feeCurrencyCode}`}`;
      return [key, sumIn(row)];
    }),
  );
  const wrong = differing(sums, kept).map((key) => Number.parseInt(key, 10));
  yield {
    done,
    differences: areStill(context, wrong).map((flowNumber) => ({
      part: 'flows',
      difference: { code: 'flowSum', flowNumber },
    })),
  };
}

type Sums = ReadonlyMap<string, Sum>;

/** The keys whose sums differ; where there is none, nothing is counted. */
function differing(left: Sums, right: Sums): string[] {
  const nothing: Sum = { count: 0, amount: '0' };
  return [...new Set([...left.keys(), ...right.keys()])].filter((key) => {
    const [one, other] = [left.get(key) ?? nothing, right.get(key) ?? nothing];
    return one.count !== other.count || compareAmounts(one.amount, other.amount) !== 0;
  });
}

function sumIn(row: Row): Sum {
  return { count: integerIn(row, 'count'), amount: decimalIn(row, 'amount') };
}

/** The flows whose number of payments, counted at once, differs from the stored number, or whose amounts do. */
function areStill({ connection }: Context, flowNumbers: readonly number[]): number[] {
  return Array.from(new Set(flowNumbers)).filter((flowNumber) => {
    const flow = connection.get('SELECT count, amount FROM flows WHERE flowNumber = +?', flowNumber);
    const payments = connection.all(
      `SELECT amount, flowPayments.feeAmount, flowPayments.feeCurrencyCode
       FROM flowPayments INDEXED BY paymentsOfFlow CROSS JOIN payments USING (paymentId) WHERE flowNumber = +?`,
      flowNumber,
    );
    const real = new Map<string, Sum>();
    for (const row of payments) {
      addTo(real, '', decimalIn(row, 'amount'));
      const fee = readFee(row);
      if (fee !== null) addTo(real, fee.currencyCode, fee.amount);
    }
    const fees = connection.all(
      'SELECT feeCurrencyCode, count, amount FROM flowFees WHERE flowNumber = +?',
      flowNumber,
    );
    const kept = new Map(fees.map((row) => [textIn(row, 'feeCurrencyCode'), sumIn(row)]));
    if (flow !== undefined) kept.set('', sumIn(flow));
    return differing(real, kept).length > 0;
  });
}
