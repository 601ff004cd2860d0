import { formatDecimal } from '../../contract/money/decimal.ts';
import { NumberLiteral } from '../http/exact-json.ts';
import { isOffline } from './code-lists.ts';
import { otherAmount } from './payment-book.ts';
import { accountTexts } from '../schemas.ts';
import type { Payment } from '../state.ts';

/** How long an offline payin can be paid. */
const offlineValidityMs = 24 * 60 * 60 * 1000;

const offlineAccount = { bankName: 'Sandbox Bank', branchName: 'Main Branch' };

/** Interface: Payment accepted response. The amount is the received literal. */
export function acceptedResponse(payment: Payment): object {
  return { paymentRequested: { money: moneyOf(payment) }, paymentMethodResponse: methodResponse(payment) };
}

/** Interface: Payment detail; `processedAt` is absent until processing has ended. */
export function paymentDetail(payment: Payment, hasOtherMoney: boolean): object {
  const { status, createdAt, processedAt } = payment;
  const money = moneyOf(payment);
  return {
    paymentRequested: {
      money: hasOtherMoney ? { ...money, amount: new NumberLiteral(otherAmount(payment)) } : money,
    },
    process: {
      status,
      createdAt: timestamp(createdAt),
      ...(processedAt === null ? {} : { processedAt: timestamp(processedAt) }),
      isTest: true,
    },
    fee: { amount: new NumberLiteral(feeText(payment)), currencyCode: money.currencyCode },
    paymentMethodResponse: methodResponse(payment),
  };
}

/** Interface: Payment accounts. The account in the request, and after success the one found by processing. */
export function paymentAccounts({ request, status }: Payment): object {
  const account = request.paymentMethod.account ?? {};
  const found = {
    ...account,
    accountName: account.accountName ?? 'SANDBOX CUSTOMER',
    accountNumber: account.accountNumber ?? '0000001',
    bankName: account.bankName ?? offlineAccount.bankName,
  };
  return {
    customerAccountRequest: accountTexts(account),
    customerAccountProcess: accountTexts(status === 'SUCCESS' ? found : {}),
  };
}

function moneyOf({ request }: Payment): { amount: NumberLiteral; currencyCode: string } {
  const { amount, currencyCode } = request.paymentRequested.money;
  return { amount, currencyCode };
}

/** The fee of the payment; zero if it failed. */
function feeText({ fee, status }: Payment): string {
  return formatDecimal(status === 'FAILED' ? { ...fee, digits: 0n } : fee);
}

function methodResponse(payment: Payment): object {
  const { paymentMethodCode } = payment.request.paymentMethod;
  switch (payment.kind) {
    case 'payout':
      return { paymentMethodCode, idPayout: payment.id };
    case 'topup':
      return { paymentMethodCode, idTopUp: payment.id };
    case 'payin':
      return { idPayin: payment.id, paymentMethodCode, ...payinResponse(payment) };
  }
}

function payinResponse(payment: Payment): object {
  const { returnUrl, paymentMethod } = payment.request;
  const offline = isOffline(paymentMethod.paymentMethodCode)
    ? {
        account: offlineAccount,
        money: moneyOf(payment),
        expireAt: timestamp(payment.createdAt + offlineValidityMs),
        reference: referenceOf(payment.id),
      }
    : {};
  return returnUrl === undefined ? offline : { ...offline, returnUrl };
}

/** The reference that the customer writes on the transfer: ten digits derived from the order ID alone. */
function referenceOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9_999_999_967;
  return sum.toString().padStart(10, '0');
}

function timestamp(at: number): string {
  return new Date(at).toISOString();
}
