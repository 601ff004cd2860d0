import { PaymentKind } from '../../../contract/payments/payment.ts';
import type { FlowPayment, FlowPlace, FlowStore, MovedMoney } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { batchNumberOf } from '../payments/payment-id.ts';
import { readFee } from '../payments/read-payment.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import {
  choiceIn,
  decimalIn,
  integerIn,
  integerOrNullIn,
  stateIn,
  textIn,
  readRowSource,
  type Row,
} from '../read-row.ts';
import { dayOf } from './index-flows.ts';

/** Payments per piece: takes a few milliseconds. */
const walkedAtOnce = 1000;

type Search = Parameters<FlowStore['flowPayments']>[1];
type Times = Pick<Search, 'from' | 'until'>;

/** See FlowStore. Day by day, so that a page reads few flows. */
export function flowPayments(context: Context, keyId: string, search: Search): FlowPayment[] {
  const profileNumber = profileNumberOf(context.connection, keyId);
  if (profileNumber === null) return [];
  const { from, until, after, limit } = search;
  const found: FlowPlace[] = [];
  const time = { from: Math.max(from, after?.at ?? from), until };
  const flows = flowsThatMove(context, profileNumber, search.currencyCode, time, search.states);
  const days = Map.groupBy(flows, (row) => integerIn(row, 'day'));
  for (const ofDay of days.values()) {
    const places = ofDay.flatMap((row) => placesIn(context, row, search));
    places.sort((left, right) => left.at - right.at || left.paymentId - right.paymentId);
    found.push(...places.slice(0, limit - found.length));
    if (found.length >= limit) break;
  }
  return found.map(({ paymentId }) => paymentOfFlow(context, paymentId));
}

