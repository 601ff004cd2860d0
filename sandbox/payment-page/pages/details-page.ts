import { wordingOf } from '../customer-data.ts';
import type { Details, Entry } from '../details.ts';
import { carried, directionField, typedField } from '../form.ts';
import { keyOf, nameOf, type Offer } from '../offers.ts';
import { html, type Html, nothing } from '../template.ts';
import { alert, facts, frame, hiddenFields, returnLink } from './frame.ts';
import { amountOf, customerFacts, type Scene, stepButton } from './scene.ts';

type Step = {
  readonly offer: Offer;
  readonly canSwitch: boolean;
  readonly details: Pick<Details, 'entries' | 'fixed'>;
  /** Problems without a field. */
  readonly messages: readonly string[];
};

/** The step in which the customer enters the data that the method needs (behaviour scenarios 1 and 3). */
export function detailsPage(scene: Scene, { offer, canSwitch, details, messages }: Step): string {
  const problems = details.entries.filter(({ problem }) => problem !== null).length;
  const summary = problems === 0 ? [] : ['Some details are missing or cannot be used.'];
  return frame(
    'Your details',
    html`${alert([...messages, ...summary])} ${amountOf(scene)}
      <form method="post" action="/continue" novalidate>
        ${hiddenFields(carried(scene.link, keyOf(offer), {}))}
        ${facts([['Pay by', nameOf(offer)], ...customerFacts(details.fixed)])}
        ${details.entries.map(entryField)}
        <button type="submit" name="${directionField}" value="next">Continue</button>
        ${canSwitch ? stepButton('options', 'Pay another way') : nothing}
      </form>
      ${returnLink(scene.link.returnUrl, 'link')}`,
  );
}

function entryField({ field, value, problem }: Entry): Html {
  const { label, autocomplete } = wordingOf(field);
  const name = typedField(field);
  const type = field === 'emailAddress' ? 'email' : 'text';
  if (problem === null) {
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <input type="${type}" id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" />
    </div>`;
  }
  return html`<div class="field wrong">
    <label for="${name}">${label}</label>
    <input
      type="${type}"
      id="${name}"
      name="${name}"
      value="${value}"
      autocomplete="${autocomplete}"
      aria-invalid="true"
      aria-describedby="${name}-problem"
    />
    <p class="problem" id="${name}-problem">${problem}</p>
  </div>`;
}
