import type { CheckReport, PaymentOption } from '../../../../contract/treasury.ts';
import { moneyText } from '../../../../contract/text/numbers.ts';
import type { MoneyWishes, Wish } from './gather.ts';

type MissingOption = CheckReport['options']['missing'][number];

/** What rows of this money ask for and the gateway does not offer; `refusal` says why it offers nothing, where it does. */
export function missingOptions(
  { money, wishes }: MoneyWishes,
  { options, refusal }: { readonly options: readonly PaymentOption[]; readonly refusal: string | null },
): MissingOption[] {
  const offered = options.map(({ paymentMethodCode }) => paymentMethodCode);
  const moneyTexts = moneyText(money);
  return wishes.flatMap((wish) => {
    const lacking = whatIsLacking(wish, options);
    if (lacking === null) return [];
    const offer = offered.length === 0 ? 'It offers nothing.' : `It offers ${offered.join(', ')}.`;
    const message = `The gateway does not offer ${lacking} for ${moneyTexts}. ${refusal ?? offer}`;
    return [{ money, ...wish, message, offered }];
  });
}

function whatIsLacking(
  { paymentMethodCode, paymentOperatorCode }: Wish,
  options: readonly PaymentOption[],
): string | null {
  const option = options.find((offer) => offer.paymentMethodCode === paymentMethodCode);
  if (option === undefined) return paymentMethodCode;
  const isOffered =
    paymentOperatorCode === '' ||
    option.operators.some((operator) => operator.paymentOperatorCode === paymentOperatorCode);
  return isOffered ? null : `${paymentMethodCode} with the operator ${paymentOperatorCode}`;
}
