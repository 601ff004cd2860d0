import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { Link } from 'react-router';
import { isZeroAmount } from '../../contract/money/amount.ts';
import { counted } from '../../contract/text/numbers.ts';
import type { Balance } from '../../contract/treasury.ts';
import { availableOf } from '../../contract/treasury/available.ts';
import { Amount } from '../kit/Amount.tsx';
import { useRowHeight } from '../kit/table/density.ts';
import { shortTime } from '../kit/times.ts';
import { fieldTitle } from '../../contract/text/states.ts';
import { Sparkline } from '../kit/Sparkline.tsx';
import { LowBalance } from './LowBalance.tsx';
import { isBelow } from '../../contract/money/amount.ts';
import { amountNames, keyedBalances, onTheirWayTexts, shownSpan } from './balance-table.ts';
import { useLowBalanceLimits } from '../queries/settings.ts';
import { useTopUpsOnTheirWay, useTrends } from '../queries/balances.ts';
import { openStates } from '../../contract/payments/payment.ts';
import { topUpLink, topUpsOnTheirWayLink } from '../receive/top-up-link.ts';

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 14,
  'th, td': {
    padding: '0 10px',
    height: 'var(--row-height)',
    borderBottom: `1px solid ${theme.vars?.palette.hairline}`,
    textAlign: 'right',
    whiteSpace: 'nowrap',
  },
  'thead th': {
    height: 32,
    fontSize: 12,
    fontWeight: 500,
    color: theme.vars?.palette.text.secondary,
    borderBottomColor: theme.vars?.palette.divider,
  },
  'th:first-of-type, .left': { textAlign: 'left' },
  [theme.breakpoints.down('lg')]: { 'th, td': { paddingInline: 6 } },
  // The figures get the space; the history of a balance has a view of its own.
  [theme.breakpoints.down('md')]: {
    '.trend': { display: 'none' },
    'td:last-of-type': { whiteSpace: 'normal' },
  },
  'th:first-of-type': { paddingLeft: 0 },
  'td:last-of-type, thead th:last-of-type': { paddingRight: 0 },
  '.main': { fontSize: 16, fontWeight: 600 },
  // The line begins with the code, and amounts with 18 decimals need the space.
  '.other .amountCode': { display: 'none' },
  '.onTheirWay': { color: 'inherit', fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '.topUp': { color: theme.vars?.palette.text.secondary, fontSize: 13, textDecoration: 'none' },
  '.topUp:hover': { textDecoration: 'underline' },
  '.quiet': { color: theme.vars?.palette.text.secondary },
}));

type BalanceTableProps = { readonly profileName: string; readonly balances: readonly Balance[] };

/** One line per currency: every amount that the gateway names, the history of the available one, and the alert limit. */
export function BalanceTable({ profileName, balances }: BalanceTableProps) {
  const { trends, span: period } = useTrends(profileName);
  const { since, ...span } = shownSpan(trends, period);
  const limits = useLowBalanceLimits(profileName);
  const onTheirWay = onTheirWayTexts(useTopUpsOnTheirWay(profileName));
  const rowHeight = useRowHeight();
  const names = amountNames(balances);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const keyed = keyedBalances(balances);
  const used = keyed.filter(
    ({ currencyCode, amounts }) =>
      limits.limitOf(currencyCode) !== null ||
      onTheirWay.has(currencyCode) ||
      amounts.length === 0 ||
      amounts.some(({ amount }) => !isZeroAmount(amount)),
  );
  // Without any money, there is nothing to filter among the currencies.
  const folded = used.length === 0 ? 0 : balances.length - used.length;
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Balances per currency">
      <Table sx={{ '--row-height': `${rowHeight + 2}px` }}>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {fieldTitle(name)}
              </th>
            ))}
            <th scope="col" className="left trend">
              {since === null ? 'Last 30 days' : `Since ${shortTime(since)}`}
            </th>
            <th scope="col">Alert below</th>
            <th scope="col">Top-ups</th>
          </tr>
        </thead>
        <tbody>
          {(isUnfolded || folded === 0 ? keyed : used).map((balance) => {
            const { key, currencyCode, amounts } = balance;
            const limit = limits.limitOf(currencyCode);
            const isLow = isBelow(availableOf(balance), limit);
            const points = trends.find((trend) => trend.currencyCode === currencyCode)?.points ?? [];
            return (
              <tr key={key}>
                <th scope="row">{currencyCode}</th>
                {names.map((name, index) => {
                  const amount = amounts.find((each) => each.name === name)?.amount;
                  return (
                    <td key={name} className={index === 0 ? 'main' : 'other'}>
                      {amount === undefined ? (
                        amounts.length === 0 && index === 0 ? (
                          'Not readable'
                        ) : (
                          ''
                        )
                      ) : (
                        <Amount amount={amount} currencyCode={currencyCode} isQuiet={index > 0} />
                      )}
                    </td>
                  );
                })}
                <td className="quiet trend">
                  <Link
                    to={`/treasury/balances?${new URLSearchParams({ currency: currencyCode })}`}
                    style={{ display: 'block', color: 'inherit' }}
                    aria-label={`Balance history of ${currencyCode}`}
                  >
                    <Sparkline
                      points={points}
                      {...span}
                      label={`${currencyCode} ${since === null ? 'over the last 30 days' : `since ${shortTime(since)}`}`}
                    />
                  </Link>
                </td>
                <td>
                  <LowBalance
                    currencyCode={currencyCode}
                    limit={limit}
                    isLow={isLow}
                    onChange={(amount) => limits.set(currencyCode, amount)}
                  />
                </td>
                <td>
                  <TopUps currencyCode={currencyCode} onTheirWay={onTheirWay.get(currencyCode) ?? null} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
      {folded === 0 ? null : (
        <Button
          size="small"
          color="inherit"
          sx={{ marginLeft: '-5px' }}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Hide' : 'Show'} {counted(folded, 'currency', 'currencies')} without money
        </Button>
      )}
    </Box>
  );
}

type TopUpsProps = {
  readonly currencyCode: string;
  /** The sum of the unfinished top-ups in this currency, in words; null: there are none. */
  readonly onTheirWay: string | null;
};

/** Links for raising a balance: the top-ups in progress, and a new one. Plain links, because the first screen has two per currency. */
function TopUps({ currencyCode, onTheirWay }: TopUpsProps) {
  return (
    <>
      {onTheirWay === null ? null : (
        <>
          <Link className="onTheirWay" to={topUpsOnTheirWayLink(currencyCode, openStates)}>
            {onTheirWay}
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
