import type {
  AttentionItem,
  AttentionKind,
  BackgroundFailure,
  BackgroundTask,
  NoticeKind,
} from '../../treasury/attention.ts';
import { unprovenText } from '../activity/witness-text.ts';
import { waitingFileText } from '../approvals.ts';
import { clocksApartText, minuteText } from '../clock.ts';
import { failureText, scheduleErrorText } from '../failure.ts';
import { floorHoldText } from '../treasury/floor-text.ts';
import { floorHoldsText, missingText } from '../treasury/funds-text.ts';
import { counted, moneyText } from '../numbers.ts';
import { unreadableRecordsText } from './left-out-text.ts';
import { olderRecordsText } from './older-records.ts';
import { capitalised, kindText, stateLabel } from '../states.ts';

type Counted = Pick<ItemOf<'unknown'>, 'count' | 'fileName' | 'payment'>;
type ItemOf<Kind extends AttentionItem['kind']> = Extract<AttentionItem, { kind: Kind }>;

/** An attention item and what to do about it, in a sentence or two. */
export function attentionText(item: AttentionItem): string {
  switch (item.kind) {
    case 'olderRecords':
      return olderRecordsText(item.records);
    case 'unreadable':
      return unreadableRecordsText(item.left, item.count);
    case 'conflict':
    case 'outside':
    case 'rejected':
    case 'failed':
      return `${paymentsText(item)} ${troubleText[item.kind](item)}.`;
    case 'unknown':
      return unknownText(item);
    case 'unanswered':
      return unansweredText(item);
    case 'heldByFloor':
      return floorHoldText(item.held, item.fileName);
    case 'heldDuplicates':
      if (item.batchId === null)
        return `${counted(item.count, 'more draft')} may have duplicates, or rows that were released before.`;
      return item.sameFileAs === null
        ? `${counted(item.rows, 'row')} of the draft ${item.fileName} may be ${item.rows === 1 ? 'a duplicate' : 'duplicates'}.`
        : `The same rows as in the draft ${item.fileName} were released before, as batch ${item.sameFileAs}.`;
    case 'schedule':
      return scheduleText(item);
    case 'approvalFile':
      return item.file === null
        ? `${item.hasMore ? 'At least ' : ''}${counted(item.count, 'signed file')} from other people wait in the shared folder.`
        : `${waitingFileText(item.file)} It waits in the shared folder.`;
    case 'witness':
      return unprovenText(item.path, item.fault);
    case 'backgroundFailure':
      return backgroundFailureText(item.failure);
    case 'lowBalance':
    case 'lowProjection':
    case 'balanceUnknown':
      return balanceText(item);
    default:
      return item.batchId === null
        ? `${counted(item.count, 'more notice')} of the kind “${titleOfItem(item)}”. Dismiss those that are listed to see ${item.count === 1 ? 'it' : 'them'}.`
        : noticeText[item.kind](noticeSubject(item));
  }
}

function paymentsText({ count, fileName, payment }: Counted): string {
  if (payment === null) return `${counted(count, 'payout')} of ${fileName ?? 'older batches'}`;
  const word = kindText(payment.kind);
  return payment.idPayment === null
    ? counted(count, `more ${word}`)
    : `${capitalised(word)} ${payment.idPayment}`;
}

/** The end of a sentence that begins with a number of payouts, or payins or top-ups, for each of these states. */
const troubleText: Record<
  'conflict' | 'outside' | 'rejected' | 'failed',
  (item: Pick<Counted, 'count' | 'payment'>) => string
> = {
  conflict: ({ count }) =>
    `in conflict: the gateway holds a different amount or currency for the order ${count === 1 ? 'ID' : 'IDs'}`,
  rejected: () => 'rejected',
  outside: ({ count, payment }) => {
    const them = count === 1 ? 'it' : 'them';
    return payment === null
      ? `sent outside Bursar: adopt ${them} or pay again`
      : `created outside Bursar: adopt ${them}`;
  },
  failed: ({ count }) =>
    `failed: the gateway finished ${count === 1 ? 'it' : 'them'} with a status other than SUCCESS`,
};

