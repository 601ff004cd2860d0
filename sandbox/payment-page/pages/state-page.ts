import type { PayinDetail } from '../gateway-answers.ts';
import type { StatusLink } from '../parameters.ts';
import type { Notice } from '../reply.ts';
import { html, type Html, nothing } from '../template.ts';
import { moneyText, timeText } from '../page-text.ts';
import { alert, facts, frame, hiddenFields, returnLink } from './frame.ts';

type View = {
  readonly link: StatusLink;
  readonly payin: PayinDetail;
  /** Whether the token permits passing on a payment reference (interface: Authentication 7). */
  readonly canSetReference: boolean;
  readonly notice: Notice | null;
};

const problems: Readonly<Record<Notice, readonly string[]>> = {
  waiting: [],
  referenceMissing: ['Enter the reference of your transfer, of up to 250 characters.'],
  referenceRefused: [
    'Your reference was not passed on. Try again; without it the merchant finds your transfer by the reference below.',
  ],
};

export const referenceField = 'externalReference';

/** Whether processing has ended: nothing changes after this. */
export function isFinal({ process }: PayinDetail): boolean {
  return typeof process.processedAt === 'string';
}

/** Whether the customer has to pay elsewhere first (interface: Payment detail, offline method shape). */
export function isToTransfer(payin: PayinDetail): boolean {
  const { reference, account } = payin.paymentMethodResponse;
  return !isFinal(payin) && (reference !== undefined || account !== undefined);
}

/** The status view (interface: Payment web application): the state of the payment, and what to do about it. */
export function statePage(view: View): string {
  if (isFinal(view.payin)) return endPage(view);
  return isToTransfer(view.payin) && view.notice !== 'waiting' ? transferPage(view) : processingPage(view);
}

function endPage({ link, payin }: View): string {
  const { status } = payin.process;
  const money = moneyText(payin.paymentRequested.money);
  const isPaid = status === 'SUCCESS';
  return frame(
    isPaid ? `Paid: ${money}` : `Not paid: ${money}`,
    html`${otherCurrency(link, payin)}
      <p class="state ${isPaid ? 'good' : 'bad'}" role="status">
        ${isPaid ? 'The payment has succeeded.' : `The payment has ended with the status ${status}. Ask the merchant before you pay again.`}
      </p>
      ${paymentFacts(link, payin)} ${returnLink(payin.paymentMethodResponse.returnUrl ?? null, 'button')}`,
  );
}

function processingPage({ link, payin }: View): string {
  const { status } = payin.process;
  const isTransfer = isToTransfer(payin);
  return frame(
    isTransfer ? 'Waiting for your transfer' : 'The payment is being processed',
    html`${otherCurrency(link, payin)}
      <p class="state moving" role="status">Status: ${status}. This page refreshes itself.</p>
      ${isTransfer ? transferFacts(payin) : nothing} ${paymentFacts(link, payin)} ${refreshButton()}
      ${returnLink(payin.paymentMethodResponse.returnUrl ?? null, 'link')}`,
  );
}

function transferPage({ link, payin, canSetReference, notice }: View): string {
  const money = moneyText(payin.paymentMethodResponse.money ?? payin.paymentRequested.money);
  const form = canSetReference
    ? html`<div class="field">
        <label for="${referenceField}">Reference of your transfer</label>
        <input
          type="text"
          id="${referenceField}"
          name="${referenceField}"
          required
          maxlength="250"
          autocomplete="off"
          aria-describedby="reference-hint"
        />
        <p class="hint" id="reference-hint">Your bank shows it once the transfer is made.</p>
      </div>`
    : html`<p class="hint">
        This link does not permit passing on a reference of your own. The merchant finds your transfer by the
        reference above.
      </p>`;
  return frame(
    `Transfer ${money}`,
    html`${alert(notice === null ? [] : problems[notice])} ${otherCurrency(link, payin)}
      <p>Make this transfer at your bank, then confirm it here.</p>
      ${transferFacts(payin)}
      <form method="post" action="/paid">
        ${hiddenFields(Object.entries(link))} ${form}
        <button type="submit">I have paid</button>
      </form>
      ${paymentFacts(link, payin)} ${refreshButton()}
      ${returnLink(payin.paymentMethodResponse.returnUrl ?? null, 'link')}`,
  );
}

const accountLabels: Readonly<Record<string, string>> = {
  bankName: 'Bank',
  branchName: 'Branch',
  accountName: 'Account holder',
  accountNumber: 'Account number',
};

/** Where to transfer the money, with which reference, and until when. */
function transferFacts({ paymentMethodResponse, paymentRequested }: PayinDetail): Html {
  const { account = {}, reference, expireAt, money } = paymentMethodResponse;
  const rows = Object.entries(accountLabels).flatMap(([name, label]) => {
    const value = account[name];
    return typeof value === 'string' && value !== '' ? [[label, value] as const] : [];
  });
  return facts([
    ...rows,
    ['Amount', html`<strong class="figure">${moneyText(money ?? paymentRequested.money)}</strong>`],
    ...(reference === undefined ? [] : [['Reference', html`<code>${reference}</code>`] as const]),
    ...(expireAt === undefined ? [] : [['Pay before', timeText(expireAt)] as const]),
  ]);
}

function paymentFacts({ idPayin }: StatusLink, payin: PayinDetail): Html {
  const { processedAt } = payin.process;
  const money = html`<span class="figure">${moneyText(payin.paymentRequested.money)}</span>`;
  return facts([
    // The transfer amount already says it.
    ...(isToTransfer(payin) ? [] : [['Payment', money] as const]),
    ['Order', html`<code>${idPayin}</code>`],
    ...(typeof processedAt === 'string' ? [['Processed', timeText(processedAt)] as const] : []),
  ]);
}

function otherCurrency({ currencyCode }: StatusLink, { paymentRequested }: PayinDetail): Html {
  const real = paymentRequested.money.currencyCode;
  return real === currencyCode
    ? nothing
    : alert([`The address of this page names ${currencyCode}, but the payment is in ${real}.`]);
}

/** An empty address means this page, including its query: the token need not be repeated. */
export function refreshButton(): Html {
  return html`<p><a class="link" href="">Refresh</a></p>`;
}
