import type { PaymentKind } from '../../contract/payments/payment.ts';
import {
  answer,
  answerNothing,
  basicError,
  forbidden,
  type Found,
  found,
  gone,
  invalidField,
  refused,
  serverError,
  tooManyRequests,
  unprocessable,
} from '../http/answers.ts';
import { availableMethods, type CodeLists, findMethod } from './code-lists.ts';
import {
  type CreateDecision,
  decideCreate,
  decideRead,
  hasNoOptions,
  isRefusedAmount,
  magicCodeOf,
} from './magic-values.ts';
import type { PaymentBook } from './payment-book.ts';
import { acceptedResponse, paymentAccounts, paymentDetail } from './payment-detail.ts';
import { readBody } from '../http/read-body.ts';
import { ExternalReference, idPattern, OptionsRequest, PaymentRequest } from '../schemas.ts';
import type { Merchant, Payment } from '../state.ts';
import { allowsMoney, type Token } from '../tokens/tokens.ts';
import type { SandboxResponse } from '../types.ts';

/** The input of an operation: the gateway's parts, the caller, and the request. */
export type Call = {
  readonly book: PaymentBook;
  readonly codeLists: CodeLists;
  readonly merchant: Merchant;
  readonly token: Token;
  readonly body: Uint8Array;
  readonly nowMs: number;
};

const idNames: Readonly<Record<PaymentKind, string>> = {
  payout: 'idPayout',
  payin: 'idPayin',
  topup: 'idTopUp',
};

const otherMoney = 'The token is limited to another amount or currency.';

function checkId(kind: PaymentKind, id: string): SandboxResponse | null {
  return idPattern.test(id)
    ? null
    : invalidField(idNames[kind], 'an order ID has 1 to 250 letters, digits, _ and -');
}

/** POST /payins|payouts|topups/!availablePaymentOptions (interface: Operation rules 2 and 5). */
export function answerOptions(call: Call, kind: PaymentKind): SandboxResponse {
  const read = readBody(call.body, OptionsRequest);
  if (!read.ok) return read.response;
  const { money, segmentCode } = read.value.parsed;
  if (!allowsMoney(call.token, money)) return forbidden(otherMoney);
  if (segmentCode !== undefined && !call.codeLists.segments.some((one) => one.segmentCode === segmentCode))
    return unprocessable([
      { code: 'SEGMENT_UNKNOWN', field: 'segmentCode', message: 'Customer segment not found.' },
    ]);
  const methods = hasNoOptions(money.decimal)
    ? []
    : availableMethods(call.codeLists, kind, money.currencyCode, segmentCode);
  if (methods.length > 0) return answer(200, { paymentMethods: methods });
  return unprocessable([
    {
      code: 'NO_PAYMENT_OPTION',
      message: `No payment option is available for this amount in ${money.currencyCode}.`,
    },
  ]);
}

/** POST /payouts|payins|topups/{id} (interface: Operation rule 1): accepts an order ID once and never again. */
export function answerCreate(call: Call, kind: PaymentKind, id: string): SandboxResponse {
  const idProblem = checkId(kind, id);
  if (idProblem !== null) return idProblem;
  const { book, merchant } = call;
  const earlierPosts = book.notePost(merchant, kind, id);
  const read = readBody(call.body, PaymentRequest);
  if (!read.ok) return read.response;
  const { text, parsed: request } = read.value;
  if (!allowsMoney(call.token, request.paymentRequested.money)) return forbidden(otherMoney);
  if (merchant.payments[kind].has(id)) {
    return basicError(
      409,
      'ALREADY_ACCEPTED',
      `${idNames[kind]} ${id} was accepted before; it is not accepted again.`,
    );
  }
  const magicCode = magicCodeOf(kind, request);
  const decision = decideCreate(magicCode, earlierPosts);
  if (decision.kind === 'refuse') return refuseCreate(decision.reason);
  const businessProblem = checkBusiness(call.codeLists, kind, request);
  if (businessProblem !== null) return businessProblem;
  if (book.isFull)
    return basicError(500, 'SANDBOX_FULL', 'The sandbox holds as many payments as it can. Restart it.');
  const payment = book.accept({ merchant, kind, id, request, body: text, magicCode }, call.nowMs);
  const accepted = answer(201, acceptedResponse(payment));
  switch (decision.answer) {
    case 'accepted':
      return accepted;
    case 'serverError':
      return serverError();
    case 'dropped':
      return { ...accepted, isDropped: true };
  }
}

