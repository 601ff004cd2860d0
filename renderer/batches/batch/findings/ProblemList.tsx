import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { countText, counted } from '../../../../contract/text/numbers.ts';
import {
  groupText,
  problemGroups,
  retriedText,
  unknownText,
} from '../../../../contract/text/batch-problems.ts';
import { Amount } from '../../../kit/Amount.tsx';
import { StateDot } from '../../../kit/states/StateDot.tsx';
import type { BatchReport, BatchSummary } from '../../../queries/batches.ts';
import { payoutAddress } from '../../../payments/payment-address.ts';
import { DecideButton } from '../../../payments/DecideButton.tsx';
import { isUnfinished } from '../sending.ts';
import { SmallTable } from '../SmallTable.tsx';

/** Problems that are listed here; all of them are among the payouts below. */
const listed = 100;
const listedGroups = 10;
/** In pixels, of the open list of a batch that is watched: the payouts below stay in view. */
const watchedHeight = 220;

type Problem = BatchReport['problems'][number];

type ProblemListProps = {
  readonly batch: BatchSummary;
  readonly problems: number;
  /** Undefined: not known. */
  readonly report: BatchReport | undefined;
  /** Actions for all of them at once, beside their count: nothing that appears while payouts are sent wraps the line. */
  readonly children: ReactNode;
};

/**
 * The payouts that need a person, or that Bursar still asks about, with their problems. While a person watches a batch, only a click moves the
 * payouts below: the line of the list is there from the start, and the open list keeps its height.
 */
export function ProblemList({ batch, problems, report, children }: ProblemListProps) {
  const [isWatched] = useState(isUnfinished(batch));
  const [isOpen, setOpen] = useState(problems > 0);
  const listId = useId();
  if (problems === 0 && !isWatched) return null;
  const { problems: found, problemsLeftOut: leftOut } = report ?? { problems: [], problemsLeftOut: 0 };
  const groups = report === undefined ? [] : problemGroups(report);
  const { unknown = 0 } = batch.byState;
  const summary = [...(unknown > 0 ? [unknownText(unknown, found, leftOut)] : []), ...groups.map(groupText)];
  return (
    <Box component="section" aria-labelledby="batch-problems">
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          height: { sm: 32 },
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
        }}
      >
        <Typography
          id="batch-problems"
          variant="h2"
          sx={{
            fontSize: 14,
            fontWeight: 600,
            flexShrink: 0,
            color: problems === 0 ? 'text.secondary' : 'text.primary',
          }}
        >
          {counted(problems, 'problem')}
        </Typography>
        {problems > 0 && (
          <>
            <Box data-actions sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flexShrink: { sm: 0 } }}>
              <Button
                size="small"
                aria-expanded={isOpen}
                aria-controls={listId}
                onClick={() => setOpen(!isOpen)}
              >
                {isOpen ? 'Hide' : 'Show'} problems
              </Button>
              {children}
            </Box>
            {!isOpen && (
              <Typography noWrap title={summary.join('\n')} sx={{ fontSize: 13, color: 'text.secondary' }}>
                {summary.join(' · ')}
              </Typography>
            )}
          </>
        )}
      </Box>
      {isOpen && problems > 0 && (
        <Box id={listId} sx={isWatched ? { height: watchedHeight, overflow: 'auto' } : undefined}>
          <Problems batch={batch} problems={problems} found={found} leftOut={leftOut} groups={groups} />
        </Box>
      )}
    </Box>
  );
}

type ProblemsProps = {
  readonly batch: BatchSummary;
  readonly problems: number;
  readonly found: readonly Problem[];
  /** How many more problems there are than `found` has. */
  readonly leftOut: number;
  readonly groups: ReturnType<typeof problemGroups>;
};

/** The causes, and each payout with what can be done about it. */
function Problems({ batch, problems, found, leftOut, groups }: ProblemsProps) {
  const shown = found.slice(0, listed);
  const { unknown = 0 } = batch.byState;
  return (
    <>
      {unknown > 0 && (
        <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
          {unknownText(unknown, found, leftOut)}
        </Typography>
      )}
      {groups.length > 0 && (
        <Box component="ul" aria-label="Problems by cause" sx={{ m: 0, mt: 0.5, pl: 2.5, fontSize: 13 }}>
          {groups.slice(0, listedGroups).map((group) => (
            <li key={group.message}>{groupText(group)}</li>
          ))}
          {groups.length > listedGroups && (
            <li>
              and {leftOut > 0 ? 'at least ' : ''}
              {countText(groups.length - listedGroups)} more causes
            </li>
          )}
        </Box>
      )}
      <SmallTable
        label="Problems"
        head={['Row', 'State', 'Amount', 'Payee', 'Reason', 'Actions']}
        numeric={[0, 2]}
      >
        {shown.map((problem) => (
          <ProblemRow key={problem.idPayout} problem={problem} batch={batch} />
        ))}
      </SmallTable>
      {problems > shown.length && shown.length > 0 && (
        <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
          and {countText(problems - shown.length)} more in the payouts below
        </Typography>
      )}
    </>
  );
}

function ProblemRow({ problem, batch }: { problem: Problem; batch: BatchSummary }) {
  const { rowNumber, state, money, accountName, message, code, idPayout, retriedBy } = problem;
  return (
    <tr>
      <td>{countText(rowNumber)}</td>
      <td>
        <StateDot state={state} />
      </td>
      <td>
        <Amount amount={money.amount} currencyCode={money.currencyCode} />
      </td>
      <td className="long">{accountName}</td>
      <td style={{ whiteSpace: 'normal', minWidth: 260 }} title={code}>
        {message}
        {retriedBy !== null && (
          <div>
            <MuiLink
              component={Link}
              to={
                retriedBy.state === 'draft'
                  ? `/batches/${retriedBy.batchId}`
                  : payoutAddress(
                      { ...batch, ...retriedBy },
                      new URLSearchParams({ batch: retriedBy.batchId }),
                    )
              }
            >
              {retriedText(retriedBy)}
            </MuiLink>
          </div>
        )}
      </td>
      <td>
        <MuiLink
          component={Link}
          sx={{ mr: 1.5 }}
          to={payoutAddress({ ...batch, idPayout }, new URLSearchParams({ batch: batch.batchId }))}
        >
          Open
        </MuiLink>
        <DecideButton
          payment={{
            ...problem,
            kind: 'payout',
            idPayment: idPayout,
            profileName: batch.profileName,
            batchId: batch.batchId,
          }}
        />
      </td>
    </tr>
  );
}
