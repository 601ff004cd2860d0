import {
  tellHowToPay,
  type IncomingDetail,
  type IncomingSummary,
  type PayingInstructions,
} from '../../../contract/incoming.ts';
import { printHistory } from './commands/payouts.ts';
import { fieldLines, grouped, shortened, table, type Output } from './output.ts';

const originWords = {
  created: 'created here',
  link: 'by a link; only asked about',
  followed: 'made elsewhere; only asked about',
} as const;

/** Payins and top-ups, one a line. */
export function incomingLines(payments: readonly IncomingSummary[]): string {
  return table(
    [
      { header: 'Order ID' },
      { header: 'State' },
      { header: 'Amount', align: 'right' },
      { header: 'Currency' },
      { header: 'Method' },
      { header: 'Customer' },
      { header: 'Updated' },
    ],
    payments.map(({ idPayment, state, money, paymentMethodCode, accountName, updatedAt }) => [
      shortened(idPayment, 32),
      state,
      grouped(money.amount),
      money.currencyCode,
      paymentMethodCode,
      shortened(accountName, 28),
      updatedAt.slice(0, 19).replace('T', ' '),
    ]),
  );
}

/** One payin or top-up, whole: what it is, how it is to be paid, and what happened to it. */
export function printIncoming(output: Output, detail: IncomingDetail): void {
  const { money, fee, instructions } = detail;
  const method = [detail.paymentMethodCode, detail.paymentOperatorCode].filter((part) => part !== '');
  output.print(
    fieldLines([
      ['Order ID', detail.idPayment],
      ['Profile', detail.profileName],
      ['Origin', originWords[detail.origin]],
      ['Amount', moneyWords(money)],
      ['State', detail.state],
      ['Gateway status', detail.gatewayStatus ?? ''],
      ['Fee', fee === null ? '' : moneyWords(fee)],
      ['Method', method.join(', ')],
      ['Name', detail.accountName],
      ['Account', detail.accountNumber],
      ['E-mail', detail.emailAddress],
      ['Return to', detail.returnUrl],
      ['Gateway return', instructions?.returnUrl ?? ''],
      ['Note', detail.note],
      ['Awaited until', detail.awaitedUntil ?? ''],
      ['Problem', detail.problemMessage ?? ''],
      ['Problem code', detail.problemCode ?? ''],
    ]),
  );
  if (tellHowToPay(instructions)) output.print(`\nHow it is paid\n${instructionLines(instructions)}`);
  printHistory(output, detail);
}

function instructionLines(instructions: PayingInstructions): string {
  const { bankName, branchName, accountName, accountNumber, money, expireAt, reference } = instructions;
  return fieldLines([
    ['  Bank', bankName ?? ''],
    ['  Branch', branchName ?? ''],
    ['  Account name', accountName ?? ''],
    ['  Account', accountNumber ?? ''],
    ['  Amount', money === null ? '' : moneyWords(money)],
    ['  Reference', reference ?? ''],
    ['  Expires', expireAt ?? ''],
  ]);
}

function moneyWords({ amount, currencyCode }: IncomingSummary['money']): string {
  return `${grouped(amount)} ${currencyCode}`;
}
