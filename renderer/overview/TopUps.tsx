import { Link } from 'react-router';
import { moneyText } from '../../contract/text/numbers.ts';
import { openStates } from '../../contract/payments/payment.ts';
import { topUpLink, topUpsOnTheirWayLink } from '../receive/top-up-link.ts';

type TopUpsProps = {
  readonly currencyCode: string;
  /** The sum of the top-ups in this currency that are not finished; null: there are none. */
  readonly onTheirWay: string | null;
};

/** What raises a balance: the top-ups on their way, and another one. Plain links, since there are two for each currency on the first screen. */
export function TopUps({ currencyCode, onTheirWay }: TopUpsProps) {
  return (
    <>
      {onTheirWay === null ? null : (
        <>
          <Link className="onTheirWay" to={topUpsOnTheirWayLink(currencyCode, openStates)}>
            {moneyText({ amount: onTheirWay, currencyCode })} on its way
          </Link>
          {' · '}
        </>
      )}
      <Link className="topUp" to={topUpLink(currencyCode)} aria-label={`Top up ${currencyCode}`}>
        Top up
      </Link>
    </>
  );
}
