import Link from '@mui/material/Link';
import { Fragment } from 'react';
import type { PayoutFilter } from '../../contract/payments/history.ts';
import { amountIn, counted, countText, moneyText } from '../../contract/text/numbers.ts';
import { statesIncluded } from '../../contract/text/states.ts';
import { EnvironmentWord } from '../shell/EnvironmentWord.tsx';
import { useCount, useTotals } from '../queries/payouts.ts';
import type { History } from './useHistory.ts';

type CountTextProps = { readonly filter: PayoutFilter; readonly history: History };

/** The totals of the filtered payouts, one currency after the other; empty until known. */
function TotalsText({ filter, history }: CountTextProps) {
  const { data } = useTotals(filter, history.version, history.looks);
  if (data === undefined || data.totals === null || data.totals.length === 0) return null;
  // Test data must never look like money.
  const isMixed = new Set(data.totals.map(({ environment }) => environment)).size > 1;
  return (
    <span title={`${statesIncluded(filter)} Fees are those that the gateway reported.`}>
      {data.totals.map(({ environment, currencyCode, payouts, amount, fees }) => (
        <Fragment key={`${environment} ${currencyCode}`}>
          {' · '}
          <span style={wholeWhereItFits}>
            {isMixed ? (
              <>
                <EnvironmentWord environment={environment} />{' '}
              </>
            ) : null}
            {payouts === 0 ? null : moneyText({ amount, currencyCode })}
            {fees === null
              ? null
              : payouts === 0
                ? `fees ${moneyText({ amount: fees, currencyCode })}`
                : ` (fees ${amountIn(fees, currencyCode)})`}
          </span>
        </Fragment>
      ))}
      {filter.states.length > 0 ? null : filter.batchId === null ? ', all states but drafts' : ', all states'}
    </span>
  );
}

/** On one line where there is room for it. */
const wholeWhereItFits = { display: 'inline-block', maxWidth: '100%', overflowWrap: 'anywhere' } as const;

/** The number of filtered payouts, once known, and how many changed since the list was read. */
export function CountText({ filter, history }: CountTextProps) {
  const { data, isError } = useCount(filter, history.version, history.looks);
  const text =
    data !== undefined
      ? `${data.isComplete ? '' : 'more than '}${counted(data.count, 'payout')}`
      : isError
        ? 'The payouts could not be counted'
        : 'Counting …';
  return (
    <>
      <span role="status">{text}</span>
      <TotalsText filter={filter} history={history} />
      <span role="status">
        {history.changedCount === 0 ? null : (
          <>
            {' · '}
            {history.hasMoreChanged ? 'at least ' : ''}
            {countText(history.changedCount)} new or changed{' · '}
            <Link component="button" onClick={history.again} sx={{ fontSize: 13, verticalAlign: 'baseline' }}>
              show
            </Link>
          </>
        )}
      </span>
    </>
  );
}
