import { gatewayTimeOf } from '../../../contract/payments/gateway-time.ts';
import { minuteText, momentText } from '../../../contract/text/clock.ts';
import {
  hasInstructions,
  type IncomingDetail,
  type IncomingSummary,
  type PayingInstructions,
} from '../../../contract/receiving/incoming.ts';
import { oneLine, wholeLine } from '../../../contract/text/one-line.ts';
import { amountIn, moneyText, shortened } from '../../../contract/text/numbers.ts';
import { paymentMeaning } from '../../../contract/text/payment-meaning.ts';
import { stateText } from '../../../contract/text/states.ts';
import { decideFields, gatewayFields, printHistory } from './commands/payouts.ts';
import { fieldLines, table, type Output } from './terminal/output.ts';

const originLabels = {
  created: 'created here',
  link: 'payment link',
  followed: 'created elsewhere, followed here',
} as const;

/** Payins and top-ups, one per line. */
export function incomingLines(payments: readonly IncomingSummary[]): string {
  return table(
    ['Order ID', 'State', { right: 'Amount' }, 'Currency', 'Method', 'Customer', 'Updated'],
    payments.map(({ idPayment, state, money, paymentMethodCode, accountName, updatedAt }) => [
      shortened(idPayment, 32),
      stateText(state),
      amountIn(money.amount, money.currencyCode),
      money.currencyCode,
      paymentMethodCode,
      oneLine(accountName, 28),
      momentText(updatedAt),
    ]),
  );
}

/** Prints a payin or top-up with its payment instructions, events and attempts. */
export function printIncoming(output: Output, detail: IncomingDetail): void {
  const { money, instructions } = detail;
  const method = [detail.paymentMethodCode, detail.paymentOperatorCode].filter((part) => part !== '');
  const meaning = paymentMeaning({
    ...detail,
    hasInstructions: hasInstructions(instructions),
    isLate: gatewayTimeOf(instructions?.expireAt ?? '') <= Date.now(),
    awaitedUntil: detail.awaitedUntil === null ? null : minuteText(detail.awaitedUntil),
  });
  output.print(
    fieldLines([
      ['Order ID', detail.idPayment],
      ['Profile', `${detail.profileName}${detail.isProfileRemoved ? ' (removed)' : ''}`],
      ['Origin', originLabels[detail.origin]],
      ['Amount', moneyText(money)],
      ['State', stateText(detail.state)],
      ['', meaning],
      ...gatewayFields(detail),
      ['Method', method.join(', ')],
      ['Name', wholeLine(detail.accountName)],
      ['Account', wholeLine(detail.accountNumber)],
      ['E-mail', wholeLine(detail.emailAddress)],
      ['Returns to', detail.returnUrl],
      ['Gateway return', wholeLine(instructions?.returnUrl ?? '')],
      ['Note', wholeLine(detail.note)],
      ['Awaited until', detail.awaitedUntil ?? ''],
      ['Problem', detail.problemMessage ?? ''],
      ['Problem code', detail.problemCode ?? ''],
      ...decideFields(detail.decisions),
    ]),
  );
  if (hasInstructions(instructions))
    output.print(`\nPayment instructions\n${instructionLines(instructions)}`);
  printHistory(output, detail);
}

function instructionLines(instructions: PayingInstructions): string {
  const { bankName, branchName, accountName, accountNumber, money, expireAt, reference } = instructions;
  return fieldLines([
    ['  Bank', wholeLine(bankName ?? '')],
    ['  Branch', wholeLine(branchName ?? '')],
    ['  Account name', wholeLine(accountName ?? '')],
    ['  Account', wholeLine(accountNumber ?? '')],
    ['  Amount', money === null ? '' : moneyText(money)],
    ['  Reference', wholeLine(reference ?? '')],
    ['  Expires', wholeLine(expireAt ?? '')],
  ]);
}