/** See FlowStore. */
export function lastPaidAt(context: Context, keyId: string, time: Times): number | null {
  const profileNumber = profileNumberOf(context.connection, keyId);
  if (profileNumber === null) return null;
  const times = flowsThatMove(context, profileNumber, null, time, ['paid']).flatMap(
    (flow) =>
      context.connection.integerOrNull(
        `SELECT max(at) AS last FROM flowPayments INDEXED BY paymentsOfFlow
         WHERE flowNumber = +? AND at >= +? AND at < +?`,
        integerIn(flow, 'flowNumber'),
        time.from,
        time.until,
      ) ?? [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

/** See FlowStore. */
export function* walkMoved(
  context: Context,
  keyId: string,
  currencyCode: string,
  time: Times,
): Generator<readonly MovedMoney[], undefined> {
  const profileNumber = profileNumberOf(context.connection, keyId);
  if (profileNumber === null) return;
  for (const flow of flowsThatMove(context, profileNumber, currencyCode, time, ['paid']))
    yield* movedIn(context, flow, currencyCode, time);
}

function* movedIn(
  { connection }: Context,
  flow: Row,
  currencyCode: string,
  { from, until }: Times,
): Generator<readonly MovedMoney[]> {
  const kind = choiceIn(flow, 'kind', PaymentKind.options);
  const own = textIn(flow, 'currencyCode');
  for (let place: FlowPlace | null = { at: from, paymentId: -1 }; place !== null;) {
    const rows: Row[] = connection.all(
      `SELECT flowPayments.at, paymentId, amount, flowPayments.feeAmount, flowPayments.feeCurrencyCode
       FROM flowPayments INDEXED BY paymentsOfFlow CROSS JOIN payments USING (paymentId)
       WHERE flowNumber = +? AND at >= +? AND at < +? AND (at, paymentId) > (?, ?) AND (+? = 1 OR feeCurrencyCode = +?)
       ORDER BY at, paymentId LIMIT +?`,
      integerIn(flow, 'flowNumber'),
      place.at,
      until,
      place.at,
      place.paymentId,
      own === currencyCode ? 1 : 0,
      currencyCode,
      walkedAtOnce,
    );
    yield rows.map((row) => ({
      kind,
      amount: decimalIn(row, 'amount'),
      currencyCode: own,
      fee: readFee(row),
    }));
    const last = rows.at(-1);
    place =
      last === undefined || rows.length < walkedAtOnce
        ? null
        : { at: integerIn(last, 'at'), paymentId: integerIn(last, 'paymentId') };
  }
}

/** The payouts of these profiles that were paid at or after a moment and before another, in pieces, flow by flow. */
export function* paidPayouts(
  context: Context,
  profileNumbers: readonly number[],
  time: Times,
): Generator<readonly number[], undefined> {
  const flows = context.connection.all(
    `SELECT flowNumber, currencyCode FROM flows
     WHERE profileNumber IN (SELECT value FROM json_each(?)) AND day >= +? AND day <= +?
       AND kind = 'payout' AND state = 'paid' AND count > 0`,
    JSON.stringify(profileNumbers),
    dayOf(time.from),
    dayOf(time.until - 1),
  );
  let piece: number[] = [];
  for (const flow of flows)
    for (let after: FlowPlace | null | undefined = null; after !== undefined;) {
      const places: FlowPlace[] = placesIn(context, flow, {
        ...time,
        currencyCode: null,
        after,
        limit: walkedAtOnce,
      });
      piece.push(...places.map(({ paymentId }) => paymentId));
      after = places.length < walkedAtOnce ? undefined : places.at(-1);
      if (piece.length < walkedAtOnce) continue;
      yield piece;
      piece = [];
    }
  yield piece;
}

/** The flows with payments or fees that may be in a currency, by day. Null: any currency. */
function flowsThatMove(
  { connection }: Context,
  profileNumber: number,
  currencyCode: string | null,
  { from, until }: Times,
  states: Search['states'],
): Row[] {
  return connection.all(
    `SELECT flowNumber, day, kind, currencyCode FROM flows
     WHERE profileNumber = +? AND day >= +? AND day <= +? AND count > 0
       AND state IN (SELECT value FROM json_each(+?))
       AND (+? IS NULL OR currencyCode = +? OR EXISTS (SELECT 1 FROM flowFees
         WHERE flowFees.flowNumber = flows.flowNumber AND feeCurrencyCode = +? AND flowFees.count > 0))
     ORDER BY profileNumber, day`,
    profileNumber,
    dayOf(from),
    dayOf(until - 1),
    JSON.stringify(states),
    currencyCode,
    currencyCode,
    currencyCode,
  );
}

function placesIn(
  { connection }: Context,
  flow: Row,
  { currencyCode, from, until, after, limit }: Omit<Search, 'states'>,
): FlowPlace[] {
  const rows = connection.all(
    `SELECT at, paymentId FROM flowPayments INDEXED BY paymentsOfFlow
     WHERE flowNumber = +? AND at >= +? AND at < +? AND (at, paymentId) > (?, ?)
       AND (+? = 1 OR feeCurrencyCode = +?)
     ORDER BY at, paymentId LIMIT +?`,
    integerIn(flow, 'flowNumber'),
    Math.max(from, after?.at ?? from),
    until,
    after?.at ?? -1,
    after?.paymentId ?? 0,
    currencyCode === null || textIn(flow, 'currencyCode') === currencyCode ? 1 : 0,
    currencyCode,
    limit,
  );
  return rows.map((row) => ({ at: integerIn(row, 'at'), paymentId: integerIn(row, 'paymentId') }));
}

/** A payment as the flows count it. */
export function paymentOfFlow({ connection, batchCache }: Context, paymentId: number): FlowPayment {
  const row =
    connection.get(
      `SELECT payments.paymentId, payments.kind, flows.state, idPayment, payments.paymentMethodCode, accountName, reference,
         payments.amount, payments.currencyCode, flowPayments.at, flowPayments.feeAmount, flowPayments.feeCurrencyCode,
         firstSentAt, payments.source
       FROM flowPayments CROSS JOIN flows USING (flowNumber)
         CROSS JOIN payments ON payments.paymentId = flowPayments.paymentId
         CROSS JOIN lives ON lives.paymentId = flowPayments.paymentId
       WHERE flowPayments.paymentId = +?`,
      paymentId,
    ) ?? {};
  return {
    at: integerIn(row, 'at'),
    paymentId,
    kind: choiceIn(row, 'kind', PaymentKind.options),
    state: stateIn(row, 'state'),
    idPayment: textIn(row, 'idPayment'),
    batchId: batchCache.ofBatch(batchNumberOf(paymentId)).batchId,
    paymentMethodCode: textIn(row, 'paymentMethodCode'),
    accountName: textIn(row, 'accountName'),
    reference: textIn(row, 'reference'),
    amount: decimalIn(row, 'amount'),
    currencyCode: textIn(row, 'currencyCode'),
    fee: readFee(row),
    firstSentAt: integerOrNullIn(row, 'firstSentAt'),
    source: readRowSource(row),
  };
}
