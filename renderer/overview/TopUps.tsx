import { Link } from 'react-router';
import { moneyText } from '../../contract/text/numbers.ts';
import { openStates } from '../../contract/payments/payment.ts';
import { topUpLink, topUpsOnTheirWayLink } from '../receive/top-up-link.ts';

type TopUpsProps = {
  readonly currencyCode: string;
  /** The sum of the unfinished top-ups in this currency; null: there are none. */
  readonly onTheirWay: string | null;
};

/** Links for raising a balance: the top-ups in progress, and a new one. Plain links, because the first screen has two per currency. */
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
