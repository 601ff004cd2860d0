import { carried, optionField } from '../form.ts';
import type { CustomerData } from '../customer-data.ts';
import { keyOf, nameOf, type Offer } from '../offers.ts';
import { html } from '../template.ts';
import { alert, frame, hiddenFields, returnLink } from './frame.ts';
import { amountOf, type Scene } from './scene.ts';

type Choice = {
  readonly offers: readonly Offer[];
  readonly preselected: Offer | null;
  readonly notice: string | null;
  readonly typed: CustomerData;
  /** Whether the customer continued without a choice. */
  readonly isUnanswered: boolean;
};

/** The step in which the customer chooses how to pay (behaviour scenarios 1 and 5). */
export function choosePage(
  scene: Scene,
  { offers, preselected, notice, typed, isUnanswered }: Choice,
): string {
  const messages = [notice, isUnanswered ? 'Choose how you want to pay.' : null];
  return frame(
    'How do you want to pay?',
    html`${alert(messages.filter((message) => message !== null))} ${amountOf(scene)}
      <form method="post" action="/continue">
        ${hiddenFields(carried(scene.link, null, typed))}
        <fieldset>
          <legend>Ways to pay</legend>
          ${offers.map((offer) => {
            const key = keyOf(offer);
            const radio =
              preselected !== null && key === keyOf(preselected)
                ? html`<input type="radio" name="${optionField}" value="${key}" required checked />`
                : html`<input type="radio" name="${optionField}" value="${key}" required />`;
            return html`<label class="option">${radio}<span>${nameOf(offer)}</span></label>`;
          })}
        </fieldset>
        <button type="submit">Continue</button>
      </form>
      ${returnLink(scene.link.returnUrl, 'link')}`,
  );
}
