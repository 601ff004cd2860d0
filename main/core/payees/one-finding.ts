import { compareDecimals, parseDecimal } from '../../../contract/money/decimal.ts';
import type {
  FindingLevel,
  PayeeFinding,
  PayeeFindingKind,
  PayeePolicy,
} from '../../../contract/payees/findings.ts';
import { timesText } from '../../../contract/text/numbers.ts';
import type { CoreContext } from '../context.ts';
import type { StoredPayee } from '../ports/index.ts';
import type { Row, RowsOfParty } from './gather-parties.ts';
import { toPayee } from './known.ts';

/** What is found about one row, at the level of the policy; `context` is null where no known payee is shown. */
export function finding(
  context: CoreContext | null,
  { name, account }: RowsOfParty,
  { rowNumber, amount, currencyCode }: Row,
  kind: PayeeFindingKind,
  known: readonly StoredPayee[],
  policy: PayeePolicy,
): PayeeFinding {
  const shown =
    context === null
      ? []
      : known.map((stored) => {
          const { accounts, ...payee } = toPayee(context, stored);
          return { ...payee, account: accounts[0]?.account ?? '' };
        });
  const level = levelOf(policy, kind, { amount, currencyCode });
  const message = messageOf(kind, { name, account }, shown[0]);
  return {
    rowNumber,
    kind,
    level,
    message,
    evidence: { name, account, amount, currencyCode, known: shown, rows: [] },
  };
}

function levelOf(
  policy: PayeePolicy,
  kind: PayeeFindingKind,
  money: { readonly amount: string; readonly currencyCode: string },
): FindingLevel {
  const from = policy.amountsFrom.find(({ currencyCode }) => currencyCode === money.currencyCode);
  const [least, amount] = [parseDecimal(from?.amount ?? '0'), parseDecimal(money.amount)];
  const isBelow = least !== null && amount !== null && compareDecimals(amount, least) < 0;
  return isBelow ? 'info' : policy[kind];
}

/** Payments are counted for the account, whatever names it was paid under. */
function paidUnder(account: string): string {
  if (account === '') return '';
  return account.includes('@') ? 'the address was ' : 'the account was ';
}

function messageOf(
  kind: PayeeFindingKind,
  { name, account }: { readonly name: string; readonly account: string },
  known: PayeeFinding['evidence']['known'][number] | undefined,
): string {
  const before = known === undefined ? '' : `${known.names[0] ?? ''}, ${known.account}`;
  const paid =
    known?.lastPaidAt === null || known === undefined
      ? ''
      : ` (${paidUnder(known.account)}paid ${timesText(known.payments)}, last on ${known.lastPaidAt.slice(0, 10)})`;
  switch (kind) {
    case 'changedDetails':
      return `Changed bank details: ${name} was never paid to ${account}; known: ${before}${paid}.`;
    case 'lookAlike':
      return `${name}, ${account} resembles ${before}${paid}.`;
    case 'newPayee':
      return `New payee: ${name}, ${account}.`;
    case 'knownAccountOtherName':
      return `${account} is known under another name than ${name}: ${before}${paid}.`;
    case 'unusualAmount':
      return `Unusual amount for ${before}${paid}.`;
    case 'sharedAccount':
      return `Several payees share ${account}.`;
  }
}
