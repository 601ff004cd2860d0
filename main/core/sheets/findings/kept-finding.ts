import {
  duplicateText,
  type DuplicateFinding,
  type DuplicateKind,
} from '../../../../contract/batches/duplicates.ts';
import type { PayoutColumn, RowFinding } from '../../../../contract/batches/sheet.ts';
import { payeeFindingText, type PayeeFindingFacts } from '../../../../contract/payees/finding-text.ts';
import type { PayeeFindingKind } from '../../../../contract/payees/findings.ts';
import type { PayoutRow } from '../../../../contract/payments/payment.ts';
import { otherOf } from '../../batches/duplicates.ts';
import type { CoreContext } from '../../context/context.ts';
import type { FoundPayee } from '../../payees/one-finding.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredSheet } from '../../ports/index.ts';

/** A row and its position in the sheet when it was searched. */
type RowAt = { readonly rowNumber: number; readonly row: PayoutRow };

/** The row may repeat another row of the sheet, or a released payout, which is named by its payment ID. */
type CachedDuplicate = Pick<RowFinding, 'level'> & {
  readonly kind: 'duplicate' | 'possibleDuplicate';
  readonly inCommon: DuplicateKind;
  readonly equalTo: RowAt | number;
};

type CachedPayeeFinding = Pick<RowFinding, 'level'> & {
  readonly kind: PayeeFindingKind;
  readonly facts: PayeeFindingFacts;
};

/**
 * A finding about a row. Findings that every row of a large sheet may have are stored as a code with parameters, and put into words when
 * the row is shown.
 */
export type CachedFinding = CachedDuplicate | CachedPayeeFinding | RowFinding;

export function isDuplicate(kind: CachedFinding['kind']): boolean {
  return kind === 'duplicate' || kind === 'possibleDuplicate';
}

/** Blocked payees are not among them. */
export function isAboutPayee(found: CachedFinding): found is CachedPayeeFinding {
  return 'facts' in found;
}

/** The whole finding, if it is that the payee of a row is new; null for others, which name known payees or other rows. */
export function newPayeeOf(
  { rowNumber, row }: RowAt,
  { kind, level, facts }: CachedPayeeFinding,
): FoundPayee | null {
  if (kind !== 'newPayee') return null;
  const { known: _known, sharedWith, ...kept } = facts;
  const { accountName: name, amount, currencyCode } = row;
  const account = row.accountNumber || row.emailAddress;
  return {
    rowNumber,
    kind,
    level,
    evidence: { name, account, amount, currencyCode, known: [], rows: [], ...kept },
    sharedWith,
  };
}

const nothingKnown: PayeeFindingFacts = {
  known: null,
  paidSoFar: null,
  countedFrom: null,
  countsFrom: null,
  sharedWith: null,
};

/** A finding about a payee, without the row's own data. */
export function keepPayeeFinding({ kind, level, evidence, sharedWith }: FoundPayee): CachedFinding {
  const { paidSoFar, countedFrom, countsFrom } = evidence;
  const [known = null] = evidence.known;
  const facts = { known, paidSoFar, countedFrom, countsFrom, sharedWith };
  const isPlain = Object.values(facts).every((fact) => fact === null);
  return { kind, level, facts: isPlain ? nothingKnown : facts };
}

/** Puts findings about rows into words; reads the current state of released payouts. */
export function findingsInWords(
  { store }: Pick<CoreContext, 'store'>,
  sheet: Pick<StoredSheet, 'sheetId' | 'profileName' | 'createdAt'>,
  rows: readonly { readonly payout: PayoutRow | null; readonly findings: readonly CachedFinding[] }[],
): RowFinding[][] {
  const paymentIds = rows.flatMap(({ findings }) =>
    findings.flatMap((found) =>
      'equalTo' in found && typeof found.equalTo === 'number' ? [found.equalTo] : [],
    ),
  );
  const describe = otherOf(store);
  const others = new Map(
    store.paymentsOf(paymentIds).map((payment) => [payment.paymentId, describe(payment)] as const),
  );
  // A row that makes no payout under changed rules has no findings until it is searched again.
  return rows.map(({ payout, findings }) =>
    payout === null ? [] : findings.map((found) => inWords(payout, found)),
  );

  function inWords(row: PayoutRow, found: CachedFinding): RowFinding {
    if ('message' in found) return found;
    if (isAboutPayee(found)) return payeeFindingInWords(row, found);
    const { kind, level, inCommon, equalTo } = found;
    const text = duplicateText({ kind: inCommon, equalTo: otherSide(equalTo) }, sheet.sheetId);
    const message = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    return { column: columnOfDuplicate[inCommon], kind, level, message, suggestion: null };
  }

  function otherSide(equalTo: CachedDuplicate['equalTo']): DuplicateFinding['equalTo'] {
    if (typeof equalTo !== 'number') return twinOf(sheet, equalTo);
    const other = others.get(equalTo);
    if (other === undefined) throw new Error('a payout that a row repeats is not there');
    return other;
  }
}

function twinOf(
  { sheetId, profileName, createdAt }: Pick<StoredSheet, 'sheetId' | 'profileName' | 'createdAt'>,
  { rowNumber, row }: RowAt,
): DuplicateFinding['equalTo'] {
  const { idPayout, amount, currencyCode, reference, accountName, accountNumber, emailAddress } = row;
  return {
    idPayout,
    rowNumber,
    payee: { accountName, accountNumber, emailAddress },
    money: { amount, currencyCode },
    reference,
    batchId: sheetId,
    profileName,
    at: isoTime(createdAt),
    state: 'draft',
    endedWith: null,
  };
}

/** The cell where a duplicate is marked: where the rows differ, else the amount. */
const columnOfDuplicate: Record<DuplicateKind, PayoutColumn> = {
  samePayment: 'amount',
  otherReference: 'reference',
  otherAccount: 'accountNumber',
  otherAmount: 'amount',
};

/** The cell where a finding about a payee is marked. */
const columnOfPayee: Record<PayeeFindingKind, PayoutColumn | 'account'> = {
  changedDetails: 'account',
  lookAlike: 'accountName',
  newPayee: 'accountName',
  knownAccountOtherName: 'accountName',
  unusualAmount: 'amount',
  sharedAccount: 'account',
};

/** A finding about a payee, at its cell; for changed bank details it offers the known account. */
function payeeFindingInWords(row: PayoutRow, { kind, level, facts }: CachedPayeeFinding): RowFinding {
  const name = row.accountName;
  const account = row.accountNumber || row.emailAddress;
  const column = columnOfPayee[kind];
  const isNameEmpty = column === 'accountName' && name === '';
  const { known } = facts;
  return {
    column:
      column === 'account' || isNameEmpty
        ? account.includes('@')
          ? 'emailAddress'
          : 'accountNumber'
        : column,
    kind,
    level,
    message: payeeFindingText(
      kind,
      { name, account, amount: row.amount, currencyCode: row.currencyCode },
      facts,
    ),
    suggestion:
      kind === 'changedDetails' && known !== null && !known.account.includes('@') ? known.account : null,
  };
}
