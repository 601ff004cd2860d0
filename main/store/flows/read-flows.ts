import { listOf } from '../payments/read-payment.ts';
import { openStates, PaymentKind } from '../../../contract/payments/payment.ts';
import { Environment } from '../../../contract/profile.ts';
import type { Flow, FlowIn, HistoryFilter } from '../../core/ports/index.ts';
import type { Context } from '../context.ts';
import { profileNumberOf } from '../profiles/profile-number.ts';
import { choiceIn, decimalIn, integerIn, stateIn, textIn, type Row } from '../read-row.ts';
import { facetTest } from '../history/conditions.ts';
import { facetKeyIn } from '../history/facets.ts';

const columns = 'flowNumber, day, currencyCode, kind, state, paymentMethodCode, count, amount';
/** Flows per piece: takes a few milliseconds. */
const walkedAtOnce = 1000;
/** The condition of the index `openFlows`. */
export const isOpen = `flows.count > 0 AND flows.state IN ${listOf(openStates)}`;

type Days = { readonly from: number; readonly until: number };

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
export function* walkFlows(context: Context, filter: HistoryFilter): Generator<readonly FlowIn[], undefined> {
  const { connection } = context;
  const matches = facetTest(context, filter);
  for (let after: number | null = 0; after !== null;) {
    const rows = connection.all(
      `SELECT profileNumber, environment, ${columns} FROM flows JOIN profiles USING (profileNumber)
       WHERE flowNumber > +? AND count > 0 AND kind = 'payout'
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
    const meant = rows.filter((row) => matches(facetKeyIn(row)));
    const byEnvironment = Map.groupBy(meant, (row) => choiceIn(row, 'environment', Environment.options));
    yield [...byEnvironment].flatMap(([environment, some]) =>
      flowsOf(some, fees).map((flow) => ({ ...flow, environment })),
    );
  }
}

/** See FlowStore. */
export function firstFlowDay({ connection }: Context, keyId: string): number | null {
  return connection.integerOrNull(
    'SELECT day FROM flows WHERE profileNumber = +? ORDER BY profileNumber, day LIMIT 1',
    profileNumberOf(connection, keyId),
  );
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
