import type { Cause } from '../payments/cause.ts';
import type { PersonDecision } from '../payments/payment-states.ts';
import { failureText } from './failure.ts';
import { stateText } from './states.ts';

/** Why an event was written, in words. */
export function causeText(cause: Cause): string {
  switch (cause.code) {
    case 'imported':
      return 'Read from a file';
    case 'takenBack':
      return 'The draft was taken back';
    case 'released':
      return 'A person released the batch';
    case 'allQueued':
      return 'All rows are queued';
    case 'paused':
      return 'A person paused the batch';
    case 'resumed':
      return 'A person resumed the batch';
    case 'cancelled':
      return 'A person cancelled it';
    case 'sent':
      return cause.attempt === 1 ? 'Sent to the gateway' : `Same request repeated (attempt ${cause.attempt})`;
    case 'answered':
      return `The gateway answered ${cause.status}${statusText(cause.status)}`;
    case 'notAnswered':
      return failureText({ code: cause.error, details: {} }).replace(/\.$/, '');
    case 'asked':
      return 'Bursar asked the gateway';
    case 'nobodyCame':
      return cause.until === null
        ? 'Nobody had begun to pay it before it expired'
        : `Nobody had begun to pay it by ${cause.until}`;
    case 'decided':
      return cause.decision === null ? 'A person decided' : decisionText[cause.decision];
    case 'stoppedFollowing':
      return 'A person stopped checking it';
    case 'overtaken':
      return cause.by === null
        ? 'Another payment stands for the row'
        : `Another payment stands for the row: ${cause.by.idPayment} is ${stateText(cause.by.state)}`;
    case 'interrupted':
      return 'Bursar was closed before the gateway answered';
    case 'restored':
      return 'A backup was restored, so later changes are not known';
    case 'olderRecords':
      return 'The records were older than what was sent, so later changes are not known';
    case 'sandboxRestarted':
      return 'The embedded sandbox restarted without its payouts';
    case 'created':
      return 'A person created it';
    case 'link':
      return 'A person created a payment link for it';
    case 'followed':
      return 'A person asked Bursar to follow it';
    case 'awaitedLonger':
      return 'A new payment link lets it be awaited for longer';
    case 'referenceSet':
      return `A person gave the gateway a reference for it: ${cause.reference}`;
    case 'profileAdded':
      return 'The profile was added';
    case 'profileAddedAgain':
      return 'The profile was added again';
    case 'profileFound':
      return 'The profile was there before profiles had events';
    case 'profileEdited':
      return 'The profile was edited';
    case 'profileRemoved':
      return 'The profile was removed';
    case 'keyStored':
      return 'A key was stored';
    case 'keyForgotten':
      return 'The stored key was removed';
    case 'keyReplaced':
      return 'The key was replaced';
    case 'differenceExplained':
      return `A person explained a difference of ${cause.amount} ${cause.currencyCode} on ${cause.day}: ${cause.note}`;
    case 'payeeImported':
      return 'The payee was imported';
    case 'payeeVerified':
      return 'The payee was verified';
    case 'payeeBlocked':
      return 'The payee was blocked';
    case 'payeeUnblocked':
      return 'The payee was unblocked';
    case 'payeeIsBlocked':
      return `Not sent: payee ${cause.payeeId} is blocked`;
    case 'approvalRequested':
      return 'An approval was requested';
    case 'approved':
      return `Approved by ${cause.by}`;
    case 'approvalRejected':
      return `Rejected by ${cause.by}`;
    case 'approvalWithdrawn':
      return 'The approval request was withdrawn';
    case 'controlsChanged':
      return 'Approvers or an approval policy were changed';
    case 'other':
      return cause.text;
  }
}

const decisionText: Record<PersonDecision, string> = {
  sendAgain: 'A person decided to repeat the request',
  notAccepted: 'A person recorded that the gateway did not accept it',
  adopt: 'A person adopted it',
  payAgain: 'A person decided to pay the row again',
};

function statusText(status: number): string {
  if (status === 409) return ': it already has this order ID';
  if (status === 410) return ': it does not know this order ID';
  return '';
}
