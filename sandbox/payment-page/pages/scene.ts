import { type CustomerData, customerFields, wordingOf } from '../customer-data.ts';
import { type Direction, directionField } from '../form.ts';
import type { PaymentLink } from '../parameters.ts';
import { html, type Html } from '../template.ts';
import { moneyText } from '../page-text.ts';

/** Shown in every step of a payment. */
export type Scene = {
  readonly link: PaymentLink;
  /** The merchant's channel name, if the token permits reading it. */
  readonly channelName: string | null;
};

/** The recipient, as far as the customer may know. */
export function payeeOf({ link, channelName }: Scene): string {
  return channelName ?? link.merchantCode;
}

/** How much goes to whom. */
export function amountOf(scene: Scene): Html {
  return html`<p class="amount">
    <strong>${moneyText(scene.link.money)}</strong> <span>to ${payeeOf(scene)}</span>
  </p>`;
}

/** The known customer data, in words. */
export function customerFacts(data: CustomerData): [name: string, value: string][] {
  return customerFields.flatMap((field) => {
    const value = data[field];
    return value === undefined ? [] : [[wordingOf(field).label, value] satisfies [string, string]];
  });
}

/** A button that returns to a step. */
export function stepButton(direction: Direction, label: string): Html {
  return html`<button
    class="quiet"
    type="submit"
    formaction="/continue"
    name="${directionField}"
    value="${direction}"
  >
    ${label}
  </button>`;
}
