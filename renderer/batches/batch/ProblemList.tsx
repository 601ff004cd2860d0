import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { Amount } from '../../kit/Amount.tsx';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { StateDot } from '../../kit/StateDot.tsx';
import { useBatchReport, type BatchReport, type BatchSummary } from '../queries.ts';
import { CountText } from '../../kit/format-amount.ts';
import { counted } from '../words.ts';
import { DecideActions } from './DecideActions.tsx';
import { isUnfinished } from './sending.ts';
import { SmallTable } from './SmallTable.tsx';

/** Problems that are listed here; all of them are among the payouts below. */
const listed = 100;

type Problem = BatchReport['problems'][number];

/** The payouts that need a person, or about which Bursar still asks, with what the gateway said. */
export function ProblemList({ batch, problems }: { batch: BatchSummary; problems: number }) {
  const report = useBatchReport(batch.batchId, problems, isUnfinished(batch));
  if (report.error !== null)
    return <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />;
  const shown = report.data?.problems.slice(0, listed) ?? [];
  const unknown = batch.byState.unknown ?? 0;
  return (
    <Box component="section" aria-labelledby="batch-problems">
      <Typography id="batch-problems" variant="h2" sx={{ fontSize: 14, fontWeight: 600 }}>
        {counted(problems, 'payout to look at', 'payouts to look at')}
      </Typography>
      {unknown > 0 && (
        <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
          Unknown: the gateway did not answer. Bursar keeps asking; nothing was sent twice.
        </Typography>
      )}
      <SmallTable
        label="Payouts to look at"
        head={['Row', 'State', 'Amount', 'Name', 'What was said', 'What to do']}
        numeric={[0, 2]}
      >
        {shown.map((problem) => (
          <ProblemRow key={problem.idPayout} problem={problem} batch={batch} />
        ))}
      </SmallTable>
      {problems > shown.length && shown.length > 0 && (
        <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
          and {CountText(problems - shown.length)} more among the payouts below
        </Typography>
      )}
    </Box>
  );
}

function ProblemRow({ problem, batch }: { problem: Problem; batch: BatchSummary }) {
  const { rowNumber, state, money, accountName, message, code, idPayout } = problem;
  return (
    <tr>
      <td>{CountText(rowNumber)}</td>
      <td>
        <StateDot state={state} />
      </td>
      <td>
        <Amount amount={money.amount} currencyCode={money.currencyCode} />
      </td>
      <td>{accountName}</td>
      <td style={{ whiteSpace: 'normal', minWidth: 260 }} title={code}>
        {message}
      </td>
      <td>
        <MuiLink
          component={Link}
          to={`/payouts/${encodeURIComponent(idPayout)}?batch=${batch.batchId}&of=${batch.profileName}`}
        >
          Open
        </MuiLink>
        {state === 'unknown' && <DecideActions idPayout={idPayout} profileName={batch.profileName} />}
      </td>
    </tr>
  );
}
