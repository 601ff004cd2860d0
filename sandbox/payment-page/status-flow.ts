import { readClaims } from './claims.ts';
import { describeFailure, type FailurePage } from './failures.ts';
import type { GatewayClient } from './gateway-client.ts';
import { problemPage } from './pages/problem-page.ts';
import { isFinal, isToTransfer, refreshButton, statePage } from './pages/state-page.ts';
import type { StatusLink } from './parameters.ts';
import { type Notice, type Reply, seeStatus, show } from './reply.ts';
import type { Failure } from './requests.ts';

const refreshSecs = 2;
const longestReference = 250;

/** The status view: refreshes until the payment is final, unless somebody is typing into it. */
export async function showStatus(
  client: GatewayClient,
  link: StatusLink,
  notice: Notice | null,
): Promise<Reply> {
  const read = await client.readPayin(link);
  if (!read.ok) return failureReply(read.failure);
  const payin = read.value;
  const canSet = canSetReference(link);
  const isTyping = isToTransfer(payin) && canSet && notice !== 'waiting';
  const page = statePage({ link, payin, canSetReference: canSet, notice });
  return show(200, page, isFinal(payin) || isTyping ? null : refreshSecs);
}

/** "I have paid": passes on the customer's reference if the token permits it (interface: External reference). */
export async function notePaid(client: GatewayClient, link: StatusLink, reference: string): Promise<Reply> {
  if (!canSetReference(link)) return seeStatus(link, 'waiting');
  const given = reference.trim();
  if (given === '' || given.length > longestReference) return seeStatus(link, 'referenceMissing');
  const set = await client.setReference(link, given);
  return seeStatus(link, set.ok ? 'waiting' : 'referenceRefused');
}

function failureReply(failure: Failure): Reply {
  const { status, title, messages } = describeState(failure);
  const mayPass = failure.kind !== 'unauthenticated' && failure.kind !== 'forbidden';
  const next = mayPass ? { next: refreshButton() } : {};
  return show(status, problemPage({ title, messages, ...next }), mayPass ? refreshSecs : null);
}

/** The visitor may have paid already: a new link would not help. */
function describeState(failure: Failure): FailurePage {
  const telling = describeFailure(failure);
  const ask = 'Ask the merchant whether your payment has arrived.';
  switch (failure.kind) {
    case 'unauthenticated':
      return {
        ...telling,
        title: 'This address has expired',
        messages: [`Its token is invalid or has expired. ${ask}`],
      };
    case 'forbidden':
      return { ...telling, title: 'This address does not permit reading this payment', messages: [ask] };
    default:
      return telling;
  }
}

function canSetReference({ idPayin, token }: StatusLink): boolean {
  return readClaims(token)?.permits(`POST /payins/${idPayin}/!setExternalReference`) ?? false;
}