function unknownText(item: ItemOf<'unknown'>): string {
  const { count, fileName, payment, forAPerson, isAtLeast } = item;
  if (forAPerson > 0)
    return `${isAtLeast ? 'At least ' : ''}${paymentsText({ count: forAPerson, fileName, payment })} unknown, and Bursar cannot find out what became of ${forAPerson === 1 ? 'it' : 'them'}. A person has to decide.`;
  const said = `${paymentsText({ count, fileName, payment })} unknown: what became of ${count === 1 ? 'it' : 'them'} is not known yet.`;
  if (fileName === null) return said;
  return `${said} Bursar keeps asking${isAtLeast ? ', unless a person has to decide' : ''}.`;
}

function unansweredText({ count, fileName, payment, acceptedAt }: ItemOf<'unanswered'>): string {
  const [first, them] = count === 1 ? ['', 'it'] : ['the first ', 'them'];
  return `${paymentsText({ count, fileName, payment })} accepted by the gateway, ${first}on ${minuteText(acceptedAt)}, and for more than a day it has not said what became of ${them}. Bursar keeps asking. Ask the gateway's operator.`;
}

function scheduleText({ fileName, scheduledFor, trouble }: ItemOf<'schedule'>): string {
  const time = minuteText(scheduledFor);
  switch (trouble.code) {
    case 'delayed':
      return `${fileName} was to be released on ${time}. Bursar could not release it yet, and tries until ${minuteText(trouble.until)}. If it is not to be released then, end its schedule.`;
    case 'late':
      return `${fileName} was to be released on ${time}, and Bursar has not released it. Release it now, or end its schedule.`;
    case 'clocksApart':
      if (trouble.isLate)
        return `${fileName} was to be released on ${time}, and Bursar has not released it. ${clocksApartText(trouble.differenceSeconds)} Release it now, or end its schedule.`;
      return `${fileName} is scheduled for ${time}. ${clocksApartText(trouble.differenceSeconds)} While they differ, Bursar releases it by itself only once both have reached that time, and not if it is late by either.`;
    case 'held':
      return `${fileName} was to be released on ${time}, and waits for a person. ${scheduleErrorText(trouble.error)}`;
    case 'rowsChanged':
      return `The schedule of ${fileName} for ${time} ended because its rows changed. Prepare it and schedule it again.`;
    case 'short': {
      const missing = trouble.missing.map(missingText).join(', ');
      const otherwise = trouble.missing.every(({ floor }) => floor !== null)
        ? floorHoldsText
        : 'Bursar releases it with too little money.';
      return `${fileName} is scheduled for ${time} and is short by ${missing}, by the balance of ${minuteText(trouble.asOf)} less all committed payouts. Top up or end its schedule; otherwise ${otherwise}`;
    }
  }
}

/** A balance is known only as of its last reading, which may be long ago. */
function balanceText(item: ItemOf<'lowBalance' | 'lowProjection' | 'balanceUnknown'>): string {
  const { profileName, currencyCode } = item;
  const money = (amount: string): string => moneyText({ amount, currencyCode });
  const read = `The balance of ${profileName} was ${money(item.available)} on ${minuteText(item.asOf)}`;
  const limit = `the alert limit of ${money(item.limit)}`;
  switch (item.kind) {
    case 'lowBalance':
      return `${read}, below ${limit}.`;
    case 'lowProjection':
      return `${read}, and is ${money(item.projected)} once all committed payouts are paid: below ${limit}.`;
    case 'balanceUnknown':
      return `${read}. Since then the gateway has not said how much is available, so Bursar cannot tell whether it is below ${limit}.`;
  }
}

function noticeSubject({ batchId, fileName, payment }: ItemOf<NoticeKind>): string {
  return payment === null
    ? `Batch ${batchId} (${fileName})`
    : `${capitalised(kindText(payment.kind))} ${payment.idPayment}`;
}

