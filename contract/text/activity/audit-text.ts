import type { AuditReport } from '../../audit.ts';
import type { AuditedRecord, AuditNote, AuditProblem, ClaimSource } from '../../audit/audit-problem.ts';
import { counted, countText } from '../numbers.ts';
import { witnessText } from './witness-text.ts';

/** The problem that an audit found, and where. */
export function auditProblemText(problem: AuditProblem): string {
  switch (problem.code) {
    case 'eventsMissing':
      return `Events ${problem.first} to ${problem.last} are missing.`;
    case 'eventsCutOff':
      return `Events ${problem.first} to ${problem.last} are missing at the end.`;
    case 'eventsAppended':
      return `Events ${problem.first} to ${problem.last} were inserted at the end.`;
    case 'eventChanged':
      return `Event ${problem.sequence} or the one before it was changed, moved or inserted.`;
    case 'lastEventReplaced':
      return `Event ${problem.sequence}, the last, is not the one that was written.`;
    case 'chainHeadMissing':
      return 'The head of the chain of events is missing.';
    case 'hourIndexChanged':
      return `The index of hours does not match events ${problem.first} to ${problem.last}: it was changed without an event.`;
    case 'checkpointsMissing':
      return `Checkpoints ${problem.first} to ${problem.last} are missing.`;
    case 'noCheckpoint':
      return 'The log has no checkpoint, although this computer signs them: they were removed.';
    case 'claimUnreadable':
      return problem.source.kind === 'checkpoint'
        ? `${sourceText(problem.source)} cannot be read: it was changed.`
        : `${sourceText(problem.source)} cannot be read.`;
    case 'claimNotSigned':
      return `${sourceText(problem.source)} does not have the signature of its key: it was changed.`;
    case 'claimOfOtherEvent':
      return `${sourceText(problem.source)} names a different event ${problem.sequence}: the log was rewritten${problem.source.kind === 'witnessLine' ? ', a backup was restored, or this witness file is of another log' : ''}.`;
    case 'claimOfOtherCount':
      return `${sourceText(problem.source)} counts ${problem.claimed} payments ${problem.state}, the events ${problem.found}.`;
    case 'claimBeyondEnd':
      return `${sourceText(problem.source)} names event ${problem.sequence}, but the log ends with event ${problem.last}: events are missing at the end.`;
    case 'otherKey':
      return `${counted(problem.count, 'checkpoint')} up to the last ${problem.count === 1 ? 'is' : 'are'} signed with a different key from this computer's, ${problem.fingerprint}. Only a history copied from the computer with that key may have ${problem.count === 1 ? 'it' : 'them'}.`;
    case 'witness':
      return witnessText(problem.path, problem.fault);
    case 'schemaPartMissing':
      return `The ${problem.part} is missing from the database.`;
    case 'schemaPartChanged':
      return `The ${problem.part} is not as Bursar creates it.`;
    case 'schemaPartAdded':
      return `The ${problem.part} is not Bursar's; it was added to the database by something else.`;
    case 'settingChanged':
      return `Setting ${problem.name} is not what its last event says: it was changed without an event.`;
    case 'settingEditedBetween':
      return `Setting ${problem.name} was changed before event ${problem.sequence}, by no event. That event shows what it was by then.`;
    case 'signedFileMissing':
      return `The signed file that event ${problem.sequence} names is missing: it was removed.`;
    case 'signedFileChanged':
      return `The signed file that event ${problem.sequence} names is not the one that was stored: it was changed.`;
    case 'paymentWithoutBatch':
      return `${recordText(problem.record)} belongs to no batch: it was inserted.`;
    case 'paymentMissing':
      return `Payment ${problem.rowNumber} of ${recordText(problem.record, 'batch')} is missing, though its outcome is recorded.`;
    case 'batchMissing':
      return `${recordText(problem.record)} is missing: it was removed with what belongs to it.`;
    case 'recordMissing':
      return `${recordText(problem.record)} is missing: it was removed without an event.`;
    default:
      return `${recordText(problem.record)}: ${differenceText(problem)}`;
  }
}

type DifferenceCode =
  | 'rowChanged'
  | 'updatedWithoutEvent'
  | 'firstSentDiffers'
  | 'attemptsDiffer'
  | 'bodyMissing'
  | 'bodyChanged'
  | 'attemptOfOtherBody'
  | 'eventsOfOtherBody'
  | 'lifeBroken'
  | 'stateDiffers'
  | 'valueDiffers'
  | 'editedBetween'
  | 'recordAdded'
  | 'batchRowsChanged'
  | 'batchTotalsDiffer'
  | 'batchCountDiffers';

