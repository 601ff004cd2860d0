import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { moneyText } from '../../contract/text/numbers.ts';
import { hasArisen, likelyCandidates, type Candidate } from '../../contract/treasury/statement.ts';
import { kindText } from '../../contract/text/states.ts';
import { candidateText, notSearchedText } from '../../contract/text/treasury/statement-text.ts';
import { Amount } from '../kit/Amount.tsx';
import { ShowMore } from '../kit/layout/ShowMore.tsx';
import { Empty } from '../kit/messages/Empty.tsx';
import { DataTable, type Column } from '../kit/table/DataTable.tsx';
import type { StatementDay } from '../queries/treasury.ts';
import { MaybeAmount, maybeAmountText } from './MaybeAmount.tsx';

type StatementDaysProps = {
  readonly days: readonly StatementDay[];
  readonly currencyCode: string;
  readonly onExplain: (day: StatementDay) => void;
};

/** The days of a statement, and below them those with a difference, with the payments that may explain it. */
export function StatementDays({ days, currencyCode, onExplain }: StatementDaysProps) {
  const amount = (key: 'opening' | 'amount' | 'fees' | 'closing', title: string) => ({
    key,
    title,
    width: 135,
    align: 'right' as const,
    // Where room is lacking: the closing of the day before says the one, the movements below the other.
    isExtra: key === 'opening' || (key === 'fees' && ('last' as const)),
    text: (day: StatementDay) => maybeAmountText({ amount: day[key], currencyCode }),
    render: (day: StatementDay) => (
      <MaybeAmount amount={day[key]} currencyCode={currencyCode} isQuiet={key !== 'closing'} />
    ),
  });
  /** A figure that some days do not have. */
  const amountIfAny = (
    key: 'reported' | 'sinceReported' | 'arisen',
    title: string,
    amountOf: (day: StatementDay) => string | null,
  ) => ({
    key,
    title,
    width: 135,
    align: 'right' as const,
    // Nothing is lost without a column that is empty.
    isExtra: days.every((day) => amountOf(day) === null),
    text: (day: StatementDay) => {
      const found = amountOf(day);
      return found === null ? '' : moneyText({ amount: found, currencyCode });
    },
    render: (day: StatementDay) => {
      const found = amountOf(day);
      return found === null ? (
        ''
      ) : (
        <Amount amount={found} currencyCode={currencyCode} isQuiet={key !== 'arisen'} />
      );
    },
  });
  const columns: readonly Column<StatementDay>[] = [
    { key: 'day', title: 'Day', width: 125, text: ({ day }) => day, render: ({ day }) => day },
    amount('opening', 'Opening'),
    amount('amount', 'Moved'),
    amount('fees', 'Fees'),
    amount('closing', 'Closing'),
    amountIfAny('reported', 'Reported', ({ reported }) => reported),
    amountIfAny('sinceReported', 'Moved since', ({ sinceReported }) =>
      sinceReported === null || sinceReported.count === 0 ? null : sinceReported.amount,
    ),
    amountIfAny('arisen', 'Difference', (day) => (hasArisen(day) ? day.arisen : null)),
  ];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <DataTable<StatementDay>
        label="Days"
        isFlowing
        columns={columns}
        rows={days}
        rowKey={({ day }) => day}
        empty={
          <Empty
            title="Nothing moved"
            text="No balance was read in this period either. Choose a longer one."
          />
        }
      />
      {days.filter(hasArisen).map((day) => (
        <Box key={day.day} sx={{ fontSize: 13 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            <span>
              <strong>{day.day}</strong>: {moneyText({ amount: day.arisen ?? '0', currencyCode })} that no
              payment explains. {day.explanation === null ? '' : `Explained: ${day.explanation.note}`}
            </span>
            <Button size="small" color="inherit" variant="outlined" onClick={() => onExplain(day)}>
              {day.explanation === null ? 'Explain' : 'Change note'}
            </Button>
          </Box>
          {day.candidates === null ? (
            <Box sx={{ color: 'text.secondary' }}>{notSearchedText}</Box>
          ) : (
            <Candidates candidates={day.candidates} currencyCode={currencyCode} />
          )}
        </Box>
      ))}
    </Box>
  );
}

type CandidatesProps = { readonly candidates: readonly Candidate[]; readonly currencyCode: string };

/** The payments that may explain a difference: the likely ones, and the others on request. */
function Candidates({ candidates, currencyCode }: CandidatesProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? candidates : likelyCandidates(candidates);
  return (
    <>
      <Box component="ul" sx={{ margin: '4px 0 0', paddingLeft: 2.5, color: 'text.secondary' }}>
        {shown.map(({ kind, id, amount, isSameAmount, reason }) => (
          <li key={`${kind} ${id}`}>
            {isSameAmount ? 'Same amount' : 'Possible'}: {kindText(kind)} {id},{' '}
            {moneyText({ amount, currencyCode })}. {candidateText(reason)}
          </li>
        ))}
      </Box>
      <ShowMore count={candidates.length - shown.length} onShow={() => setIsWhole(true)} />
    </>
  );
}
