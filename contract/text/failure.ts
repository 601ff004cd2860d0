import type { AppError, ErrorCode } from '../errors.ts';
import { clockDifferenceText } from './clock.ts';
import { counted, durationText } from './numbers.ts';
import { oneLine } from './one-line.ts';

/**
 * What happened between Bursar and the gateway, without what it means for any payment: the same failure may follow a query about a
 * payout that was accepted long ago (I13). Any other error has its own message; if only its code was stored, the message of the
 * code.
 */
export function failureText({
  code,
  details,
  message = codeText[code] ?? 'Something went wrong.',
}: Pick<AppError, 'code' | 'details'> & { readonly message?: string | undefined }): string {
  const answered = details.status ?? details.tokenStatus;
  const status = answered === undefined ? '' : ` (status ${answered})`;
  switch (code) {
    case 'gatewayInputInvalid':
      return `The gateway found the request incomplete or invalid${status}.`;
    case 'gatewayUnauthenticated': {
      // Without a status it is the warning about the clock, which has its own text.
      if (answered === undefined) return message;
      const difference = details.clockDifferenceSeconds;
      const clock = difference === undefined ? '' : ` ${clockDifferenceText(difference)}`;
      return `The gateway did not accept the authentication${status}. ${checkKeyText}${clock}`;
    }
    case 'gatewayForbidden':
      return `The gateway does not permit this for the merchant${status}. Ask the gateway's operator to allow it.`;
    case 'gatewayVersionUnsupported':
      return `The gateway does not know the interface version or the address${status}. Check the gateway address of the profile.`;
    case 'gatewayRefused':
      return `The gateway rejected the request by its business rules${status}.`;
    case 'gatewayDuplicate':
      return `The gateway already has this order ID${status}.`;
    case 'gatewayNotFound':
      return `The gateway does not know this order ID${status}.`;
    case 'gatewayBusy':
      return 'The gateway is too busy.';
    case 'gatewayServerError':
      return `The gateway reported an internal error${status}.`;
    case 'gatewayStatusUnexpected':
      return `The gateway answered with a status that its interface does not define${status}. Check that the gateway address of the profile leads to the gateway itself.`;
    case 'gatewayUnreachable':
      // With a status, the gateway answered without an access token; without a cause it was never tried, and the message says why.
      if (answered !== undefined)
        return `The gateway returned no access token${status}. Check the gateway address of the profile.`;
      return details.cause === undefined
        ? message
        : `The gateway could not be reached${whyUnreachable(details.cause)}`;
    case 'gatewayNoAnswer':
      return 'The gateway gave no usable answer.';
    case 'gatewayAnswerUnreadable':
      return 'The gateway response could not be read.';
    case 'stopped':
      return 'Bursar stopped before the gateway answered.';
    default:
      return message;
  }
}

/** Node's and OpenSSL's codes for a certificate that does not prove who answered. */
const certificateCauses = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

/** undici's code where a proxy answers the request for a connection with anything but 200. */
export const proxyRefusal = 'UND_ERR_ABORTED';

/** What follows “could not be reached”: the reason, if a person would look for it elsewhere, and what to check. */
export function whyUnreachable(cause: string | undefined, andThen = ''): string {
  if (cause === proxyRefusal)
    return `, because the proxy that the environment of Bursar names did not connect to it. Check whether the proxy asks for a login, and whether it admits and reaches the gateway${andThen}.`;
  return cause !== undefined && certificateCauses.test(cause)
    ? `, because this computer does not trust the certificate that it got (${cause}). Check the clock of this computer, and whether a network login, a proxy or a security program answers in place of the gateway${andThen}.`
    : `. Check the network and the gateway address of the profile${andThen}.`;
}

const checkKeyText =
  'Check the merchant code, and that the public key or secret of this profile is the one registered with the gateway.';