function differenceText(problem: Extract<AuditProblem, { code: DifferenceCode }>): string {
  switch (problem.code) {
    case 'lifeBroken':
      return `an event changes it from ${problem.from ?? nothing}, but it was ${problem.found ?? nothing}.`;
    case 'stateDiffers':
      return `its state is ${problem.state}, but its events end in ${problem.expected ?? nothing}.`;
    case 'valueDiffers':
      return `its ${problem.column} is ${problem.value ?? nothing}, but its events say ${problem.expected ?? nothing}.`;
    case 'editedBetween':
      return `its ${problem.column} was changed from ${problem.expected ?? nothing} to ${problem.value ?? nothing} before event ${problem.sequence}, by no event.`;
    case 'recordAdded':
      return 'no event created it; it was inserted.';
    case 'batchRowsChanged':
      return 'its rows are not those that were imported; one was changed, inserted or removed.';
    case 'batchTotalsDiffer':
      return 'its totals are not those of its rows.';
    case 'batchCountDiffers':
      return `its count of payments ${problem.state} is ${problem.count}, but there are ${problem.found}.`;
    case 'rowChanged':
      return 'its row is not the one that was released: what it pays, to whom or under which ID was changed.';
    case 'updatedWithoutEvent':
      return `its updatedAt is ${problem.updatedAt}, but no such event changed it.`;
    case 'firstSentDiffers':
      return 'its firstSentAt is not the time of its first attempt.';
    case 'attemptsDiffer':
      return `it has ${counted(problem.attempts, 'attempt')}, but its events have ${problem.expected}.`;
    case 'bodyMissing':
      return 'its body is missing.';
    case 'bodyChanged':
      return 'its body is not the one that its hash was made of.';
    case 'attemptOfOtherBody':
      return 'an attempt sent another body.';
    case 'eventsOfOtherBody':
      return 'its events name another body.';
  }
}

const nothing = 'nothing';

function sourceText(source: ClaimSource): string {
  return source.kind === 'checkpoint'
    ? `Checkpoint ${source.number}`
    : `Line ${source.line} of the witness file`;
}

const titles = { profile: 'Profile', payee: 'Payee', controls: 'Approval policy' } as const;

function recordText(record: AuditedRecord, batchTitle = 'Batch'): string {
  switch (record.entity) {
    case 'payment':
      return `Payment ${record.idPayment}${record.attempt === undefined ? '' : `, attempt ${record.attempt}`}`;
    case 'batch':
      return `${batchTitle} ${record.batchId}`;
    case 'unnamedBatch':
      return `${batchTitle} number ${record.batchNumber}`;
    default:
      return `${titles[record.entity]} ${record.name}`;
  }
}

/** What the audit could not verify, or only in part. */
export function auditNoteText(note: AuditNote): string {
  switch (note.code) {
    case 'olderPayments':
      return `${counted(note.count, 'payment')} ${note.count === 1 ? 'is' : 'are'} from an older Bursar, whose events do not include fee and gateway status: of ${note.count === 1 ? 'it' : 'these'}, the state, the row, the bytes and the answers are verified.`;
    case 'noAuditKey':
      return `This computer has no audit key to compare with: compare the key ${note.fingerprint} with the one of the computer that signed.`;
    case 'auditKeyUnread':
      return `The keychain did not return the audit key of this computer, so the key ${note.fingerprint} that signed was not compared with it. Unlock the keychain, then verify again.`;
    case 'unexplainedSetting':
      return note.changedBy === null
        ? `No event says who set ${note.name}: an older Bursar did, or another program. Check whether it is right.`
        : `No event says who had set ${note.name} before event ${note.changedBy} changed it: an older Bursar had, or another program. That event shows what it was.`;
    case 'witnessBehind':
      return `The witness file ${note.path} is behind: the last checkpoint of the log is of event ${note.last}, and the file proves nothing about events after event ${note.upTo}.`;
  }
}

/** For a verified log whose signatures prove nothing. */
const notSignedText = 'Not signed: no checkpoint carries a valid signature of this computer.';

/** How much an audit compared: `2 events and 1 payment`. */
export function comparedText({ events, payments }: Pick<AuditReport, 'events' | 'payments'>): string {
  return `${counted(events, 'event')} and ${counted(payments, 'payment')}`;
}

/** How far the log is signed, in a sentence. */
export function signedText({ events, checkpoints }: Pick<AuditReport, 'events' | 'checkpoints'>): string {
  const { signed, signedUpTo, keyFingerprint } = checkpoints;
  return signedUpTo === null
    ? notSignedText
    : `Signed up to event ${countText(signedUpTo)} of ${countText(events)} by ${counted(signed, 'checkpoint')} with the audit key ${keyFingerprint}.`;
}
