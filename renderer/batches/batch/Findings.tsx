import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { countText, counted, moneyText } from '../../../contract/text/numbers.ts';
import type { CallError } from '../../api.ts';
import { Amount } from '../../kit/Amount.tsx';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { OrderId } from '../../kit/OrderId.tsx';
import { When } from '../../kit/When.tsx';
import type { CheckReport } from '../queries.ts';
import { topUpLink } from '../../receive/top-up-link.ts';
import { Finding } from './Finding.tsx';
import {
  duplicatesHeading,
  fundsHeading,
  hasDuplicates,
  isLacking,
  limitsHeading,
  optionsHeading,
  payeesHeading,
} from './findings-words.ts';
import { SmallTable } from './SmallTable.tsx';

/** Rows of a finding that are listed; the others are counted. */
const listed = 50;

type Props = {
  readonly report: CheckReport | null;
  /** Whose balances are to cover the batch. */
  readonly profileName: string;
  readonly error: CallError | null;
  /** Whether the gateway was asked about options. */
  readonly isComplete: boolean;
  readonly areDuplicatesMeant: boolean;
  readonly onDuplicatesMeant: (areMeant: boolean) => void;
};

/** What a check of a draft found, one thing after the other. */
export function Findings(props: Props) {
  const { report, profileName, error, isComplete, areDuplicatesMeant, onDuplicatesMeant } = props;
  if (error !== null && report === null) return <ErrorNotice error={error} />;
  if (report === null) return null;
  return (
    <Box>
      {report.limits.length > 0 && (
        <Finding title="Limits" heading={limitsHeading(report)}>
          <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, fontSize: 13 }}>
            {report.limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </Box>
          <MuiLink component={Link} to="/settings/limits" sx={{ fontSize: 13 }}>
            See the limits
          </MuiLink>
        </Finding>
      )}
      <Duplicates report={report} areMeant={areDuplicatesMeant} onMeant={onDuplicatesMeant} />
      <Funds report={report} profileName={profileName} />
      <Options report={report} isComplete={isComplete} />
      <Payees report={report} />
      {report.limits.length === 0 && <Finding title="Limits" heading={limitsHeading(report)} />}
    </Box>
  );
}

type DuplicatesProps = {
  readonly report: CheckReport;
  readonly areMeant: boolean;
  readonly onMeant: (areMeant: boolean) => void;
};

function Duplicates({ report, areMeant, onMeant }: DuplicatesProps) {
  const { sameFileAs, rows, hasMore } = report.duplicates;
  const isHeld = hasDuplicates(report);
  const heading = duplicatesHeading(report);
  return (
    <Finding title="Duplicates" heading={isHeld && areMeant ? { ...heading, standing: 'notice' } : heading}>
      {sameFileAs !== null && (
        <Typography sx={{ fontSize: 13, mt: 0.5 }}>
          <MuiLink component={Link} to={`/batches/${sameFileAs.batchId}`}>
            The batch released
          </MuiLink>{' '}
          <When at={sameFileAs.releasedAt} /> holds the same rows.
        </Typography>
      )}
      {rows.length > 0 && (
        <SmallTable label="Payouts that equal earlier ones" head={['Row', 'Equals']}>
          {rows.slice(0, listed).map(({ rowNumber, equalTo }) => (
            <tr key={rowNumber}>
              <td>{countText(rowNumber)}</td>
              {equalTo.batchId === report.batchId ? (
                <td>row {countText(equalTo.rowNumber)} of this batch</td>
              ) : (
                <EarlierPayout equalTo={equalTo} />
              )}
            </tr>
          ))}
        </SmallTable>
      )}
      <LeftOut count={rows.length - listed} hasMore={hasMore} />
      {isHeld && (
        <FormControlLabel
          control={<Checkbox checked={areMeant} onChange={(event) => onMeant(event.target.checked)} />}
          label="These are meant: pay them once more"
        />
      )}
    </Finding>
  );
}

type EqualTo = CheckReport['duplicates']['rows'][number]['equalTo'];

