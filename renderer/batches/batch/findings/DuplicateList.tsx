import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { Link } from 'react-router';
import {
  endedWithText,
  inCommonText,
  type DuplicateFinding,
  type Duplicates,
} from '../../../../contract/batches/duplicates.ts';
import { stateLabel } from '../../../../contract/text/states.ts';
import { Amount } from '../../../kit/Amount.tsx';
import { isIban } from '../../../../contract/payees/payee-key.ts';
import { countText, moneyText } from '../../../../contract/text/numbers.ts';
import { StateDot } from '../../../kit/states/StateDot.tsx';
import { When } from '../../../kit/When.tsx';
import { sumOf, widthOf } from '../../../kit/table/table.ts';
import { useRoom } from '../../../kit/table/useRoom.ts';
import { payoutAddress } from '../../../payments/payment-address.ts';
import { RowLink } from './RowLink.tsx';
import { SmallTable } from '../SmallTable.tsx';

type Props = {
  readonly batchId: string;
  readonly duplicates: Duplicates;
  /** The most findings listed; the others are counted below. */
  readonly listed: number;
  /** If rows can be confirmed: the content before each row (null: the file). */
  readonly choice?: (rowNumber: number | null) => React.ReactNode;
};

/** What a draft may pay again: each row with the state, date, amount and payee of the other payout. */
export function DuplicateList({ batchId, duplicates, listed, choice }: Props) {
  const { sameFileAs, rows } = duplicates;
  const shown = rows.slice(0, listed);
  return (
    <>
      {sameFileAs !== null && (
        <Typography sx={{ fontSize: 13, mt: 0.5 }}>
          {choice?.(null)}
          <MuiLink component={Link} to={`/batches/${sameFileAs.batchId}`}>
            The batch released
          </MuiLink>{' '}
          <When at={sameFileAs.releasedAt} /> from {sameFileAs.profileName}{' '}
          {sameFileAs.by === 'rows' ? 'has the same rows' : 'has the same message ID'}.
        </Typography>
      )}
      {shown.length > 0 && (
        <DuplicateTable batchId={batchId} shown={shown} {...(choice === undefined ? {} : { choice })} />
      )}
      <LeftOut count={rows.length - shown.length} hasMore={duplicates.hasMore} />
    </>
  );
}

type LeftOutProps = { readonly count: number; readonly hasMore?: boolean };

/** How many rows a list does not show, if any. */
export function LeftOut({ count, hasMore = false }: LeftOutProps) {
  if (count <= 0 && !hasMore) return null;
  return (
    <Typography sx={{ fontSize: 13, color: 'text.secondary', mt: 0.5 }}>
      {hasMore ? 'and many more' : `and ${countText(count)} more`}
    </Typography>
  );
}

type TableProps = Pick<Props, 'batchId' | 'choice'> & { readonly shown: readonly DuplicateFinding[] };

function DuplicateTable({ batchId, shown, choice }: TableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const isNarrow = room !== null && room < duplicatesWidth(shown, choice !== undefined);
  return (
    <SmallTable
      label="Duplicates"
      frame={frame}
      head={[
        ...(choice === undefined ? [] : ['Confirm']),
        'Row',
        ...(isNarrow ? ['Payee, amount'] : ['Payee', 'Amount']),
        'Duplicate',
        'Other payout',
        ...(isNarrow ? ['Other payee, amount'] : ['Other amount', 'Other payee']),
      ]}
      numeric={[0, ...(isNarrow ? [] : [2, 5])].map((column) => column + (choice === undefined ? 0 : 1))}
    >
      {shown.map((finding, index) => {
        const isFirst = shown[index - 1]?.rowNumber !== finding.rowNumber;
        return (
          <tr key={`${finding.rowNumber} ${finding.kind}`}>
            {choice !== undefined && <td>{isFirst ? choice(finding.rowNumber) : null}</td>}
            <Finding batchId={batchId} finding={finding} isNarrow={isNarrow} />
          </tr>
        );
      })}
    </SmallTable>
  );
}

type FindingProps = {
  readonly batchId: string;
  readonly finding: DuplicateFinding;
  readonly isNarrow: boolean;
};

function Finding({ batchId, finding, isNarrow }: FindingProps) {
  const { rowNumber, level, payee, money, equalTo } = finding;
  return (
    <>
      <td>
        <RowLink batchId={batchId} rowNumber={rowNumber} />
      </td>
      <Payee payee={payee} money={isNarrow ? money : null} />
      {!isNarrow && (
        <td>
          <Amount {...money} />
        </td>
      )}
      <td className="long">
        {level === 'exact' ? 'Exact' : 'Possible'}: {inCommonText(finding)}
      </td>
      <td className={isNarrow ? 'long' : undefined}>
        {equalTo.batchId === batchId ? (
          `Row ${countText(equalTo.rowNumber)} of this batch`
        ) : (
          <>
            <MuiLink component={Link} to={payoutAddress(equalTo)}>
              {equalTo.idPayout}
            </MuiLink>{' '}
            <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
              of {equalTo.profileName}
            </Box>
          </>
        )}
        <Box
          component="span"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, color: 'text.secondary' }}
        >
          <StateDot state={equalTo.state} label={`${stateLabel(equalTo.state)}${endedWithText(equalTo)}`} />
          <When at={equalTo.at} />
        </Box>
      </td>
      {!isNarrow && (
        <td>
          <Amount {...equalTo.money} />
        </td>
      )}
      <Payee payee={equalTo.payee} money={isNarrow ? equalTo.money : null} />
    </>
  );
}

type PayeeProps = Pick<DuplicateFinding, 'payee'> & {
  /** The payment, if it has no separate column. */
  readonly money: DuplicateFinding['money'] | null;
};

function accountOf({ accountNumber, emailAddress }: DuplicateFinding['payee']): string {
  return accountNumber || emailAddress;
}

/**
 * The account on a separate line. An IBAN is unbroken wherever the longest has room, also below 1280 pixels; other accounts, such as addresses of
 * wallets, may be longer than any column.
 */
function Payee({ payee, money }: PayeeProps) {
  const account = accountOf(payee);
  return (
    <td className="long">
      {payee.accountName}{' '}
      <Box
        component="span"
        sx={{
          display: 'block',
          minWidth: { lg: 176 },
          fontSize: 12,
          color: 'text.secondary',
          whiteSpace: isIban(account) ? { md: 'nowrap' } : undefined,
        }}
      >
        {account}
      </Box>
      {money !== null && <Amount {...money} />}
    </td>
  );
}

/** The width in pixels of rows with separate columns for both amounts, and unbroken IBANs. */
function duplicatesWidth(findings: readonly DuplicateFinding[], hasChoice: boolean): number {
  const width = 192;
  const unbroken = (payee: DuplicateFinding['payee']): string => {
    const account = accountOf(payee);
    return isIban(account) ? account : '';
  };
  return sumOf(
    [
      { width: (hasChoice ? 54 : 0) + 66 + 146 },
      { width, text: ({ payee }: DuplicateFinding) => unbroken(payee) },
      { width, text: ({ equalTo }: DuplicateFinding) => unbroken(equalTo.payee) },
      { width: 190, text: ({ equalTo }: DuplicateFinding) => equalTo.idPayout },
      { width: 90, align: 'right' as const, text: ({ money }: DuplicateFinding) => moneyText(money) },
      {
        width: 90,
        align: 'right' as const,
        text: ({ equalTo }: DuplicateFinding) => moneyText(equalTo.money),
      },
    ].map((column) => widthOf(column, findings)),
  );
}
