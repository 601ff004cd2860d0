import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { compareAmounts } from '../../contract/money/amount.ts';
import { counted } from '../../contract/text/numbers.ts';
import { projectionTexts } from '../../contract/text/treasury/statement-text.ts';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import { Empty } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { DataTable, type Column } from '../kit/table/DataTable.tsx';
import { When } from '../kit/When.tsx';
import { useAddressView } from '../kit/useAddressView.ts';
import { timeAgo } from '../kit/times.ts';
import { useCurrentProfile } from '../queries/profiles.ts';
import { usePosition, useRefreshPosition } from '../queries/treasury.ts';
import { amountColumn, MaybeAmount, maybeAmountText } from './MaybeAmount.tsx';
import { isInUse, withTotals, type ShownLine } from './position-lines.ts';
import { PositionDrawer } from './PositionDrawer.tsx';
import type { TreasuryProps } from './treasury-props.ts';

/** The current and projected position per currency, for one profile or for all of its environment: never live and sandbox together. */
export function Position({ profile }: TreasuryProps) {
  const { data, error, isPending, refetch } = usePosition();
  const refresh = useRefreshPosition(() => void refetch());
  const [isAll, setIsAll] = useState(false);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [openKey, open] = useAddressView(readOpen, writeOpen, ofOtherViews);
  const ofEnvironment = (data ?? []).filter(({ environment }) => environment === profile.environment);
  const wanted = isAll ? ofEnvironment : ofEnvironment.filter((line) => line.profileName === profile.name);
  const used = wanted.filter(isInUse);
  const folded = wanted.length - used.length;
  const { profiles } = useCurrentProfile();
  const shown = profiles.filter(({ name, environment }) =>
    isAll ? environment === profile.environment : name === profile.name,
  );
  const hasOthers = profiles.some(
    ({ name, environment }) => environment === profile.environment && name !== profile.name,
  );
  // Without a key here, the gateway cannot be asked.
  const asked = shown.filter(({ isPrepareOnly }) => !isPrepareOnly).map(({ name }) => name);
  const lines = withTotals(isUnfolded ? wanted : used);
  // As it is now: balances may be read while it is open.
  const opened = lines.find((line) => keyOf(line) === openKey);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Toolbar label="Position" hasActions>
        {hasOthers ? (
          <ToggleButtonGroup
            size="small"
            exclusive
            aria-label="Which profiles"
            value={isAll ? 'all' : 'one'}
            onChange={(_event, value: unknown) => setIsAll(value === 'all')}
          >
            <ToggleButton value="one">{profile.name}</ToggleButton>
            <ToggleButton value="all">All {profile.environment} profiles</ToggleButton>
          </ToggleButtonGroup>
        ) : null}
        <Box sx={{ flex: 1 }} />
        {refresh.isPending ? (
          <Button color="inherit" onClick={refresh.stop}>
            Stop
          </Button>
        ) : null}
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<RefreshIcon />}
          disabled={refresh.isPending || asked.length === 0}
          onClick={() => refresh.run(asked)}
        >
          {refresh.isPending ? 'Reading balances …' : 'Read balances'}
        </Button>
      </Toolbar>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <DataTable<ShownLine>
        label="Position"
        isFlowing
        columns={isAll ? [profileColumn, ...columns] : columns}
        rows={data === undefined ? undefined : lines}
        rowKey={keyOf}
        selected={opened === undefined ? null : keyOf(opened)}
        onOpen={(line) => open(() => (line.isTotal ? null : keyOf(line)))}
        isLoading={isPending}
        empty={
          wanted.length > 0 ? (
            <Empty title="No money in any currency" text="Read the balances, or add money with a top-up." />
          ) : (
            <Empty
              title="No balances yet"
              text={
                asked.length > 0
                  ? 'Read balances asks the gateway.'
                  : 'Without a key here, the gateway cannot be asked. The balances are shown where the key is.'
              }
            />
          )
        }
      />
      {folded === 0 ? null : (
        <Box>
          <Button size="small" color="inherit" onClick={() => setIsUnfolded(!isUnfolded)}>
            {isUnfolded ? 'Hide' : 'Show'} {counted(folded, 'currency', 'currencies')} without money
          </Button>
        </Box>
      )}
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        Projected is available less committed payouts and their estimated fees, plus top-ups on their way.
        {[...Map.groupBy(used, ({ profileName }) => profileName)].flatMap(([profileName, ofProfile]) =>
          projectionTexts(ofProfile, '“Read balances”').map((text) => (
            <Box key={`${profileName} ${text}`}>
              {isAll ? `${profileName}: ` : ''}
              {text}
            </Box>
          )),
        )}
      </Box>
      {opened === undefined ? null : (
        <PositionDrawer key={keyOf(opened)} line={opened} onClose={() => open(() => null)} />
      )}
    </Box>
  );
}

function keyOf({ profileName, currencyCode, isTotal }: ShownLine): string {
  return `${isTotal ? 'total' : profileName}-${currencyCode}`;
}

/** The line of which details are open is in the address, as all details are: Back closes them. */
const readOpen = (address: URLSearchParams): string | null => address.get('line');
const writeOpen = (key: string | null) => new URLSearchParams(key === null ? {} : { line: key });
const ofOtherViews = ['currency', 'from', 'until'];

type Figure = 'available' | 'reserved' | 'committed' | 'expectedIn' | 'estimatedFees';

function figure(key: Figure, title: string, width: number): Column<ShownLine> {
  return amountColumn(key, title, { width, isQuiet: true });
}

const profileColumn: Column<ShownLine> = {
  key: 'profile',
  title: 'Profile',
  width: 120,
  render: ({ profileName, isTotal, currencyCode }) =>
    isTotal ? <strong>All in {currencyCode}</strong> : profileName,
};

const shortTitle = 'Short: ';

function isShort(projected: string | null): boolean {
  return projected !== null && compareAmounts(projected, '0') < 0;
}

const columns: readonly Column<ShownLine>[] = [
  figure('available', 'Available', 145),
  { ...figure('reserved', 'Reserved', 130), isExtra: true },
  figure('committed', 'Committed', 135),
  figure('expectedIn', 'Expected in', 95),
  figure('estimatedFees', 'Estimated fees', 118),
  {
    key: 'projected',
    title: 'Projected',
    width: 182,
    align: 'right',
    text: ({ projected, currencyCode }) =>
      `${isShort(projected) ? shortTitle : ''}${maybeAmountText({ amount: projected, currencyCode })}`,
    render: ({ projected, currencyCode }) => (
      <Box component="span" sx={{ fontWeight: 600, ...(isShort(projected) ? { color: 'error.main' } : {}) }}>
        {isShort(projected) ? shortTitle : ''}
        <MaybeAmount amount={projected} currencyCode={currencyCode} />
      </Box>
    ),
  },
  {
    key: 'asOf',
    title: 'As of',
    width: 72,
    isExtra: true,
    align: 'right',
    text: ({ asOf }) => (asOf === null ? 'no balance' : timeAgo(asOf)),
    render: ({ asOf }) => (asOf === null ? 'no balance' : <When at={asOf} isRelative />),
  },
];