/** The message of an error whose own message was not stored. */
const codeText: Partial<Record<ErrorCode, string>> = {
  keyMissing: 'The private key of the profile was not found.',
  keyInvalid: 'The private key of the profile could not be used.',
  keyFileUnsafe: 'The key file can be read by others.',
  passphraseWrong: 'The passphrase of the key file was wrong.',
  keychainUnavailable: 'The keychain was not available.',
  keychainLocked: 'The keychain was locked.',
  tokenUnfit: 'The gateway returned a token with other permissions.',
  gatewayUnauthenticated: `The gateway did not accept the authentication. ${checkKeyText}`,
  gatewayUnreachable: 'The gateway could not be reached, or returned no access token.',
  environmentContradicted: "The gateway's isTest contradicts the environment of the profile.",
  floorReached: 'A floor holds the payouts of a batch.',
  rowsTampered: 'The rows of a batch are not those that were released.',
  approvalMissing: 'Approvals are missing.',
  controlsTampered: 'Approvers and policies cannot be confirmed.',
  storageFailed: 'The database could not be read or written.',
  databaseDamaged: 'The database is damaged.',
  fileUnreadable: 'A file could not be read.',
  notFound: 'Something that it needs no longer exists.',
  inputInvalid: 'Something in the settings is wrong.',
  liveNotServed: 'Live profiles are not served here.',
  updateCheckFailed:
    'The update address returned no usable answer. Check your internet connection and the address under Settings.',
  internal: 'Bursar had an internal error.',
};

/** Added where the key or secret of a profile is about to be deleted: a copied data folder names the same entry of the keychain. */
export const forCopiesToo = ', also for copies of this data folder';

/** Says that the keychain still has the key of a profile that was removed, and why. */
export function keyLeftText({ code }: Pick<AppError, 'code'>): string {
  return `${failureText({ code, details: {} })} It still has the key of this profile, which Bursar removes when it next stores or removes one.`;
}

/** Says that the gateway of a profile is too busy, and how long Bursar waits. */
export function busyText({ id, waitSeconds }: { readonly id: string; readonly waitSeconds: number }): string {
  return `The gateway of ${id} is too busy (status 429). Bursar asks again in ${durationText(waitSeconds)}.`;
}

/** Says that a disk or share has not answered for this long. */
export function noAnswerText(path: string, seconds: number): string {
  return `${path} did not answer within ${counted(seconds, 'second')}. Check the disk or share that it is on.`;
}

/** Says that a slow folder, or one with many files, is still being read. */
export function stillReadingText(path: string): string {
  return `Bursar is still reading ${path}. What waits there is shown once that is done.`;
}

/** Why a scheduled release waits for a person. */
export function scheduleErrorText(error: ErrorCode): string {
  switch (error) {
    case 'recordsOlder':
      return 'A backup was restored, or the records were older than what was sent.';
    case 'duplicateHeld':
      return 'Duplicates were found that nobody has confirmed.';
    case 'repeatRevived':
      return 'A payout that one of its rows repeats had ended unpaid and has come back.';
    case 'releaseOvertaken':
      return 'Other payouts kept changing while it was compared with them.';
    case 'limitExceeded':
      return 'It exceeds a limit.';
    case 'payeeBlocked':
      return 'It pays a blocked payee.';
    case 'policyBlocks':
      return 'A finding blocks it.';
    case 'releaseChanged':
      return 'Its rows are not those that were scheduled.';
    case 'rowsTampered':
      return 'Its schedule is not the one that a person confirmed.';
    case 'retryOvertaken':
      return 'A payout that it retries is no longer failed or rejected, or not with the status that was confirmed.';
    default:
      return failureText({ code: error, details: {} });
  }
}

const longestResponse = 300;

/** The beginning of a gateway response in which no reader recognised anything, on one line. */
export function shortResponse(raw: string): string {
  return raw.replace(/\s+/g, ' ').trim().slice(0, longestResponse).toWellFormed();
}

/** Whether a response has no content: nothing, or JSON in which nothing is. */
export function isEmptyResponse(raw: string): boolean {
  return /^(?:[\s[\]{},"]|null)*$/.test(raw);
}

const shownPlaces = 3;
/** A line of a stack of V8: `at name (path:line:column)`, or without the name. */
const frame = /^\s+at (?:async )?(?:(.+) \()?(?:.*[\\/])?([^\\/()]+)\)?$/;

/**
 * What was thrown, for the report of an internal error: `RangeError: Maximum call stack size exceeded (at visit elements.ts:134:9, …)`. The
 * innermost places are named without their folders, since a path may contain the name of a person. `unknown` if it is no error.
 */
export function thrownText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const lines = (thrown.stack ?? '').split('\n').filter((line) => frame.test(line));
  const places = lines.slice(0, shownPlaces).map((line) => oneLine(line.replace(frame, '$1 $2').trim()));
  const where = places.length === 0 ? '' : ` (at ${places.join(', ')})`;
  return `${thrown.name}: ${thrown.message}${where}`;
}
