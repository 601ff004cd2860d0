import type { RunUntil } from '../../../contract/batches/batch-operations.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import {
  countIn,
  type PaymentState,
  unpaidStates,
  unresolvedStates,
} from '../../../contract/payments/payment.ts';

/** The exit codes of `bursar`, as docs/command-line.md lists them. */
export const exitCodes = {
  done: 0,
  fault: 1,
  usage: 2,
  inputHasErrors: 3,
  someNotPaid: 4,
  unresolved: 5,
  gateway: 6,
  folderInUse: 7,
  held: 8,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The meaning of each exit code, as the help shows it. */
export const exitCodeHelp: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'an error in Bursar or its records',
  2: 'wrong usage, not confirmed, or no usable key or keychain',
  3: 'errors in the input, nothing sent',
  4: 'some rows not paid',
  5: 'stopped with unresolved rows (continue with `bursar resume`)',
  6: 'the gateway refused or is unreachable',
  7: 'the data folder is in use',
  8: 'held: a duplicate, a possible duplicate, over a limit, a blocked payee, a policy or missing approvals',
};

/** The exit code for an operation that failed. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  switch (code) {
    case 'inputInvalid':
    case 'notFound':
    case 'profileExists':
    case 'profileInUse':
    case 'profileNeeded':
    case 'releaseDeclined':
    case 'changeDeclined':
    case 'settingsOvertaken':
    case 'releaseChanged':
    case 'releaseOvertaken':
    case 'alreadyReleased':
    case 'notReleasable':
    case 'notDecidable':
    case 'retryOvertaken':
    case 'liveNotServed':
    case 'keyMissing':
    case 'keyInvalid':
    case 'keyFileUnsafe':
    case 'passphraseWrong':
    case 'keychainUnavailable':
    case 'keychainLocked':
      return exitCodes.usage;
    case 'fileUnreadable':
    case 'fileHasErrors':
    case 'fileAmbiguous':
    case 'orderIdUsed':
    case 'signatureInvalid':
      return exitCodes.inputHasErrors;
    case 'floorReached':
    case 'retryWaits':
    case 'stopped':
      return exitCodes.unresolved;
    case 'gatewayInputInvalid':
    case 'gatewayUnauthenticated':
    case 'gatewayForbidden':
    case 'gatewayVersionUnsupported':
    case 'gatewayRefused':
    case 'gatewayDuplicate':
    case 'gatewayNotFound':
    case 'gatewayBusy':
    case 'gatewayServerError':
    case 'gatewayStatusUnexpected':
    case 'gatewayUnreachable':
    case 'gatewayNoAnswer':
    case 'gatewayAnswerUnreadable':
    case 'environmentContradicted':
    case 'tokenUnfit':
      return exitCodes.gateway;
    case 'dataFolderInUse':
      return exitCodes.folderInUse;
    case 'duplicateHeld':
    case 'repeatRevived':
    case 'recordsOlder':
    case 'limitExceeded':
    case 'payeeBlocked':
    case 'policyBlocks':
    case 'approvalMissing':
    case 'controlsTampered':
      return exitCodes.held;
    case 'rowsTampered':
    case 'databaseNewer':
    case 'databaseDamaged':
    case 'storageFailed':
    case 'updateCheckFailed':
    case 'internal':
      return exitCodes.fault;
  }
}

/** The exit code of a run: unresolved rows take precedence over unpaid rows. */
export function exitCodeOfStates(
  byStates: readonly Partial<Record<PaymentState, number>>[],
  until: RunUntil,
): ExitCode {
  const has = (states: readonly PaymentState[]): boolean =>
    byStates.some((byState) => countIn(byState, states) > 0);
  if (has(unresolvedStates) || (until !== 'sent' && has(['accepted']))) return exitCodes.unresolved;
  return has(unpaidStates) ? exitCodes.someNotPaid : exitCodes.done;
}
