import { faultText } from '../../../../contract/text/files/fault-text.ts';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { columnLabel } from '../../../../contract/text/columns.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { retryWarnings } from '../../../../contract/text/payees.ts';
import { capitalised } from '../../../../contract/text/states.ts';
import type { CallError } from '../../../call-error.ts';
import { Amount } from '../../../kit/Amount.tsx';
import { useLater } from '../../../kit/fields/useLater.ts';
import { ErrorNotice } from '../../../kit/messages/ErrorNotice.tsx';
import type { CheckReport, usePayeeFindings } from '../../../queries/batches.ts';
import { useIsPrepareOnly } from '../../../queries/profiles.ts';
import { Comparison } from './Comparison.tsx';
import { DuplicateList, LeftOut } from './DuplicateList.tsx';
import { Finding } from './Finding.tsx';
import { Funds } from './Funds.tsx';
import {
  duplicatesHeading,
  limitsHeading,
  notAskedText,
  optionsHeading,
  payeesHeading,
  rowsHeading,
} from './finding-text.ts';
import { SmallTable } from '../SmallTable.tsx';
import { RowLink } from './RowLink.tsx';
import { SetAsideRows } from './SetAsideRows.tsx';

/** The most rows listed per finding; the others are counted. */
const listed = 50;

type Props = {
  readonly report: CheckReport | null;
  /** Whether it will be released by itself, with the duplicates that a person confirmed for that. */
  readonly isScheduled: boolean;
  /** Asked for by the page, which needs them before these are shown. */
  readonly payees: ReturnType<typeof usePayeeFindings>;
  /** The profile whose balances must cover the batch. */
  readonly profileName: string;
  readonly error: CallError | null;
  readonly onRetry: () => void;
  /** Whether the gateway was asked about options. */
  readonly isComplete: boolean;
  /** Whether it is being asked now. */
  readonly isChecking: boolean;
};

/** The findings of a draft check, one by one. */
export function Findings(props: Props) {
  const { report, isScheduled, payees, profileName, error, onRetry, isComplete, isChecking } = props;
  if (error !== null && report === null) return <ErrorNotice error={error} onRetry={onRetry} />;
  if (report === null) return <Checking />;
  return (
    <Box>
      {report.limits.length > 0 && (
        <Finding title="Limits" heading={limitsHeading(report)}>
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, fontSize: 13 }}>
            {report.limits.map((limit) => (
              <li key={JSON.stringify(limit)}>
                {faultText(limit).message}
                {limit.code === 'overPayoutLimit' && (
                  <>
                    {' '}
                    Edit row <RowLink batchId={report.batchId} rowNumber={limit.rowNumber} />
                  </>
                )}
              </li>
            ))}
          </Box>
          <MuiLink component={Link} to="/settings/limits" sx={{ fontSize: 13 }}>
            See the limits
          </MuiLink>
        </Finding>
      )}
      <Rows report={report} />
      <DuplicateFindings report={report} isScheduled={isScheduled} />
      <Funds report={report} profileName={profileName} />
      <Options report={report} isComplete={isComplete} isChecking={isChecking} profileName={profileName} />
      <Payees batchId={report.batchId} payees={payees} />
      <Comparison batchId={report.batchId} />
      {report.limits.length === 0 && <Finding title="Limits" heading={limitsHeading(report)} />}
    </Box>
  );
}

/** Said in the page, since the button to release says why it is disabled only under the pointer. */
function Checking() {
  const isLong = useLater(true);
  return (
    <Box role="status">
      {isLong ? <Finding title="Rows" heading={{ standing: 'open', text: 'Checking the rows …' }} /> : null}
    </Box>
  );
}

function DuplicateFindings({ report, isScheduled }: { report: CheckReport; isScheduled: boolean }) {
  const { batchId, duplicates } = report;
  return (
    <Finding title="Duplicates" heading={duplicatesHeading(report, isScheduled)}>
      <DuplicateList batchId={batchId} duplicates={duplicates} listed={listed} />
      {!duplicates.hasMore && (
        <SetAsideRows batchId={batchId} rowNumbers={duplicates.rows.map(({ rowNumber }) => rowNumber)} />
      )}
    </Finding>
  );
}

function Rows({ report }: { report: CheckReport }) {
  const { count, rows } = report.rowProblems;
  return (
    <Finding title="Rows" heading={rowsHeading(report)}>
      {retryWarnings(report).map((warning) => (
        <Typography key={warning} sx={{ fontSize: 13 }}>
          {capitalised(warning)}.
        </Typography>
      ))}
      {rows.length > 0 && (
        <SmallTable label="Problems in the rows" head={['Row', 'Column', 'Problem']} numeric={[0]}>
          {rows.slice(0, listed).map(({ rowNumber, column, fault }) => (
            <tr key={`${rowNumber} ${column ?? ''} ${fault.code}`}>
              <td>
                <RowLink batchId={report.batchId} rowNumber={rowNumber} />
              </td>
              <td>{column === null ? '' : columnLabel(column)}</td>
              <td className="sentence">{faultText(fault).message}</td>
            </tr>
          ))}
        </SmallTable>
      )}
      <LeftOut count={count - new Set(rows.slice(0, listed).map(({ rowNumber }) => rowNumber)).size} />
      {count === new Set(rows.map(({ rowNumber }) => rowNumber)).size && (
        <SetAsideRows batchId={report.batchId} rowNumbers={rows.map(({ rowNumber }) => rowNumber)} />
      )}
    </Finding>
  );
}

