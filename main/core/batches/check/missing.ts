import type { AppError } from '../../../../contract/errors.ts';
import { listedCode } from '../../../../contract/same-code.ts';
import type { CheckReport, PaymentOption } from '../../../../contract/treasury.ts';
import { complaintsBelow } from '../../../../contract/text/complaint.ts';
import { moneyText } from '../../../../contract/text/numbers.ts';
import type { MoneyMethods, MethodUse } from './gather.ts';

/** The most reasons shown for one amount and currency. */
const mostReasons = 3;

type MissingOption = CheckReport['options']['missing'][number];

/**
 * What rows of this amount ask for and the gateway did not list; `refusal` says why it offers nothing, if it refused. The interface does not
 * say that a list has everything: page sizes are not shown, and more items may be added.
 */
export function missingOptions(
  { money, uses }: MoneyMethods,
  { options, refusal }: { readonly options: readonly PaymentOption[]; readonly refusal: AppError | null },
): MissingOption[] {
  const moneyTexts = moneyText(money);
  return uses.flatMap((use) => {
    const lack = whatIsLacking(use, options);
    if (lack === null) return [];
    const { lacking, offer, ...missing } = lack;
    const message =
      refusal === null
        ? `The gateway does not list ${lacking} for ${moneyTexts}. ${offer}`
        : `The gateway does not offer ${lacking} for ${moneyTexts}. ${reasonsOf(refusal)}`;
    return [{ money, ...use, message, ...missing }];
  });
}

/** The reasons that the gateway gave, or if it gave none, the result of the query. */
function reasonsOf({ message, details }: AppError): string {
  const reasons = complaintsBelow(details.problems ?? [], '').slice(0, mostReasons);
  return reasons.length === 0
    ? message
    : `Its ${reasons.length === 1 ? 'reason' : 'reasons'}: ${reasons.join(' ')}`;
}

type Lack = Pick<MissingOption, 'column' | 'offered' | 'suggestion'> & {
  readonly lacking: string;
  readonly offer: string;
};

function whatIsLacking(
  { paymentMethodCode, paymentOperatorCode }: MethodUse,
  options: readonly PaymentOption[],
): Lack | null {
  const option = options.find((offer) => offer.paymentMethodCode === paymentMethodCode);
  if (option === undefined) {
    const offered = options.map((offer) => offer.paymentMethodCode);
    return {
      column: 'paymentMethodCode',
      lacking: paymentMethodCode,
      offer: offered.length === 0 ? 'It lists nothing.' : `It lists ${offered.join(', ')}.`,
      offered,
      suggestion: similarCode(paymentMethodCode, offered),
    };
  }
  const offered = option.operators.map((operator) => operator.paymentOperatorCode);
  if (paymentOperatorCode === '' || offered.includes(paymentOperatorCode)) return null;
  return {
    column: 'paymentOperatorCode',
    lacking: `${paymentMethodCode} with the operator ${paymentOperatorCode}`,
    offer:
      offered.length === 0
        ? `It lists no operator for ${paymentMethodCode}.`
        : `With ${paymentMethodCode} it lists ${offered.join(', ')}.`,
    offered,
    suggestion: similarCode(paymentOperatorCode, offered),
  };
}

/** The offered code that differs only in case, or the only offered one; null if neither is certain. */
function similarCode(code: string, offered: readonly string[]): string | null {
  const [only = null, ...others] = offered;
  return listedCode(offered, code) ?? (others.length === 0 ? only : null);
}
