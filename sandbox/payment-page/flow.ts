import { readClaims } from './claims.ts';
import { type Details, decideDetails, withComplaints } from './details.ts';
import { describeFailure } from './failures.ts';
import { carried, type Form } from './form.ts';
import type { GatewayClient } from './gateway-client.ts';
import { decideOffer, keyOf, type Offer } from './offers.ts';
import { choosePage } from './pages/choose-page.ts';
import { confirmPage } from './pages/confirm-page.ts';
import { detailsPage } from './pages/details-page.ts';
import { hiddenFields } from './pages/frame.ts';
import { badLinkPage, problemPage } from './pages/problem-page.ts';
import { type Scene, stepButton } from './pages/scene.ts';
import type { PaymentLink } from './parameters.ts';
import { type Reply, seeStatus, show } from './reply.ts';
import type { Failure } from './requests.ts';
import { html, nothing } from './template.ts';

type Chosen = {
  readonly scene: Scene;
  readonly form: Form;
  readonly offer: Offer;
  readonly canSwitch: boolean;
  readonly details: Details;
};

/** Handles a link: shows the state of the payment if it already exists, otherwise the first step. */
export async function open(client: GatewayClient, link: PaymentLink, form: Form): Promise<Reply> {
  const mistaken = otherMerchant(link);
  if (mistaken !== null) return mistaken;
  const known = await client.readPayin(link);
  if (known.ok) return seeStatus(statusOf(link));
  const { kind } = known.failure;
  const isTelling = kind === 'down' || kind === 'busy' || kind === 'unauthenticated';
  return isTelling ? stopped(link, form, known.failure) : proceed(client, link, form);
}

/** Shows the next step for these answers. */
export async function proceed(client: GatewayClient, link: PaymentLink, form: Form): Promise<Reply> {
  const step = await findStep(client, link, form);
  return step.kind === 'page' ? step.reply : confirmation(step.chosen);
}

/** Sends the payment if nothing is left to answer; the customer sees its state next. */
export async function pay(
  client: GatewayClient,
  link: PaymentLink,
  form: Form,
  notePayin: () => void,
): Promise<Reply> {
  const step = await findStep(client, link, form);
  if (step.kind === 'page') return step.reply;
  const { offer, details } = step.chosen;
  const created = await client.create(link, offer, details.data ?? {});
  if (!created.ok) return refusal(step.chosen, created.failure);
  if (created.value.isNew) notePayin();
  return seeStatus(statusOf(link));
}

/** A page before the confirmation, or everything that a payment needs. */
type Step =
  | { readonly kind: 'page'; readonly reply: Reply }
  | { readonly kind: 'ready'; readonly chosen: Chosen };

async function findStep(client: GatewayClient, link: PaymentLink, form: Form): Promise<Step> {
  const mistaken = otherMerchant(link);
  if (mistaken !== null) return { kind: 'page', reply: mistaken };
  if (!canFinish(link)) return { kind: 'page', reply: stopped(link, form, { kind: 'forbidden' }) };
  const options = await client.readOptions(link);
  if (!options.ok) return { kind: 'page', reply: stopped(link, form, options.failure) };
  const channelName = await client.readChannelName(link.token, readClaims(link.token));
  const scene: Scene = { link, channelName };
  const isBack = form.direction === 'options';
  const decision = decideOffer(link, options.value, isBack ? null : form.optionKey);
  switch (decision.kind) {
    case 'unavailable':
      return {
        kind: 'page',
        reply: show(
          422,
          problemPage({ title: 'This way to pay is not available', messages: [decision.message], link }),
        ),
      };
    case 'choose': {
      const isUnanswered = form.optionKey !== null && !isBack;
      const { typed } = form;
      const before = decision.offers.find((offer) => keyOf(offer) === form.optionKey);
      const preselected = before ?? decision.preselected;
      const page = choosePage(scene, { ...decision, preselected, typed, isUnanswered });
      return { kind: 'page', reply: show(isUnanswered ? 422 : 200, page) };
    }
    case 'chosen': {
      const { offer, canSwitch } = decision;
      const details = decideDetails(link, offer, form.typed);
      const chosen: Chosen = { scene, form, offer, canSwitch, details };
      const isReady = details.data !== null && form.direction !== 'details';
      return isReady ? { kind: 'ready', chosen } : { kind: 'page', reply: detailsStep(chosen) };
    }
  }
}

function detailsStep({ scene, offer, canSwitch, details }: Chosen): Reply {
  const isWrong = details.entries.some(({ problem }) => problem !== null);
  return show(isWrong ? 422 : 200, detailsPage(scene, { offer, canSwitch, details, messages: [] }));
}

function confirmation({ scene, form, offer, canSwitch, details }: Chosen): Reply {
  const { data, entries } = details;
  const page = confirmPage(scene, {
    offer,
    canSwitch,
    canEdit: entries.length > 0,
    data: data ?? {},
    typed: form.typed,
  });
  return show(200, page);
}

/** The gateway's complaints are shown beside the fields, if any can be changed. */
function refusal({ scene, form, offer, canSwitch, details }: Chosen, failure: Failure): Reply {
  if (failure.kind !== 'refused') return stopped(scene.link, form, failure);
  const { entries, others } = withComplaints(details.entries, failure.complaints);
  if (entries.length > 0) {
    const step = { offer, canSwitch, details: { entries, fixed: details.fixed }, messages: others };
    return show(422, detailsPage(scene, step));
  }
  const next = canSwitch
    ? html`<form method="post" action="/continue">
        ${hiddenFields(carried(scene.link, form.optionKey, form.typed))}
        ${stepButton('options', 'Pay another way')}
      </form>`
    : nothing;
  return show(
    422,
    problemPage({ title: 'The payment was refused', messages: others, next, link: scene.link }),
  );
}

/** Shows a failure; after a temporary one the customer can retry with all answers. */
function stopped(link: PaymentLink, form: Form, failure: Failure): Reply {
  const { status, title, messages } = describeFailure(failure);
  const mayPass = failure.kind === 'busy' || failure.kind === 'down';
  const next = mayPass
    ? html`<form method="post" action="/continue">
        ${hiddenFields(carried(link, form.optionKey, form.typed))}
        <button type="submit">Try again</button>
      </form>`
    : nothing;
  return show(status, problemPage({ title, messages, next, link }));
}

/** A token that permits creating the payin but not reading it would leave the customer without its state. The gateway judges unreadable tokens. */
function canFinish({ idPayin, token }: PaymentLink): boolean {
  const claims = readClaims(token);
  const needed = [
    'POST /payins/!availablePaymentOptions',
    `POST /payins/${idPayin}`,
    `GET /payins/${idPayin}`,
  ];
  return claims === null || needed.every((operation) => claims.permits(operation));
}

/** The merchant is in the token, too: if the two differ, the link is wrong. */
function otherMerchant(link: PaymentLink): Reply | null {
  const claims = readClaims(link.token);
  if (claims === null || claims.merchantCode === link.merchantCode) return null;
  return show(
    400,
    badLinkPage([{ parameter: 'merchantCode', message: 'not the merchant to whom the token was issued' }]),
  );
}

function statusOf({ idPayin, token, money }: PaymentLink) {
  return { idPayin, token, currencyCode: money.currencyCode };
}
