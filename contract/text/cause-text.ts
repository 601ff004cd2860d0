import type { Actor } from '../actor.ts';
import type { Cause, SignedCause } from '../payments/cause.ts';
import type { PersonDecision } from '../payments/payment-states.ts';
import { actorLabel, actorText } from './activity/actor-text.ts';
import { minuteText } from './clock.ts';
import { failureText, scheduleErrorText } from './failure.ts';
import { settingLabel } from './activity/setting-text.ts';
import { signerText } from './activity/signer-text.ts';
import { moneyText } from './numbers.ts';
import { stateText } from './states.ts';

/** The cause and the actor of an event, in words. */
export function causeText(cause: Cause, actor: Actor | null = null): string {
  const who = actorText(actor);
  const label = actorLabel(actor);
  const by = label === null ? '' : ` by ${label}`;
  switch (cause.code) {
    case 'imported':
      return `Draft created${by}`;
    case 'takenBack':
      return `The draft was deleted${by}`;
    case 'released':
      return cause.isScheduled === true ? 'Released as scheduled' : `${who} released the batch`;
    case 'allQueued':
      return 'All rows are queued';
    case 'scheduled':
      return `${who} scheduled the release for ${minuteText(cause.at)}`;
    case 'unscheduled':
      return `${who} ended the schedule`;
    case 'scheduleLost':
      return 'The rows changed, so the schedule ended';
    case 'scheduleHeld':
      return `The scheduled release waits for a person: ${scheduleErrorText(cause.error)}`;
    case 'paused':
      return `${who} paused the batch`;
    case 'pausedBySafeguard':
      return 'Bursar paused the batch';
    case 'resumed':
      return `${who} resumed the batch`;
    case 'cancelled':
      return `${who} cancelled it`;
    case 'sent':
      return cause.attempt === 1
        ? 'Sending to the gateway'
        : `Repeating the same request (attempt ${cause.attempt})`;
    case 'answered':
      return `The gateway answered ${cause.status}${statusText(cause.status)}`;
    case 'notAnswered':
      return failureText({ code: cause.error, details: {} }).replace(/\.$/, '');
    case 'asked':
      return 'Bursar tried to ask the gateway';
    case 'nobodyCame':
      return cause.until === null
        ? 'Nobody had begun to pay it before it expired'
        : `Nobody had begun to pay it by ${minuteText(cause.until)}`;
    case 'decided':
      return `${who} ${cause.decision === null ? 'decided' : decisionText[cause.decision]}`;
    case 'stoppedFollowing':
      return `${who} stopped checking it`;
    case 'overtaken':
      return cause.by === null
        ? 'Another payment replaces this one'
        : `Another payment replaces this one: ${cause.by.idPayment} is ${stateText(cause.by.state)}`;
    case 'mayBePaidAlready':
      return `It may be paid already: ${cause.by.idPayment}, which it repeats and which had failed or been rejected, is ${stateText(cause.by.state)}`;
    case 'interrupted':
      return 'Bursar was closed before the gateway answered';
    case 'restored':
      return 'A backup was restored, so later changes are not known';
    case 'olderRecords':
      return 'The records were older than what was sent, so later changes are not known';
    case 'sandboxRestarted':
      return 'The embedded sandbox restarted without its payouts';
    case 'created':
      return `${who} created it`;
    case 'link':
      return `${who} created a payment link for it`;
    case 'followed':
      return `${who} asked Bursar to follow it`;
    case 'awaitedLonger':
      return 'A new payment link extended how long Bursar waits for it';
    case 'referenceSet':
      return `${who} gave the gateway a reference for it: ${cause.reference}`;
    case 'profileAdded':
      return `The profile was added${by}`;
    case 'profileAddedAgain':
      return `The profile was added again${by}`;
    case 'profileFound':
      return 'The profile existed before profiles had events';
    case 'profileEdited':
      return `The profile was edited${by}${changesText(cause.changes)}`;
    case 'profileRemoved':
      return `The profile was removed${by}`;
    case 'keyStored':
      return `A key was stored${by}${keyText(cause.fingerprint)}`;
    case 'keyForgotten':
      return `The stored key was removed${by}`;
    case 'keyReplaced':
      return `The key was replaced${by}${keyText(cause.fingerprint)}`;
    case 'secretReplaced':
      return `The merchant secret was replaced${by}`;
    case 'differenceExplained':
      return `${who} explained a difference of ${moneyText(cause)} on ${cause.day}: ${cause.note}`;
    case 'payeeImported':
      return `The payee was imported${by}`;
    case 'payeeVerified':
      return `A verification of the payee was recorded${by}`;
    case 'payeeBlocked':
      return `The payee was blocked${by}`;
    case 'payeeUnblocked':
      return `The payee was unblocked${by}`;
    case 'payeeIsBlocked':
      return `Removed from the queue: payee ${cause.payeeId} is blocked`;
    case 'approvalRequested':
    case 'approved':
    case 'approvalRejected':
    case 'approvalWithdrawn':
      return signedText(cause, by);
    case 'controlsChanged':
      return `Approvers or an approval policy were changed${by}`;
    case 'settingChanged':
      return `The setting ${settingLabel(cause.name)} was changed${by}`;
    case 'other':
      return cause.text;
  }
}

/** The decision of a signed file and its signer, as opposed to the person who recorded it here. */
function signedText({ code, by: name, key, isImported }: SignedCause, by: string): string {
  const signer = name === undefined ? 'someone' : signerText({ name, enrolledName: key?.enrolledName });
  const recorded =
    isImported === undefined ? 'recorded' : isImported ? 'imported' : 'signed on this computer';
  switch (code) {
    case 'approved':
      return `Approved by ${signer}, ${recorded}${by}`;
    case 'approvalRejected':
      return `Rejected by ${signer}, ${recorded}${by}`;
    case 'approvalRequested':
      if (isImported === false) return `An approval was requested${by}`;
      return `An approval request${name === undefined ? '' : ` of ${signer}`} was ${recorded}${by}`;
    case 'approvalWithdrawn':
      if (isImported === false) return `The approval request was withdrawn${by}`;
      return `A withdrawal of the approval request${name === undefined ? '' : ` by ${signer}`} was ${recorded}${by}`;
  }
}

const decisionText: Record<PersonDecision, string> = {
  sendAgain: 'decided to repeat the request',
  notAccepted: 'recorded that the gateway did not accept it',
  adopt: 'adopted it',
  payAgain: 'decided to pay the row again',
};

type ProfileChanges = Extract<Cause, { code: 'profileEdited' }>['changes'];

const fieldNames: Record<ProfileChanges[number]['field'], string> = {
  name: 'name',
  callbackUrl: 'callback address',
  paymentPageUrl: 'address of the payment page',
};

function changesText(changes: ProfileChanges): string {
  const parts = changes.map(
    ({ field, from, to }) => `${fieldNames[field]} from ${from ?? 'none'} to ${to ?? 'none'}`,
  );
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

function keyText(fingerprint: string | null): string {
  return fingerprint === null ? '' : `: public key ${fingerprint}`;
}

function statusText(status: number): string {
  if (status === 409) return ': it already has this order ID';
  if (status === 410) return ': it does not know this order ID';
  return '';
}
