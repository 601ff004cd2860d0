import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { PayeeRecord } from '../../contract/payees/payee.ts';
import { countText, counted } from '../../contract/text/numbers.ts';
import { recordedAsText } from '../../contract/text/payees.ts';
import { SmallTable } from '../batches/batch/SmallTable.tsx';
import { EvidenceMenu } from '../evidence/EvidenceMenu.tsx';
import { Amount } from '../kit/Amount.tsx';
import { Page } from '../kit/layout/Page.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { ConfirmDialog } from '../kit/messages/ConfirmDialog.tsx';
import { useToast } from '../kit/messages/useToast.tsx';
import { useJustChanged } from '../kit/layout/useJustChanged.ts';
import { StateDot } from '../kit/states/StateDot.tsx';
import { When } from '../kit/When.tsx';
import { payoutAddress } from '../payments/payment-address.ts';
import { payoutsLink } from '../payouts/view.ts';
import { usePayee, useRecordPayee, type PayeeDetail } from '../queries/payees.ts';
import { payeeLink, payeeName } from './payee-labels.ts';
import { PayeeError } from './PayeeError.tsx';
import { StandingMark } from './StandingMark.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';

const listedPayments = 50;

/** Everything known about a payee: payments, names and accounts, and people's records. */
export function PayeePage() {
  const { payeeId = '' } = useParams();
  const { data: payee, error, refetch } = usePayee(payeeId);
  if (payee === undefined)
    return (
      <Page title="Payee">
        {error === null ? null : <PayeeError error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  return <PayeeOf payee={payee} key={payee.payeeId} />;
}

function PayeeOf({ payee }: { readonly payee: PayeeDetail }) {
  const { payeeId, isBlocked, payments, environment, firstPaidAt, lastPaidAt } = payee;
  const toast = useToast();
  const [verifying, setVerifying] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { verify, block, unblock } = useRecordPayee((text) => {
    toast.show(text);
    setVerifying(null);
    setIsAsking(false);
  });
  const isOpposite = useJustChanged(String(isBlocked));
  const own = payee.accounts[0]?.account ?? '';
  // A name alone is not an account to confirm, unless it was paid that way.
  const verifiable = own === '' && payments > 0 ? payeeName(payee) : own;
  return (
    <Page
      title={payeeName(payee)}
      about={
        <>
          {own === '' || own === payeeName(payee) ? null : <>{own} · </>}
          {environment} ·{' '}
          {lastPaidAt === null ? (
            'never paid'
          ) : (
            <>
              {counted(payments, 'payout')} paid · first <When at={firstPaidAt ?? lastPaidAt} />, last{' '}
              <When at={lastPaidAt} />
            </>
          )}
          {payee.isImported ? ' · imported' : ''}
        </>
      }
      actions={
        <>
          <Button color="inherit" component={Link} to={`/activity?payee=${encodeURIComponent(payeeId)}`}>
            Activity
          </Button>
          <EvidenceMenu subject={{ kind: 'payee', payeeId }} />
          <Button
            color="inherit"
            variant="outlined"
            onClick={() => (isBlocked ? unblock.mutate({ payeeId }) : setIsAsking(true))}
            disabled={unblock.isPending || isOpposite}
          >
            {isBlocked ? 'Unblock' : 'Block'}
          </Button>
          <Button variant="contained" onClick={() => setVerifying(verifiable)}>
            Record verification
          </Button>
        </>
      }
    >
      {isBlocked ? (
        <Alert severity="error">
          Blocked: nothing is released to this payee, and nothing queued is sent.
        </Alert>
      ) : null}
      <Totals payee={payee} />
      <Accounts payee={payee} onVerify={setVerifying} />
      {payee.nameHistory.length > 1 ? <Names payee={payee} /> : null}
      <Records payee={payee} />
      <Payments payee={payee} />
      {verifying === null ? null : (
        <VerifyDialog
          payee={payee}
          account={verifying}
          isBusy={verify.isPending}
          onCancel={() => setVerifying(null)}
          onVerify={(record) => verify.mutate({ payeeId, ...record })}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Block ${payeeName(payee)}?`}
        text="Nothing is released to a blocked payee, and payouts to it that are queued are not sent. Payouts already sent are not affected."
        action="Block payee"
        isBusy={block.isPending}
        onConfirm={() => block.mutate({ payeeId })}
        onCancel={() => setIsAsking(false)}
      />
    </Page>
  );
}

function Totals({ payee }: { readonly payee: PayeeDetail }) {
  if (payee.totals.length === 0) return null;
  return (
    <Section title="Total paid">
      <SmallTable label="Totals per currency" head={['Currency', 'Payouts', 'Amount']} numeric={[1, 2]}>
        {payee.totals.map(({ currencyCode, amount, count }) => (
          <tr key={currencyCode}>
            <td>{currencyCode}</td>
            <td>{countText(count)}</td>
            <td>
              <Amount amount={amount} currencyCode={currencyCode} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  );
}

type AccountsProps = { readonly payee: PayeeDetail; readonly onVerify: (account: string) => void };

function Accounts({ payee, onVerify }: AccountsProps) {
  return (
    <Section title="Accounts" about="Its own, and others that were paid under one of its names">
      <SmallTable
        label="List of accounts"
        head={['Account', 'Standing', 'First paid', 'Last paid', 'Payouts', 'Action']}
        numeric={[4]}
      >
        {payee.accounts.map((account) => (
          <tr key={account.payeeId}>
            <td>
              {account.payeeId === payee.payeeId ? (
                account.account || payeeName(payee)
              ) : (
                <MuiLink component={Link} to={payeeLink(account.payeeId)}>
                  {account.account || 'no account'}
                </MuiLink>
              )}
            </td>
            <td>
              <StandingMark payee={account} />
            </td>
            <td>{account.firstPaidAt === null ? 'never' : <When at={account.firstPaidAt} />}</td>
            <td>{account.lastPaidAt === null ? 'never' : <When at={account.lastPaidAt} />}</td>
            <td>{countText(account.payments)}</td>
            <td>
              {account.account === '' ? null : (
                <Button
                  size="small"
                  aria-label={`Verify ${account.account}`}
                  onClick={() => onVerify(account.account)}
                >
                  Verify
                </Button>
              )}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  );
}

function Names({ payee }: { readonly payee: PayeeDetail }) {
  return (
    <Section title="Names" about="Under which this account was paid or imported">
      <SmallTable label="List of names" head={['Name', 'First paid', 'Last paid', 'Payouts']} numeric={[3]}>
        {payee.nameHistory.map(({ name, firstPaidAt, lastPaidAt, payments }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{firstPaidAt === null ? 'never' : <When at={firstPaidAt} />}</td>
            <td>{lastPaidAt === null ? 'never' : <When at={lastPaidAt} />}</td>
            <td>{countText(payments)}</td>
          </tr>
        ))}
      </SmallTable>
    </Section>
  );
}

const recordLabels: Readonly<Record<PayeeRecord['kind'], string>> = {
  imported: 'Imported',
  verified: 'Verified',
  blocked: 'Blocked',
  unblocked: 'Unblocked',
};

function Records({ payee: { records, hasMoreRecords } }: { readonly payee: PayeeDetail }) {
  const about = hasMoreRecords
    ? `The latest ${countText(records.length)} records; Activity has all of them`
    : 'Everything recorded, the latest first';
  return (
    <Section title="Verifications and blocks" about={about}>
      {records.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
          Nothing was recorded yet. After you call a payee on a number that you know, record it here.
        </Box>
      ) : (
        <SmallTable
          label="List of verifications and blocks"
          head={['When', 'What', 'Account', 'By', 'How', 'Note']}
        >
          {records.map(({ at, kind, account, accountName, verification }) => (
            <tr key={`${at} ${kind} ${account}`}>
              <td>
                <When at={at} />
              </td>
              <td className="long">{`${recordLabels[kind]}${recordedAsText({ kind, accountName })}`}</td>
              <td>{account}</td>
              <td>{verification?.by}</td>
              <td className="long">{verification?.how}</td>
              <td className="long">{verification?.note}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Section>
  );
}

function Payments({ payee }: { readonly payee: PayeeDetail }) {
  const { latestPayments, hasMorePayments } = payee;
  return (
    <Section
      title="Latest payouts"
      actions={
        <Button
          component={Link}
          to={payoutsLink({ payeeId: payee.payeeId, profileName: null })}
          color="inherit"
          variant="outlined"
        >
          Show all payouts
        </Button>
      }
    >
      {latestPayments.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13 }}>No payout was released to this payee.</Box>
      ) : (
        <SmallTable
          label="List of the latest payouts"
          head={['Created', 'State', 'Amount', 'Name', 'Reference', 'Order ID']}
          numeric={[2]}
        >
          {latestPayments.slice(0, listedPayments).map((payment) => (
            <tr key={`${payment.batchId} ${payment.idPayout}`}>
              <td>
                <When at={payment.createdAt} />
              </td>
              <td>
                <StateDot state={payment.state} />
              </td>
              <td>
                <Amount amount={payment.amount} currencyCode={payment.currencyCode} />
              </td>
              <td className="long">{payment.accountName}</td>
              <td className="long">{payment.reference}</td>
              <td>
                <MuiLink component={Link} to={payoutAddress(payment)}>
                  {payment.idPayout}
                </MuiLink>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
      {hasMorePayments || latestPayments.length > listedPayments ? (
        <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 0.5 }}>Older payouts are in the history.</Box>
      ) : null}
    </Section>
  );
}
