import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { amountIn, counted, durationText } from '../../../contract/text/numbers.ts';
import { shortText } from '../../../contract/text/treasury/funds-text.ts';
import { Amount } from '../../kit/Amount.tsx';
import type { BatchSummary, CheckReport } from '../../queries/batches.ts';
import { useProfiles } from '../../queries/profiles.ts';
import { fundsText } from './release-text.ts';

/** The most requests that the gateway accepts per second from one merchant. */
const requestsPerSecond = 10;

type Props = {
  readonly batch: BatchSummary;
  readonly funds: CheckReport['funds'];
  /** The time of the release. */
  readonly children: ReactNode;
};

/** What a release pays, from where, when, and what remains. */
export function ReleaseFacts({ batch, funds, children }: Props) {
  const { rows, totals, profileName, fileName } = batch;
  const profile = useProfiles().data?.find(({ name }) => name === profileName);
  return (
    <Box
      sx={{
        display: 'grid',
        // Two columns if a wide list is below, so that the list is in view too.
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(max(320px, 40%), 100%), 1fr))',
        alignItems: 'baseline',
        columnGap: 4,
        border: 1,
        borderColor: 'divider',
        borderRadius: '8px',
        px: 2.5,
        py: 1.5,
      }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Line label="Pay">
          {totals.map((total) => (
            <Total key={total.currencyCode} total={total} isOneOfMany={totals.length > 4} />
          ))}
        </Line>
        {/* On one line each if there is room, so that everything below stays in place while they change. */}
        <Line label="Leaves">
          {funds.map((fund) => (
            <Leaves key={fund.currencyCode} fund={fund} />
          ))}
        </Line>
      </Box>
      <Line label="From">
        {profileName}
        {profile !== undefined && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · merchant {profile.merchantCode}
          </Box>
        )}
      </Line>
      <Line label="Through">{profile === undefined ? '…' : profile.baseUrl}</Line>
      <Line label="For">{fileName}</Line>
      <Line label="When">{children}</Line>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Line label="Takes">
          At least {durationText(rows / requestsPerSecond)}. It continues in the background, and you can pause
          it.
        </Line>
      </Box>
    </Box>
  );
}

function Total({
  total: { currencyCode, amount, count },
  isOneOfMany,
}: {
  readonly total: BatchSummary['totals'][number];
  readonly isOneOfMany: boolean;
}) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        alignItems: 'baseline',
        columnGap: 2,
      }}
    >
      <Box
        component="span"
        sx={{
          fontSize: isOneOfMany ? 16 : totalSize(amountIn(amount, currencyCode)),
          fontWeight: 600,
          lineHeight: 1.3,
          // An amount is never truncated: if even small figures do not fit, it wraps.
          '& .amount': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
          '& .amountCode': { whiteSpace: 'nowrap' },
        }}
      >
        <Amount amount={amount} currencyCode={currencyCode} />
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, whiteSpace: 'nowrap' }}>
        {counted(count, 'payout')}
      </Box>
    </Box>
  );
}

/** Marked if the balance is short: the warning that says by how much may be below a long list. */
function Leaves({ fund }: { readonly fund: CheckReport['funds'][number] }) {
  return shortText(fund) === null ? (
    <Box>{fundsText(fund)}</Box>
  ) : (
    <Box component="strong" sx={{ display: 'block', color: 'error.main' }}>
      {fundsText(fund)}
    </Box>
  );
}

/** The font size of a total in pixels, so that all its digits fit on one line. */
function totalSize(amount: string): number {
  if (amount.length > 24) return 18;
  return amount.length > 16 ? 22 : 28;
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        py: 0.75,
        alignItems: 'baseline',
        '@media (max-width: 480px)': { display: 'block' },
      }}
    >
      <Box component="span" sx={{ width: 72, flex: 'none', color: 'text.secondary', fontSize: 13 }}>
        {label}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
    </Box>
  );
}
