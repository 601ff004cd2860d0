import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { countText, counted } from '../../../../contract/text/numbers.ts';
import { groupText, problemGroups, retriedText, unknownText } from '../../../../contract/text/outcome.ts';
import { Amount } from '../../../kit/Amount.tsx';
import { ErrorNotice } from '../../../kit/messages/ErrorNotice.tsx';
import { StateDot } from '../../../kit/states/StateDot.tsx';
import type { BatchReport, BatchSummary, useBatchReport } from '../../../queries/batches.ts';
import { DecideButton } from '../../../payments/DecideButton.tsx';
import { SmallTable } from '../SmallTable.tsx';

/** Problems that are listed here; all of them are among the payouts below. */
const listed = 100;
const listedGroups = 10;

type Problem = BatchReport['problems'][number];

type ProblemListProps = {
  readonly batch: BatchSummary;
  readonly problems: number;
  readonly report: ReturnType<typeof useBatchReport>;
};

/** The payouts that need a person, or that Bursar still asks about, with their problems. */
export function ProblemList({ batch, problems, report }: ProblemListProps) {
  if (report.error !== null)
    return <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />;
  const shown = report.data?.problems.slice(0, listed) ?? [];
  const groups = problemGroups(report.data?.problems ?? []);
  const { unknown = 0 } = batch.byState;
  return (
    <Box component="section" aria-labelledby="batch-problems">
      <Typography id="batch-problems" variant="h2" sx={{ fontSize: 14, fontWeight: 600 }}>
        {counted(problems, 'problem')}
      </Typography>
      {unknown > 0 && (
        <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
          {unknownText(unknown, report.data?.problems ?? [])}
        </Typography>
      )}
      {groups.length > 0 && (
        <Box component="ul" aria-label="Problems by cause" sx={{ m: 0, mt: 1, pl: 2.5, fontSize: 13 }}>
          {groups.slice(0, listedGroups).map((group) => (
            <li key={`${group.state} ${group.code} ${group.message} ${group.fix}`}>{groupText(group)}</li>
          ))}
          {groups.length > listedGroups && <li>and {countText(groups.length - listedGroups)} more causes</li>}
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
    </Box>
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
      <td>{accountName}</td>
      <td style={{ whiteSpace: 'normal', minWidth: 260 }} title={code}>
        {message}
        {retriedBy !== null && (
          <div>
            <MuiLink
              component={Link}
              to={
                retriedBy.state === 'draft'
                  ? `/batches/${retriedBy.batchId}`
                  : `/payouts/${encodeURIComponent(retriedBy.idPayout)}?batch=${retriedBy.batchId}&of=${batch.profileName}`
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
          to={`/payouts/${encodeURIComponent(idPayout)}?batch=${batch.batchId}&of=${batch.profileName}`}
        >
          Open
        </MuiLink>
        <DecideButton
          payment={{ ...problem, kind: 'payout', idPayment: idPayout, profileName: batch.profileName }}
        />
      </td>
    </tr>
  );
}
