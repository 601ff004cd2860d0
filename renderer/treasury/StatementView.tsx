import Box from '@mui/material/Box';
import { useState } from 'react';
import { isZeroAmount } from '../../contract/money/amount.ts';
import { momentText } from '../../contract/text/clock.ts';
import { counted } from '../../contract/text/numbers.ts';
import { openingText, unexplainedText } from '../../contract/text/treasury/statement-text.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { Facts } from '../kit/layout/Facts.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { Empty } from '../kit/messages/Empty.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import {
  exportStatement,
  useStatement,
  type Statement,
  type StatementDay,
  type StatementInput,
} from '../queries/treasury.ts';
import { CurrencySelect } from './CurrencySelect.tsx';
import { ExplainDialog } from './ExplainDialog.tsx';
import { MaybeAmount } from './MaybeAmount.tsx';
import { Movements } from './Movements.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { StatementDays } from './StatementDays.tsx';
import type { TreasuryProps } from './treasury-props.ts';
import { useCurrencies, useTreasuryAddress } from './useTreasuryAddress.ts';

const formats = [
  { format: 'pdf', title: 'PDF', about: 'To read and to file' },
  { format: 'xlsx', title: 'Excel (XLSX)', about: 'Movements and days as numbers and dates' },
  { format: 'csv', title: 'CSV', about: 'Movements with exact decimals' },
  { format: 'camt.053', title: 'camt.053', about: 'Bank statement for accounting software' },
] as const;

const extensions = { pdf: 'pdf', xlsx: 'xlsx', csv: 'csv', 'camt.053': 'xml' } as const;

/** Opening and closing balance of one currency, all movements, and unexplained differences. */
export function StatementView({ profile }: TreasuryProps) {
  const { currencies, isKnown, error, again } = useCurrencies(profile.name);
  const { period, currencyCode, showPeriod, showCurrency } = useTreasuryAddress(currencies);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <PeriodBar period={period} onPeriod={showPeriod}>
        <CurrencySelect currencies={currencies} value={currencyCode} onChange={showCurrency} />
      </PeriodBar>
      <ErrorNotice error={error} onRetry={again} />
      {!isKnown ? null : currencyCode === '' ? (
        <Empty title="No balances yet" text="Read the balances on the Position tab first." />
      ) : (
        <OneStatement statement={{ ...period, currencyCode, profileName: profile.name }} />
      )}
    </Box>
  );
}

/** A day with a difference, and the statement that it was shown in: another one may be read while it is explained. */
type Explained = { readonly statement: StatementInput; readonly day: StatementDay };

function OneStatement({ statement }: { readonly statement: StatementInput }) {
  const { data, error, refetch } = useStatement(statement);
  const [explaining, setExplaining] = useState<Explained | null>(null);
  if (data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  // While another statement is read, this one is still on screen: its file, and a note, are of what is shown.
  const { profileName, currencyCode, from, until } = data;
  const shown = { profileName, currencyCode, from, until };
  const days = data.days.filter(
    ({ amount, fees, reported }) => reported !== null || !isZeroAmount(amount) || !isZeroAmount(fees),
  );
  return (
    <>
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Section
        title="Statement"
        actions={
          <FileMenu
            formats={formats}
            label="Writing the statement"
            write={async (format, signal) => {
              const { bytes, movements } = await exportStatement(shown, format, signal);
              const name = `statement-${profileName}-${currencyCode}-${from}-${until}.${extensions[format]}`;
              return { name, bytes, text: `Statement with ${counted(movements, 'movement')} exported.` };
            }}
          />
        }
      >
        <Summary statement={data} />
      </Section>
      <Section
        title="Days"
        about="UTC. Days where Moved and Fees are zero, and no balance was read, are left out."
      >
        <StatementDays
          days={days}
          currencyCode={currencyCode}
          onExplain={(day) => setExplaining({ statement: shown, day })}
        />
      </Section>
      <Section title={counted(data.movementCount, 'movement')}>
        <Movements statement={statement} />
      </Section>
      {explaining === null ? null : (
        <ExplainDialog
          {...explaining}
          onDone={() => {
            setExplaining(null);
            void refetch();
          }}
          onCancel={() => setExplaining(null)}
        />
      )}
    </>
  );
}

function Summary({ statement }: { readonly statement: Statement }) {
  const { currencyCode, reportedAt, unexplained } = statement;
  const money = (amount: string | null) => <MaybeAmount amount={amount} currencyCode={currencyCode} />;
  const isDifferent = unexplained !== null && !isZeroAmount(unexplained);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Facts
        facts={[
          ['Opening', money(statement.opening)],
          ['In', money(statement.in)],
          ['Out', money(statement.out)],
          ['Fees', money(statement.fees)],
          ['Closing', money(statement.closing)],
          [
            'Reported',
            reportedAt === null ? (
              'no balance was read'
            ) : (
              <>
                {money(statement.reported)} at {momentText(reportedAt)}
              </>
            ),
          ],
          ['Unexplained', money(unexplained)],
        ]}
      />
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{openingText(statement)}</Box>
      <Box role="status" sx={{ fontSize: 13, color: isDifferent ? 'warning.main' : 'text.secondary' }}>
        {unexplainedText(statement)}
      </Box>
    </Box>
  );
}
