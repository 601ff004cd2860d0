import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isZeroAmount } from '../../contract/money/amount.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { DataTable, type Column } from '../kit/table/DataTable.tsx';
import { exportFlows, useFlows, type FlowPeriod, type FlowStep } from '../queries/treasury.ts';
import { paidInLink, paidPayoutsLink } from './flow-links.ts';
import { FlowChart } from './FlowChart.tsx';
import { amountColumn, MaybeAmount } from './MaybeAmount.tsx';
import { counted, countText, shareText } from '../../contract/text/numbers.ts';
import { PeriodBar } from './PeriodBar.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import type { TreasuryProps } from './treasury-props.ts';
import { useCurrencies, useTreasuryAddress } from './useTreasuryAddress.ts';
import { NothingMoved } from './NothingMoved.tsx';

const steps: readonly (readonly [FlowStep, string])[] = [
  ['day', 'Days'],
  ['week', 'Weeks'],
  ['month', 'Months'],
];

const formats = [
  { format: 'csv', title: 'CSV', about: 'Every line, with exact decimals' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Every line, with amounts as numbers and days as dates' },
] as const;

/** Money in and out, per day, week or month and currency; a line links to its payouts, its “In” to its payins and top-ups. */
export function Flows({ profile }: TreasuryProps) {
  const [step, setStep] = useState<FlowStep>('day');
  const navigate = useNavigate();
  const {
    period,
    currencyCode: wanted,
    showPeriod,
    showCurrency,
  } = useTreasuryAddress(useCurrencies(profile.name).currencies);
  const { flows: query, shownPeriod: shown } = useFlows(period, step, profile.name);
  const { data, error, isPending, refetch } = query;
  const currencies = [...new Set((data ?? []).map((flow) => flow.currencyCode))];
  const currencyCode = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const flows = (data ?? []).filter((flow) => flow.currencyCode === currencyCode);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <PeriodBar period={period} onPeriod={showPeriod}>
        {currencies.length === 0 ? null : (
          <CurrencySelect currencies={currencies} value={currencyCode} onChange={showCurrency} />
        )}
        <ToggleButtonGroup
          size="small"
          exclusive
          aria-label="Sum up by"
          value={step}
          onChange={(_event, value: unknown) => setStep(steps.find(([key]) => key === value)?.[0] ?? step)}
        >
          {steps.map(([key, title]) => (
            <ToggleButton key={key} value={key}>
              {title}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </PeriodBar>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {flows.length === 0 ? null : <FlowChart period={shown} flows={flows} currencyCode={currencyCode} />}
      {flows.length === 0 ? null : (
        <Box data-actions sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <FileMenu
            formats={formats}
            label="Writing the flows"
            write={async (format, signal) => {
              const asked = { ...shown, by: step, currencyCode, profileName: profile.name, format };
              const { bytes, lines } = await exportFlows(asked, signal);
              return {
                name: `flows-${profile.name}-${currencyCode}-${shown.from}-${shown.until}.${format}`,
                bytes,
                text: `${counted(lines, 'line')} exported.`,
              };
            }}
          />
        </Box>
      )}
      <DataTable<FlowPeriod>
        label="Flows"
        isFlowing
        columns={columns}
        rows={data === undefined ? undefined : flows.toReversed()}
        rowKey={({ from }) => from}
        onOpen={(line) => void navigate(paidPayoutsLink(line, profile.name))}
        isLoading={isPending}
        empty={<NothingMoved />}
      />
    </Box>
  );
}

const amount = (key: 'in' | 'out' | 'fees' | 'net', title: string): Column<FlowPeriod> =>
  amountColumn(key, title, { width: 140, isQuiet: key !== 'net' });

/** The money in, which links to the payins and top-ups; the line itself links to its payouts. */
function In({ line }: { readonly line: FlowPeriod }) {
  const amountIn = <MaybeAmount amount={line.in} currencyCode={line.currencyCode} isQuiet />;
  if (isZeroAmount(line.in)) return amountIn;
  return (
    <Link to={paidInLink(line)} title="Payins and top-ups">
      {amountIn}
    </Link>
  );
}

/** How many payouts are in these states. */
function payouts({ counts }: FlowPeriod, ...states: readonly string[]): string {
  const wanted = counts.filter(({ kind, state }) => kind === 'payout' && states.includes(state));
  return countText(wanted.reduce((sum, { count }) => sum + count, 0));
}

const daysText = ({ from, until }: FlowPeriod): string => (from === until ? from : `${from} to ${until}`);

const columns: readonly Column<FlowPeriod>[] = [
  {
    key: 'period',
    title: 'UTC days',
    width: 210,
    text: daysText,
    render: daysText,
  },
  { ...amount('in', 'In'), render: (line) => <In line={line} /> },
  amount('out', 'Out'),
  amount('fees', 'Fees'),
  amount('net', 'Net'),
  {
    key: 'paid',
    title: 'Payouts paid',
    width: 110,
    align: 'right',
    text: (flow) => payouts(flow, 'paid'),
  },
  {
    key: 'notPaid',
    title: 'Failed, rejected',
    width: 120,
    align: 'right',
    text: (flow) => payouts(flow, 'failed', 'rejected'),
  },
  {
    key: 'rate',
    title: 'Success rate',
    width: 100,
    // It follows from the two counts before it.
    isExtra: true,
    align: 'right',
    text: ({ successRate }) => (successRate === null ? '' : shareText(successRate)),
  },
];
