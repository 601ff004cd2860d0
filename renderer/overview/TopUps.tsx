import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { AmountText } from '../kit/format-amount.ts';
import { topUpLink, topUpsOnTheirWayLink } from '../receive/top-up-link.ts';
import { openStates } from './queries.ts';

type TopUpsProps = {
  readonly currencyCode: string;
  /** The sum of the top-ups in this currency that are not finished; null: there are none. */
  readonly onTheirWay: string | null;
};

/** What raises a balance: the top-ups on their way, and another one. */
export function TopUps({ currencyCode, onTheirWay }: TopUpsProps) {
  return (
    <>
      {onTheirWay === null ? null : (
        <>
          <Link
            component={RouterLink}
            to={topUpsOnTheirWayLink(currencyCode, openStates)}
            color="inherit"
            sx={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {AmountText(onTheirWay, currencyCode)} on its way
          </Link>
          {' · '}
        </>
      )}
      <Link
        component={RouterLink}
        to={topUpLink(currencyCode)}
        aria-label={`Top up ${currencyCode}`}
        underline="hover"
        sx={{ color: 'text.secondary' }}
      >
        Top up
      </Link>
    </>
  );
}