const noticeText: Record<NoticeKind, (subject: string) => string> = {
  paidTwice: (subject) =>
    `${subject} and another payout for the same row were both paid. If the gateway still confirms both, ask the payee or the gateway for the money back.`,
  mayBePaidAlready: (subject) =>
    `${subject} was not sent, since it may be paid already: it repeats a payout that had failed or been rejected when this one was released or scheduled, and about which the gateway has since reported otherwise. If both are owed, pay it in a new file.`,
  rowsTampered: (subject) =>
    `${subject} was changed in the database after its release, so it is paused and cannot be resumed. Find out who changed it: verifying the audit log names the rows. Then cancel the payouts that were not sent, or restore a backup from before the change.`,
  approvalMissing: (subject) =>
    `${subject} was paused: it lacked approvals that the policy requires, or the policy could not be confirmed. Import the approvals, then resume it; if none were requested before its release, cancel what was not sent and pay that in a new batch.`,
  environmentContradicted: (subject) =>
    `${subject}: the gateway's isTest contradicts the environment of the profile. Check the gateway address of the profile; if it is right, acknowledge this for the profile, then resume what is paused.`,
  merchantRefused: (subject) =>
    `${subject}: the gateway does not accept the authentication of its profile, so Bursar can neither send payouts of this batch nor ask about those that it sent. Check the merchant code, and that the public key or secret of the profile is the one registered with the gateway.`,
  endChanged: (subject) =>
    `${subject} was failed, rejected, in conflict or no longer checked, and the gateway has since reported otherwise.`,
  statusChanged: (subject) =>
    `${subject} was paid, and the gateway has since reported another status or amount.`,
};

const taskText: Record<BackgroundTask, string> = {
  runner: 'Looking for payouts to send',
  sending: 'Sending and tracking payouts',
  receiving: 'Creating and tracking payins and top-ups',
  historyIndex: 'Indexing the history',
  callbackListener: 'Listening for callbacks',
  callbackReports: 'Recording callbacks',
  callbackQuestions: 'Checking payments that callbacks reported',
  balances: 'Reading the balances',
  checkpoints: 'Writing a checkpoint of the audit log',
  checkpointSignature: 'Signing a checkpoint of the audit log',
  embeddedSandbox: 'Starting the embedded sandbox',
  schedule: 'Releasing scheduled batches',
  approvalFolder: 'Reading the shared folder of signed files',
  notifications: 'Preparing notifications',
  updates: 'Checking for a new version of Bursar',
  listeners: 'Updating the other parts of Bursar',
};

/** A background failure: what fails, how often, since when and why. */
function backgroundFailureText({ task, error, cause, count, since }: BackgroundFailure): string {
  const details = cause === null ? {} : { cause };
  const known = cause === null ? '' : ` (${cause})`;
  return `${taskText[task]} failed ${counted(count, 'time')} since ${minuteText(since)}: ${failureText({ code: error, details })}${known} Bursar tries again.`;
}

const titles: Record<AttentionKind, string> = {
  paidTwice: 'Paid twice',
  mayBePaidAlready: 'Perhaps paid already',
  rowsTampered: 'Rows changed after release',
  approvalMissing: 'Approvals missing',
  environmentContradicted: 'Wrong environment',
  merchantRefused: 'Authentication failed',
  endChanged: 'Outcome changed',
  statusChanged: 'Status changed',
  outside: stateLabel('outside'),
  unreadable: 'Unreadable records',
  olderRecords: 'Older records',
  unknown: stateLabel('unknown'),
  unanswered: 'No answer',
  conflict: stateLabel('conflict'),
  rejected: stateLabel('rejected'),
  failed: stateLabel('failed'),
  heldByFloor: 'Waits for money',
  heldDuplicates: 'Duplicates',
  schedule: 'Scheduled release',
  approvalFile: 'Signed file',
  witness: 'Witness file',
  backgroundFailure: 'Failing in the background',
  lowBalance: 'Low balance',
  lowProjection: 'Balance will be low',
  balanceUnknown: 'Balance not known',
};

/** The kind of an item, in a word or two. */
export function titleOfItem({ kind }: Pick<AttentionItem, 'kind'>): string {
  return titles[kind];
}