type OptionsProps = { report: CheckReport; isComplete: boolean; isChecking: boolean; profileName: string };

function Options({ report, isComplete, isChecking, profileName }: OptionsProps) {
  const isPrepareOnly = useIsPrepareOnly(profileName);
  const { missing, missingLeftOut } = report.options;
  const heading = optionsHeading(report);
  const isOpen =
    !isComplete && heading.standing !== 'notice' && report.options.checked < report.options.distinct;
  return (
    <Finding
      title="Methods"
      heading={
        isOpen
          ? {
              standing: 'open',
              text: isPrepareOnly
                ? `${notAskedText}.`
                : isChecking
                  ? 'Loading available methods …'
                  : 'Not looked up yet. Check asks the gateway.',
            }
          : heading
      }
      asOf={isOpen ? null : report.options.asOf}
    >
      {missing.length > 0 && (
        <SmallTable
          label="Not available"
          head={['Money', 'Asked for', 'Rows', 'Available methods']}
          numeric={[0]}
        >
          {missing.slice(0, listed).map((each) => (
            <tr
              key={`${each.money.amount} ${each.money.currencyCode} ${each.paymentMethodCode} ${each.paymentOperatorCode}`}
            >
              <td>
                <Amount amount={each.money.amount} currencyCode={each.money.currencyCode} />
              </td>
              <td>{[each.paymentMethodCode, each.paymentOperatorCode].filter(Boolean).join(' · ')}</td>
              <td>
                {each.rows === 1 ? 'row' : `${counted(each.rows, 'row')}, the first is row`}{' '}
                <RowLink batchId={report.batchId} rowNumber={each.firstRowNumber} />
              </td>
              <td className="sentence">
                {each.offered.length === 0 ? each.message : each.offered.join(', ')}
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      <LeftOut count={missing.length - listed + missingLeftOut} />
    </Finding>
  );
}

/** Every warning about the draft's payees with a link to its row; informational ones are collapsed. */
function Payees({ batchId, payees }: Pick<Props, 'payees'> & { readonly batchId: string }) {
  const { data = null, error, refetch } = payees;
  if (data === null && error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const found = [
    ...(data?.blocked ?? []).map((row) => ({ ...row, kind: 'blockedPayee' })),
    ...(data?.findings ?? []).filter(({ level }) => level !== 'info'),
  ];
  const informed = data?.findings.filter(({ level }) => level === 'info') ?? [];
  const countOf = (isInfo: boolean): number =>
    (data?.counts ?? []).reduce(
      (sum, { level, rows }) => sum + ((level === 'info') === isInfo ? rows : 0),
      0,
    );
  return (
    <Finding title="Payees" heading={payeesHeading(data)}>
      {found.length > 0 && (
        <PayeeRows label="Warnings about payees" batchId={batchId} findings={found} count={countOf(false)} />
      )}
      {(data?.findings ?? []).some(({ level }) => level === 'block') && (
        <Typography sx={{ fontSize: 13, mt: 0.5 }}>
          Verify the accounts under{' '}
          <MuiLink component={Link} to="/payees">
            Payees
          </MuiLink>
          , and import new payees there as verified, have an approver approve a request that names what was
          found, or remove the rows.
        </Typography>
      )}
      {informed.length > 0 && (
        <Box component="details" sx={{ mt: 0.5, fontSize: 13 }}>
          <summary>{found.length === 0 ? 'Show them' : 'Show the others'}</summary>
          <PayeeRows label="About payees" batchId={batchId} findings={informed} count={countOf(true)} />
        </Box>
      )}
    </Finding>
  );
}

type PayeeRowsProps = {
  readonly label: string;
  readonly batchId: string;
  readonly findings: readonly { rowNumber: number; kind: string; message: string }[];
  /** All of them, including those not listed. */
  readonly count: number;
};

function PayeeRows({ label, batchId, findings, count }: PayeeRowsProps) {
  const shown = findings.slice(0, listed);
  return (
    <>
      <SmallTable label={label} head={['Row', 'Finding']} numeric={[0]}>
        {shown.map(({ rowNumber, kind, message }) => (
          <tr key={`${rowNumber} ${kind}`}>
            <td>
              <RowLink batchId={batchId} rowNumber={rowNumber} />
            </td>
            <td className="sentence">{message}</td>
          </tr>
        ))}
      </SmallTable>
      <LeftOut count={count - shown.length} />
    </>
  );
}
