import { ErrorCode } from '../../../contract/errors.ts';
import { Cause } from '../../../contract/payments/cause.ts';
import { PersonDecision } from '../../../contract/payments/payment.ts';
import { readJson } from '../../../contract/json.ts';

/** Event causes that Bursar wrote up to version 0.4.0 as a fixed text. */
export const olderCauses: Readonly<Record<string, Cause>> = {
  imported: { code: 'imported' },
  'taken back': { code: 'takenBack' },
  released: { code: 'released' },
  'all rows queued': { code: 'allQueued' },
  'a person paused': { code: 'paused' },
  'a person resumed': { code: 'resumed' },
  'a person cancelled': { code: 'cancelled' },
  asked: { code: 'asked' },
  'nobody came': { code: 'nobodyCame', until: null },
  'another payment stands for the row': { code: 'overtaken', by: null },
  restart: { code: 'interrupted' },
  'restored from a backup': { code: 'restored' },
  'records older than what was sent': { code: 'olderRecords' },
  'the sandbox began anew': { code: 'sandboxRestarted' },
  created: { code: 'created' },
  link: { code: 'link' },
  followed: { code: 'followed' },
  'awaited for longer': { code: 'awaitedLonger' },
  added: { code: 'profileAdded' },
  'added again': { code: 'profileAddedAgain' },
  found: { code: 'profileFound' },
  edited: { code: 'profileEdited', changes: [] },
  removed: { code: 'profileRemoved' },
  'key stored': { code: 'keyStored', fingerprint: null },
  'no key stored': { code: 'keyForgotten' },
  'key replaced': { code: 'keyReplaced', fingerprint: null },
};

/**
 * Reads the cause of an event. Events never change, because their hashes cover them, so only this function understands
 * the causes that Bursar wrote up to version 0.4.0; an unrecognised cause is `other`.
 */
export function readCause(text: string, detail: string | null): Cause {
  if (text.startsWith('{')) return readJson(Cause, text) ?? { code: 'other', text };
  const fixed = Object.hasOwn(olderCauses, text) ? olderCauses[text] : undefined;
  return fixed ?? variedCause(text, detail) ?? { code: 'other', text };
}

/** The older causes with variable parts. */
function variedCause(text: string, detail: string | null): Cause | null {
  if (text === 'a person decided') {
    if (detail === 'no longer asked about') return { code: 'stoppedFollowing' };
    return { code: 'decided', decision: PersonDecision.safeParse(detail).data ?? null };
  }
  if (text === 'external reference set') return { code: 'referenceSet', reference: detail ?? '' };
  const [, what, number] = /^(attempt|answer) (\d{1,9})$/.exec(text) ?? [];
  if (what === 'attempt') return { code: 'sent', attempt: Number(number) };
  if (what === 'answer') return { code: 'answered', status: Number(number) };
  const error = ErrorCode.safeParse(text);
  return error.success ? { code: 'notAnswered', error: error.data } : null;
}
