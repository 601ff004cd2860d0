import type { ParameterProblem, PaymentLink } from '../parameters.ts';
import { html, type Html, nothing } from '../template.ts';
import { alert, frame, returnLink } from './frame.ts';

/** The address does not follow the interface. */
export function badLinkPage(problems: readonly ParameterProblem[]): string {
  return frame(
    'This payment link cannot be used',
    html`<p>Nothing was sent. Ask the merchant for another link. What is wrong with this one:</p>
      <ul>
        ${problems.map(({ parameter, message }) => html`<li><code>${parameter}</code>: ${message}</li>`)}
      </ul>`,
  );
}

type Problem = {
  readonly title: string;
  readonly messages: readonly string[];
  /** What the customer can do, if anything; a form or a link. */
  readonly next?: Html;
  /** The page that the customer came from, if known. */
  readonly link?: Pick<PaymentLink, 'returnUrl'>;
};

/** The page for an error. */
export function problemPage({ title, messages, next = nothing, link }: Problem): string {
  return frame(title, html`${alert(messages)} ${next} ${returnLink(link?.returnUrl ?? null, 'link')}`);
}
