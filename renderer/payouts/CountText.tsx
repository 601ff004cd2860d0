import Link from '@mui/material/Link';
import type { PayoutFilter } from '../../contract/payments/history.ts';
import { counted, countText } from '../../contract/text/numbers.ts';
import { useCount } from '../queries/payouts.ts';
import type { History } from './useHistory.ts';

type CountWordsProps = { readonly filter: PayoutFilter; readonly history: History };

/** How many payouts there are under a filter, as soon as that is known, and how many changed since the list was read. */
export function CountText({ filter, history }: CountWordsProps) {
  const { data, isError } = useCount(filter, history.version);
  const text =
    data !== undefined
      ? `${data.isComplete ? '' : 'more than '}${counted(data.count, 'payout')}`
      : isError
        ? 'The payouts could not be counted'
        : 'Counting …';
  return (
    <>
      <span role="status">{text}</span>
      <span role="status">
        {history.changedCount === 0 ? null : (
          <>
            {' · '}
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