function EarlierPayout({ equalTo: { batchId, rowNumber, idPayout, at } }: { equalTo: EqualTo }) {
  return (
    <td>
      <MuiLink component={Link} to={`/payouts/${encodeURIComponent(idPayout)}`}>
        the payout
      </MuiLink>{' '}
      <OrderId value={idPayout} /> of <When at={at} />,{' '}
      <MuiLink component={Link} to={`/batches/${batchId}`}>
        row {countText(rowNumber)} of its batch
      </MuiLink>
    </td>
  );
}

function Funds({ report, profileName }: { report: CheckReport; profileName: string }) {
  const lacking = report.funds.filter(({ gap }) => isLacking(gap));
  return (
    <Finding title="Funds" heading={fundsHeading(report)}>
      <SmallTable
        label="What is needed and what is there"
        head={['Currency', 'Needed', 'Available', 'Lacking', 'As of']}
        numeric={[1, 2, 3]}
      >
        {report.funds.map(({ currencyCode, needed, available, gap, asOf }) => (
          <tr key={currencyCode}>
            <td>{currencyCode}</td>
            <td>
              <Amount amount={needed} currencyCode={currencyCode} />
            </td>
            <td>
              {available === null ? 'not known' : <Amount amount={available} currencyCode={currencyCode} />}
            </td>
            <td>
              {gap !== null && isLacking(gap) ? (
                <Box component="strong" sx={{ color: 'error.main' }}>
                  <Amount amount={gap} currencyCode={currencyCode} />
                </Box>
              ) : (
                'nothing'
              )}
            </td>
            <td>{asOf === null ? 'never asked' : <When at={asOf} />}</td>
          </tr>
        ))}
      </SmallTable>
      {lacking.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, mt: 0.5, fontSize: 13 }}>
          {lacking.map(({ currencyCode, gap }) => (
            <MuiLink key={currencyCode} component={Link} to={topUpLink(currencyCode, gap, profileName)}>
              Top up {moneyText({ amount: gap ?? '', currencyCode })}
            </MuiLink>
          ))}
        </Box>
      )}
    </Finding>
  );
}

function Options({ report, isComplete }: { report: CheckReport; isComplete: boolean }) {
  const { missing, missingLeftOut } = report.options;
  const heading = optionsHeading(report);
  const isOpen =
    !isComplete && heading.standing !== 'notice' && report.options.checked < report.options.distinct;
  return (
    <Finding
      title="Methods"
      heading={isOpen ? { standing: 'open', text: 'Not looked up yet. Check asks the gateway.' } : heading}
    >
      {missing.length > 0 && (
        <SmallTable
          label="What is not offered"
          head={['Money', 'Asked for', 'Rows', 'What there is']}
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
                {counted(each.rows, 'row')}, first {countText(each.firstRowNumber)}
              </td>
              <td>{each.offered.length === 0 ? each.message : each.offered.join(', ')}</td>
            </tr>
          ))}
        </SmallTable>
      )}
      <LeftOut count={missing.length - listed + missingLeftOut} hasMore={false} />
    </Finding>
  );
}

function Payees({ report }: { report: CheckReport }) {
  const { count, rows } = report.firstTimePayees;
  return (
    <Finding title="Payees" heading={payeesHeading(report)}>
      {rows.length > 0 && (
        <Box component="details" sx={{ mt: 0.5, fontSize: 13 }}>
          <summary>Show them</summary>
          <SmallTable label="Paid for the first time" head={['Row', 'Name', 'Account']}>
            {rows.slice(0, listed).map(({ rowNumber, accountName, accountNumber }) => (
              <tr key={rowNumber}>
                <td>{countText(rowNumber)}</td>
                <td>{accountName}</td>
                <td>{accountNumber}</td>
              </tr>
            ))}
          </SmallTable>
          <LeftOut count={count - Math.min(rows.length, listed)} hasMore={false} />
        </Box>
      )}
    </Finding>
  );
}

function LeftOut({ count, hasMore }: { count: number; hasMore: boolean }) {
  if (count <= 0 && !hasMore) return null;
  return (
    <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
      {hasMore ? 'and many more' : `and ${countText(count)} more`}
    </Typography>
  );
}
