import { answer, gone, serverError, unprocessable } from '../http/answers.ts';
import { balanceList } from './balances.ts';
import { listFailureOf, refusedBalanceCode } from './magic-values.ts';
import type { Call } from './payment-operations.ts';
import type { SandboxResponse } from '../types.ts';

/** Most currency codes that one query may name. */
const mostCurrencyCodes = 500;

/** GET /balances (interface: Operation rule 3): unknown, unsupported and malformed codes return no balance. */
export function answerBalances(call: Call, query: string): SandboxResponse {
  const failure = failureOf(call, true);
  if (failure !== null) return failure;
  const codes = new URLSearchParams(query).get('currencyCodes');
  call.book.settle(call.nowMs);
  if (codes === null || codes === '') return answer(200, balanceList(call.merchant.accounts, null));
  const named = new Set(codes.split(',', mostCurrencyCodes).map((code) => code.trim()));
  if (named.has(refusedBalanceCode)) {
    return unprocessable([
      { code: 'BALANCE_NOT_READABLE', field: 'currencyCodes', message: 'These balances cannot be read.' },
    ]);
  }
  return answer(200, balanceList(call.merchant.accounts, named));
}

/** GET /merchant-info: the merchant of the token. */
export function answerMerchantInfo(call: Call): SandboxResponse {
  const { merchantCode } = call.merchant;
  return (
    failureOf(call, true) ??
    answer(200, {
      merchantCode,
      name: `Sandbox merchant ${merchantCode}`,
      channelName: 'Sandbox channel',
      isTest: true,
    })
  );
}

/** GET /currencies: all, or for a token limited to one sum that sum's currency. */
export function answerCurrencies(call: Call): SandboxResponse {
  const limit = call.token.money?.currencyCode;
  const currencies = call.codeLists.currencies.filter(
    (one) => limit === undefined || one.currencyCode === limit,
  );
  return failureOf(call, true) ?? answer(200, { currencies });
}

/** GET /segments. */
export function answerSegments(call: Call): SandboxResponse {
  return failureOf(call, false) ?? answer(200, { segments: call.codeLists.segments });
}

/** GET /payment-operators. */
export function answerPaymentOperators(call: Call): SandboxResponse {
  return failureOf(call, false) ?? answer(200, { paymentOperators: call.codeLists.paymentOperators });
}

/** GET /payment-methods. */
export function answerPaymentMethods(call: Call): SandboxResponse {
  const paymentMethods = call.codeLists.paymentMethods.map(({ paymentMethodCode, name, requiredFields }) => ({
    paymentMethodCode,
    name,
    requiredFields,
  }));
  return failureOf(call, false) ?? answer(200, { paymentMethods });
}

/** The failure that the merchant's code selects; 410 only in the rows of the endpoint table that have it. */
function failureOf({ merchant }: Call, canBeGone: boolean): SandboxResponse | null {
  const failure = listFailureOf(merchant.merchantCode);
  if (failure === 500) return serverError();
  return failure === 410 && canBeGone ? gone('What was asked for') : null;
}
