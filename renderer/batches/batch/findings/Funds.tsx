import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { moneyText } from '../../../../contract/text/numbers.ts';
import { capitalised } from '../../../../contract/text/states.ts';
import { Amount } from '../../../kit/Amount.tsx';
import { When } from '../../../kit/When.tsx';
import type { CheckReport } from '../../../queries/batches.ts';
import { useIsPrepareOnly } from '../../../queries/profiles.ts';
import { topUpLink } from '../../../receive/top-up-link.ts';
import { SmallTable } from '../SmallTable.tsx';
import { Finding } from './Finding.tsx';
import { fundsHeading, isLacking, unestimatedFees } from './finding-text.ts';

/** What a batch takes from each balance, what is committed before it, and what is left. */
export function Funds({ report, profileName }: { report: CheckReport; profileName: string }) {
  const { funds } = report;
  const isPrepareOnly = useIsPrepareOnly(profileName);
  const lacking = funds.filter(({ gap }) => isLacking(gap));
  const hasFloor = funds.some(({ floor }) => floor !== null);
  const unestimated = unestimatedFees(funds);
  return (
    <Finding title="Funds" heading={fundsHeading(report, isPrepareOnly)}>
      <SmallTable
        label="Needed and available"
        head={[
          'Currency',
          'Needed',
          'Estimated fees',
          'Other batches',
          'Available',
          'Left after',
          ...(hasFloor ? ['Floor'] : []),
          'As of',
        ]}
        numeric={hasFloor ? [1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5]}
      >
        {funds.map((fund) => {
          const { currencyCode, left, gap, asOf } = fund;
          const money = (amount: string | null, otherwise = 'not known') =>
            amount === null ? otherwise : <Amount amount={amount} currencyCode={currencyCode} />;
          return (
            <tr key={currencyCode}>
              <td>{currencyCode}</td>
              <td>{money(fund.needed)}</td>
              <td>{money(fund.estimatedFees)}</td>
              <td>{money(fund.committed)}</td>
              <td>{money(fund.available)}</td>
              <td>
                {left !== null && isLacking(gap) ? (
                  <Box component="strong" sx={{ color: 'error.main' }}>
                    {money(left)}
                  </Box>
                ) : (
                  money(left)
                )}
              </td>
              {hasFloor && <td>{money(fund.floor, 'none')}</td>}
              <td>{asOf === null ? 'never asked' : <When at={asOf} />}</td>
            </tr>
          );
        })}
      </SmallTable>
      <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 0.5 }}>
        {unestimated === null
          ? 'Fees are estimated from the newest payouts paid by the same method and currency.'
          : `${capitalised(unestimated)} are not known: Bursar found no fee of a payout paid by the same method and currency.`}
      </Box>
      {lacking.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mt: 0.5, fontSize: 13 }}>
          {lacking.map(({ currencyCode, gap }) => (
            <MuiLink key={currencyCode} component={Link} to={topUpLink(currencyCode, gap, profileName)}>
              Top up {moneyText({ amount: gap ?? '', currencyCode })}
            </MuiLink>
          ))}
        </Box>
      )}
    </Finding>
  );
}
