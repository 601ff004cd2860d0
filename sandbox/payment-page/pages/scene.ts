import { type CustomerData, customerFields, wordingOf } from '../customer-data.ts';
import { type Direction, directionField } from '../form.ts';
import type { PaymentLink } from '../parameters.ts';
import { html, type Html } from '../template.ts';
import { moneyText } from '../page-text.ts';

/** What every step of a payment shows. */
export type Scene = {
  readonly link: PaymentLink;
  /** The merchant's channel name, where the token permits reading it. */
  readonly channelName: string | null;
};

/** Whom the money goes to, as far as the customer may know. */
export function payeeOf({ link, channelName }: Scene): string {
  return channelName ?? link.merchantCode;
}

/** How much goes to whom. */
export function amountOf(scene: Scene): Html {
  return html`<p class="amount">
    <strong>${moneyText(scene.link.money)}</strong> <span>to ${payeeOf(scene)}</span>
  </p>`;
}

/** What is known of the customer, in words. */
export function customerFacts(data: CustomerData): [name: string, value: string][] {
  return customerFields.flatMap((field) => {
    const value = data[field];
    return value === undefined ? [] : [[wordingOf(field).label, value] satisfies [string, string]];
  });
}

/** A button that leads back to a step. */
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
