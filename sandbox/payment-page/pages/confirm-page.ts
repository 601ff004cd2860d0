import type { CustomerData } from '../customer-data.ts';
import { carried } from '../form.ts';
import { keyOf, nameOf, type Offer } from '../offers.ts';
import { html, nothing } from '../template.ts';
import { moneyText } from '../page-text.ts';
import { facts, frame, hiddenFields, returnLink } from './frame.ts';
import { customerFacts, payeeOf, type Scene, stepButton } from './scene.ts';

type Step = {
  readonly offer: Offer;
  readonly canSwitch: boolean;
  readonly canEdit: boolean;
  readonly data: CustomerData;
  readonly typed: CustomerData;
};

/** The last step before the payment is sent: shows everything that will be sent. */
export function confirmPage(scene: Scene, step: Step): string {
  const { offer, data } = step;
  const money = moneyText(scene.link.money);
  return frame(
    `Pay ${money} to ${payeeOf(scene)}`,
    html`${facts([
        ['Amount', html`<strong class="figure">${money}</strong>`],
        ['To', payeeOf(scene)],
        ['Pay by', nameOf(offer)],
        ...customerFacts(data),
        ['Order', html`<code>${scene.link.idPayin}</code>`],
      ])}
      <form method="post" action="/pay">
        ${hiddenFields(carried(scene.link, keyOf(offer), step.typed))}
        <button type="submit">Pay ${money}</button>
        ${step.canEdit ? stepButton('details', 'Change the details') : nothing}
        ${step.canSwitch ? stepButton('options', 'Pay another way') : nothing}
      </form>
      ${returnLink(scene.link.returnUrl, 'link')}`,
  );
}