function refuseCreate(reason: Extract<CreateDecision, { kind: 'refuse' }>['reason']): SandboxResponse {
  const field = 'paymentMethod.account.accountNumber';
  switch (reason) {
    case 'serverError':
      return serverError();
    case 'forbidden':
      return forbidden('The merchant may not pay this account.');
    case 'invalid':
      return invalidField(field, 'the account number is invalid');
    case 'busy':
      return tooManyRequests();
    case 'unprocessable':
      return unprocessable([{ code: 'ACCOUNT_NOT_PAYABLE', field, message: 'This account cannot be paid.' }]);
    case 'insufficientFunds':
      return unprocessable([
        { code: 'INSUFFICIENT_FUNDS', message: 'The balance is too low for this payment.' },
      ]);
  }
}

function checkBusiness(
  codeLists: CodeLists,
  kind: PaymentKind,
  { paymentRequested, paymentMethod }: PaymentRequest,
): SandboxResponse | null {
  if (isRefusedAmount(paymentRequested.money.decimal)) {
    return unprocessable([
      {
        code: 'AMOUNT_NOT_ALLOWED',
        field: 'paymentRequested.money.amount',
        message: 'This amount is not allowed.',
      },
    ]);
  }
  const method = findMethod(codeLists, paymentMethod.paymentMethodCode);
  if (method === undefined) {
    const field = 'paymentMethod.paymentMethodCode';
    return unprocessable([
      { code: 'METHOD_UNKNOWN', field, message: 'This payment method is not known here.' },
    ]);
  }
  if (kind !== 'payout') return null;
  const missing = method.requiredFields.filter((name) => paymentMethod.account?.[name] === undefined);
  if (missing.length === 0) return null;
  return unprocessable(
    missing.map((name) => ({
      code: 'FIELD_REQUIRED',
      field: `paymentMethod.account.${name}`,
      message: `The payment method ${method.paymentMethodCode} needs ${name}.`,
    })),
  );
}

function findPayment(call: Call, kind: PaymentKind, id: string): Found<Payment> {
  const idProblem = checkId(kind, id);
  if (idProblem !== null) return refused(idProblem);
  call.book.settle(call.nowMs);
  const payment = call.merchant.payments[kind].get(id);
  return payment === undefined ? refused(gone(`${idNames[kind]} ${id}`)) : found(payment);
}

const unreadable = [{ code: 'PAYMENT_NOT_READABLE', message: 'This payment cannot be read at present.' }];

/** GET /payouts|payins|topups/{id}. */
export function answerDetail(call: Call, kind: PaymentKind, id: string): SandboxResponse {
  const payment = findPayment(call, kind, id);
  return payment.ok
    ? answerRead(payment.value, 'detail', (hasOther) => paymentDetail(payment.value, hasOther))
    : payment.response;
}

/** GET /payins/{idPayin}/accounts. */
export function answerAccounts(call: Call, id: string): SandboxResponse {
  const payment = findPayment(call, 'payin', id);
  return payment.ok
    ? answerRead(payment.value, 'accounts', () => paymentAccounts(payment.value))
    : payment.response;
}

function answerRead(
  payment: Payment,
  operation: 'detail' | 'accounts',
  show: (hasOtherMoney: boolean) => object,
): SandboxResponse {
  const decision = decideRead(payment.magicCode, payment.asked[operation]);
  payment.asked[operation] += 1;
  switch (decision) {
    case 'answer':
      return answer(200, show(false));
    case 'otherMoney':
      return answer(200, show(true));
    case 'gone':
      return gone(`${idNames[payment.kind]} ${payment.id}`);
    case 'serverError':
      return serverError();
    case 'unprocessable':
      return unprocessable(unreadable);
  }
}

/** POST /payins/{idPayin}/!setExternalReference: 204, replacing any earlier one. */
export function answerSetReference(call: Call, id: string): SandboxResponse {
  const payment = findPayment(call, 'payin', id);
  if (!payment.ok) return payment.response;
  const read = readBody(call.body, ExternalReference);
  if (!read.ok) return read.response;
  const decision = decideRead(payment.value.magicCode, payment.value.asked.reference);
  payment.value.asked.reference += 1;
  if (decision === 'gone') return gone(`idPayin ${id}`);
  if (decision === 'serverError') return serverError();
  payment.value.externalReference = read.value.parsed.externalReference;
  return answerNothing();
}
