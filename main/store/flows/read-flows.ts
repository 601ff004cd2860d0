import { PaymentKind } from '../../../contract/payments/payment.ts';
import type {
  Flow,
  FlowPayment,
  FlowPlace,
  FlowStore,
  HistoryFilter,
  MovedMoney,
} from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { batchNumberOf } from '../payments/payment-id.ts';
import { readFee } from '../payments/read-payment.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { choiceIn, decimalIn, integerIn, integerOrNullIn, stateIn, textIn, type Row } from '../read-row.ts';
import { readRowSource } from '../read-source.ts';
import { facetTest } from '../history/conditions.ts';
import { dayOf } from './index-flows.ts';

const columns = 'flowNumber, day, currencyCode, kind, state, paymentMethodCode, count, amount';
/** Flows of one piece: a few milliseconds. */
const walkedAtOnce = 1000;
/** The condition of the index `openFlows`. */
export const isOpen = `flows.count > 0 AND flows.state IN ('awaited', 'queued', 'sending', 'unknown', 'accepted')`;

type Days = { readonly from: number; readonly until: number };
type Search = Parameters<FlowStore['flowPayments']>[1];
type Times = Pick<Search, 'from' | 'until'>;

/** See FlowStore. */
export function flowsBetween({ connection }: Context, keyId: string, { from, until }: Days): Flow[] {
  const profileNumber = profileNumberOf(connection, keyId);
  if (profileNumber === null) return [];
  const fees = connection.all(
    `SELECT flowNumber, feeCurrencyCode, flowFees.count, flowFees.amount FROM flows CROSS JOIN flowFees USING (flowNumber)
     WHERE profileNumber = +? AND day >= +? AND day < +?`,
    profileNumber,
    from,
    until,
  );
  const rows = connection.all(
    `SELECT ${columns} FROM flows WHERE profileNumber = +? AND day >= +? AND day < +? ORDER BY profileNumber, day`,
    profileNumber,
    from,
    until,
  );
  return flowsOf(rows, fees);
}

/** See FlowStore. */
export function openFlows({ connection }: Context, keyId: string): Flow[] {
  const profileNumber = profileNumberOf(connection, keyId);
  if (profileNumber === null) return [];
  const fees = connection.all(
    `SELECT flowNumber, feeCurrencyCode, flowFees.count, flowFees.amount
     FROM flows INDEXED BY openFlows CROSS JOIN flowFees USING (flowNumber)
     WHERE profileNumber = +? AND ${isOpen}`,
    profileNumber,
  );
  const rows = connection.all(
    `SELECT ${columns} FROM flows INDEXED BY openFlows WHERE profileNumber = +? AND ${isOpen}`,
    profileNumber,
  );
  return flowsOf(rows, fees);
}

/** See FlowStore. */
export function* walkFlows(context: Context, filter: HistoryFilter): Generator<readonly Flow[], undefined> {
  const { connection } = context;
  const isMeant = facetTest(context, filter);
  for (let after: number | null = 0; after !== null;) {
    const rows = connection.all(
      `SELECT profileNumber, ${columns} FROM flows WHERE flowNumber > +? AND count > 0 AND kind = 'payout'
       ORDER BY flowNumber LIMIT +?`,
      after,
      walkedAtOnce,
    );
    const last = rows.at(-1);
    const until: number = last === undefined ? after : integerIn(last, 'flowNumber');
    const fees = connection.all(
      `SELECT flowNumber, feeCurrencyCode, count, amount FROM flowFees WHERE flowNumber > +? AND flowNumber <= +?`,
      after,
      until,
    );
    after = rows.length < walkedAtOnce ? null : until;
    const meant = rows.filter((row) =>
      isMeant({
        profileNumber: integerIn(row, 'profileNumber'),
        state: stateIn(row, 'state'),
        currencyCode: textIn(row, 'currencyCode'),
        paymentMethodCode: textIn(row, 'paymentMethodCode'),
      }),
    );
    yield flowsOf(meant, fees);
  }
}

/** See FlowStore. */
export function firstFlowDay({ connection }: Context, keyId: string): number | null {
  const row = connection.get(
    'SELECT day FROM flows WHERE profileNumber = +? ORDER BY profileNumber, day LIMIT 1',
    profileNumberOf(connection, keyId),
  );
  return row === undefined ? null : integerIn(row, 'day');
}

/** See FlowStore. Day by day, so that a page looks at few flows. */
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

/** The flows that move a currency, or may, by day: their payments or fees are in it. Null: any currency. */
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

/** See FlowStore. */
export function paymentsSentAfter(
  context: Context,
  keyId: string,
  { at, paymentId }: FlowPlace,
  limit: number,
): ReturnType<FlowStore['paymentsSentAfter']> {
  const { connection } = context;
  const sent = connection.all(
    `SELECT firstSentAt AS at, paymentId FROM lives INDEXED BY livesBySending
     WHERE firstSentAt IS NOT NULL AND (firstSentAt, paymentId) > (?, ?) ORDER BY firstSentAt, paymentId LIMIT +?`,
    at,
    paymentId,
    limit,
  );
  const profileNumber = profileNumberOf(connection, keyId);
  const meant = sent.filter((row) => {
    const flow = connection.get(
      `SELECT profileNumber, state FROM flowPayments CROSS JOIN flows USING (flowNumber) WHERE paymentId = +?`,
      integerIn(row, 'paymentId'),
    );
    return flow?.['profileNumber'] === profileNumber && /^(accepted|paid)$/.test(textIn(flow, 'state'));
  });
  const last = sent.at(-1);
  return {
    payments: meant.map((row) => paymentOfFlow(context, integerIn(row, 'paymentId'))),
    next:
      last === undefined || sent.length < limit
        ? null
        : { at: integerIn(last, 'at'), paymentId: integerIn(last, 'paymentId') },
  };
}

function placesIn(
  { connection }: Context,
  flow: Row,
  { currencyCode, from, until, after, limit }: Search,
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

function paymentOfFlow({ connection, batchCache }: Context, paymentId: number): FlowPayment {
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
    ownId: readRowSource(row)?.endToEndId ?? '',
  };
}

function flowsOf(rows: readonly Row[], fees: readonly Row[]): Flow[] {
  const feesOf = Map.groupBy(fees, (row) => integerIn(row, 'flowNumber'));
  return rows.flatMap((row) => {
    const count = integerIn(row, 'count');
    if (count === 0) return [];
    return [
      {
        day: integerIn(row, 'day'),
        currencyCode: textIn(row, 'currencyCode'),
        kind: choiceIn(row, 'kind', PaymentKind.options),
        state: stateIn(row, 'state'),
        paymentMethodCode: textIn(row, 'paymentMethodCode'),
        count,
        amount: decimalIn(row, 'amount'),
        fees: (feesOf.get(integerIn(row, 'flowNumber')) ?? [])
          .map((fee) => ({
            currencyCode: textIn(fee, 'feeCurrencyCode'),
            amount: decimalIn(fee, 'amount'),
            count: integerIn(fee, 'count'),
          }))
          .filter((fee) => fee.count > 0),
      },
    ];
  });
}
