import type { PaymentMethod } from './gateway-answers.ts';
import { type CustomerField, isCustomerField } from './customer-data.ts';
import type { PaymentLink } from './parameters.ts';

/** One way to pay: a method, by one of its operators if it has any. */
export type Offer = {
  readonly methodCode: string;
  readonly methodName: string;
  readonly operatorCode: string | null;
  readonly operatorName: string | null;
  /** Customer data that the method needs. */
  readonly requiredFields: readonly CustomerField[];
};

/** How the customer pays, or the options to choose from. */
type OfferDecision =
  | { readonly kind: 'chosen'; readonly offer: Offer; readonly canSwitch: boolean }
  | {
      readonly kind: 'choose';
      readonly offers: readonly Offer[];
      readonly preselected: Offer | null;
      /** Shown first: the preset of the link is not available. */
      readonly notice: string | null;
    }
  | { readonly kind: 'unavailable'; readonly message: string };

/** The name of an offer within a form. */
export function keyOf({ methodCode, operatorCode }: Offer): string {
  return [methodCode, operatorCode ?? ''].map(encodeURIComponent).join('/');
}

export function nameOf({ methodName, operatorName }: Offer): string {
  return operatorName === null ? methodName : `${methodName}, ${operatorName}`;
}

/**
 * Decides between the behaviour scenarios 1, 4 and 5 of the interface. `chosenKey` is the customer's choice: it counts only if
 * there is a choice, and only if it is offered.
 */
export function decideOffer(
  link: Pick<PaymentLink, 'paymentMethodCode' | 'paymentOperatorCode' | 'optionsAvailable'>,
  methods: readonly PaymentMethod[],
  chosenKey: string | null,
): OfferDecision {
  const all = methods.flatMap(offersOf);
  const isNamed = link.paymentMethodCode !== null || link.paymentOperatorCode !== null;
  const named = isNamed ? namedOffers(link, methods, all) : [];
  if (isNamed && !link.optionsAvailable && named.length <= 1) {
    const [offer] = named;
    return offer === undefined
      ? { kind: 'unavailable', message: `${notAvailable(link)} Ask the merchant for another link.` }
      : { kind: 'chosen', offer, canSwitch: false };
  }
  const offers = isNamed && !link.optionsAvailable ? named : all;
  const offer = offers.find((one) => keyOf(one) === chosenKey);
  if (offer !== undefined) return { kind: 'chosen', offer, canSwitch: true };
  const [first = null] = named;
  const preselected = first === null ? null : (offers.find((one) => isWithin(one, first)) ?? null);
  const notice = isNamed && first === null ? `${notAvailable(link)} Choose another way to pay.` : null;
  return { kind: 'choose', offers, preselected: preselected ?? onlyOne(offers), notice };
}

function offersOf(method: PaymentMethod): Offer[] {
  const plain = plainOffer(method);
  if (method.paymentOperators.length === 0) return [plain];
  return method.paymentOperators.map(({ paymentOperatorCode, name }) => ({
    ...plain,
    operatorCode: paymentOperatorCode,
    operatorName: name ?? paymentOperatorCode,
  }));
}

function plainOffer({ paymentMethodCode, name, requiredFields }: PaymentMethod): Offer {
  return {
    methodCode: paymentMethodCode,
    methodName: name ?? paymentMethodCode,
    operatorCode: null,
    operatorName: null,
    requiredFields: requiredFields.filter(isCustomerField),
  };
}

/** The options that a link names: a method alone, since its operator is not chosen either, or everything that an operator serves. */
function namedOffers(
  { paymentMethodCode, paymentOperatorCode }: Pick<PaymentLink, 'paymentMethodCode' | 'paymentOperatorCode'>,
  methods: readonly PaymentMethod[],
  all: readonly Offer[],
): readonly Offer[] {
  const isMethod = (methodCode: string): boolean =>
    paymentMethodCode === null || methodCode === paymentMethodCode;
  if (paymentOperatorCode === null)
    return methods.filter((method) => isMethod(method.paymentMethodCode)).map(plainOffer);
  return all.filter(
    ({ methodCode, operatorCode }) => isMethod(methodCode) && operatorCode === paymentOperatorCode,
  );
}

function isWithin(offer: Offer, { methodCode, operatorCode }: Offer): boolean {
  return offer.methodCode === methodCode && (operatorCode === null || offer.operatorCode === operatorCode);
}

function onlyOne(offers: readonly Offer[]): Offer | null {
  return offers.length === 1 ? (offers[0] ?? null) : null;
}

function notAvailable({
  paymentMethodCode,
  paymentOperatorCode,
}: Pick<PaymentLink, 'paymentMethodCode' | 'paymentOperatorCode'>): string {
  const named = [paymentMethodCode, paymentOperatorCode].filter((code) => code !== null).join(' by ');
  return `This link asks for ${named}, which is not available for this payment. Nothing was sent.`;
}
