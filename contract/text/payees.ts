import { releasedAsText } from '../batches/duplicates.ts';
import type { ReleaseSummary } from '../batches/batch.ts';
import type { FindingLevel, PayeeFindingCount, PayeeFindingKind } from '../payees/findings.ts';
import type { PayeeRecord } from '../payees/payee.ts';
import { countText, counted, moneyText } from './numbers.ts';
import { nameAndAccount, oneLine } from './one-line.ts';
import { totalRowText } from './files/total-row.ts';

const longestName = 40;
/** More than a gateway ends payouts with, unless it puts free text there. */
const mostStatuses = 30;

/** The name of each kind of finding about payees. */
export const findingTitles: Readonly<Record<PayeeFindingKind, string>> = {
  changedDetails: 'Changed details',
  lookAlike: 'Look-alike',
  newPayee: 'New payee',
  knownAccountOtherName: 'Known account, other name',
  unusualAmount: 'Unusual amount',
  sharedAccount: 'Shared account',
};

/** What a finding does, as a policy says it. */
export const levelTitles: Readonly<Record<FindingLevel, string>> = {
  info: 'Inform',
  warn: 'Warn',
  block: 'Block release',
};

/** The findings about payees of one kind: how many rows, and the first of them. */
export function payeeCountText({ kind, level, rows, firstRows }: PayeeFindingCount): string {
  const more = rows > firstRows.length ? ' …' : '';
  const where = `${firstRows.length === 1 && more === '' ? 'row' : 'rows'} ${firstRows.map(countText).join(', ')}${more}`;
  const effect = level === 'block' ? ', which blocks release' : '';
  return `${kindText(kind, rows)} (${where})${effect}`;
}

function kindText(kind: PayeeFindingCount['kind'], rows: number): string {
  switch (kind) {
    case 'changedDetails':
      return `${counted(rows, 'row')} with changed bank details`;
    case 'lookAlike':
      return counted(rows, 'row whose payee resembles a known one', 'rows whose payees resemble known ones');
    case 'newPayee':
      return counted(rows, 'row to a new payee', 'rows to new payees');
    case 'knownAccountOtherName':
      return counted(
        rows,
        'row to a known account under another name',
        'rows to known accounts under other names',
      );
    case 'unusualAmount':
      return counted(rows, 'row with an unusual amount', 'rows with unusual amounts');
    case 'sharedAccount':
      return counted(
        rows,
        'row to an account shared by several payees',
        'rows to accounts shared by several payees',
      );
    case 'blockedPayee':
      return counted(rows, 'row to a blocked payee', 'rows to blocked payees');
  }
}

/**
 * The payees of a release, line by line: how many, how many the profile never paid before, the findings about them, and the largest
 * amounts with their accounts.
 */
export function payeeLines({ count, firstTime, findings, largest }: ReleaseSummary['payees']): string[] {
  const paid =
    firstTime === 0 ? 'all paid from this profile before' : `${firstTime} not paid from this profile before`;
  return [
    `Payees: ${count}, ${paid}`,
    ...findings.map((each) => `${each.level === 'info' ? '   ' : 'ATTENTION:'} ${payeeCountText(each)}`),
    ...largestPayeeLines(largest),
  ];
}

/** The payees that get the largest amounts, with their accounts. */
export function largestPayeeLines(largest: ReleaseSummary['payees']['largest']): string[] {
  return [
    'Largest payees:',
    ...largest.map(({ accountName, account, amount, currencyCode, isFirstTime }) => {
      const who = nameAndAccount(oneLine(accountName, longestName), oneLine(account, longestName));
      return `    ${moneyText({ amount, currencyCode })} to ${who}${isFirstTime ? ' (NOT PAID FROM THIS PROFILE BEFORE)' : ''}`;
    }),
  ];
}

/** What else a person checks before a release: an earlier one of the same file, the payouts that it retries, and a row that may be a total. */
export function rowWarningLines({
  sameFileAs,
  totalRow,
  ...retries
}: Pick<ReleaseSummary, 'sameFileAs' | 'retried' | 'otherPayees' | 'totalRow'>): string[] {
  return [
    ...(sameFileAs === null ? [] : [`ATTENTION: ${releasedAsText(sameFileAs)}, confirmed`]),
    ...retryWarnings(retries).map((warning) => `ATTENTION: ${warning}`),
    ...(totalRow === null ? [] : [`ATTENTION: ${totalRowText(totalRow)}`]),
  ];
}

/** With which statuses the gateway ended what a draft retries: any of them may mean that it was paid. */
export function retriedWarnings(retried: ReleaseSummary['retried']): string[] {
  return retried.length === 0
    ? []
    : [`retries payouts that the gateway finished: ${retriedEndsText(retried)}`];
}

/** What a person checks of the retries in a draft: how the gateway ended what they retry, and whom they pay instead. */
export function retryWarnings({
  retried,
  otherPayees: { count, first },
}: Pick<ReleaseSummary, 'retried' | 'otherPayees'>): string[] {
  return [
    ...retriedWarnings(retried),
    ...first.map(
      ({ rowNumber, payee, insteadOf }) =>
        `row ${countText(rowNumber)} is a retry and pays ${otherPayeeText(payee, insteadOf)}`,
    ),
    ...(count > first.length ? [moreOtherPayeesText(count - first.length)] : []),
  ];
}

/** How many retries pay somebody else besides those that are named. */
export function moreOtherPayeesText(more: number): string {
  return counted(more, 'more retry pays another payee, too', 'more retries pay other payees, too');
}

/** The same as `otherPayeeText`, as a sentence at the row. */
export function retryPaysOtherText(payee: Named, insteadOf: Named): string {
  return `This retry pays ${otherPayeeText(payee, insteadOf)}.`;
}

type Named = ReleaseSummary['otherPayees']['first'][number]['payee'];

/** Whom a retry pays, and who is not paid by it: `Bob, A-7, instead of Ada, A-1, who is not paid by it`. */
function otherPayeeText(payee: Named, insteadOf: Named): string {
  const who = ({ accountName, account }: Named): string =>
    nameAndAccount(oneLine(accountName, longestName), oneLine(account, longestName));
  return `${who(payee)}, instead of ${who(insteadOf)}, who is not paid by it`;
}

/** With which statuses the gateway finished payouts: `2 with FAILED, 1 with no status`. */
export function retriedEndsText(retried: ReleaseSummary['retried']): string {
  const others = retried.slice(mostStatuses);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  return [
    ...retried
      .slice(0, mostStatuses)
      .map(({ status, count }) => `${count} with ${oneLine(status, longestName) || 'no status'}`),
    ...(rest === 0 ? [] : [`${rest} with ${counted(others.length, 'other status', 'other statuses')}`]),
  ].join(', ');
}

/** The columns that an import of a list did not read; empty if it read all. */
export function columnsLeftOutText(columns: readonly string[]): string {
  if (columns.length === 0) return '';
  return ` ${columns.length === 1 ? 'Column' : 'Columns'} left out: ${columns.join(', ')}.`;
}

/** The name that a record about a payee counts for, after what was recorded; empty if it counts for the account, or no name is known. */
export function recordedAsText({ kind, accountName }: Pick<PayeeRecord, 'kind' | 'accountName'>): string {
  const isOfName = kind === 'imported' || kind === 'verified';
  return isOfName && accountName !== null && accountName !== '' ? ` as ${accountName}` : '';
}
