import type { AppError } from '../../../contract/errors.ts';

const withoutGateway =
  'Only what asks the gateway, such as sending and refreshing, does not work meanwhile. Nothing is sent twice.';

/** What a person can do about an error, if its message may not say enough. */
export function adviceFor({ code, details }: Pick<AppError, 'code' | 'details'>): string | null {
  switch (code) {
    // Its message says to check the network.
    case 'gatewayUnreachable':
      return withoutGateway;
    case 'gatewayNoAnswer':
      return `Check your internet connection. ${withoutGateway}`;
    case 'gatewayServerError':
    case 'gatewayBusy':
      return 'The problem is at the gateway. Try again in a few minutes.';
    case 'gatewayUnauthenticated':
    case 'gatewayForbidden':
      return 'Check the merchant code and the key under Settings, Profiles.';
    case 'dataFolderInUse':
      return 'Close the other window or process of Bursar first.';
    case 'keyMissing':
      return details.isPrepareOnly === true ? null : 'Add or replace the key under Settings, Profiles.';
    case 'profileNeeded':
      return 'Choose a profile at the top of the page.';
    case 'limitExceeded':
      return 'Change limits under Settings, Limits.';
    case 'floorReached':
      return 'Top up the balance, or change the floor under Settings, Limits.';
    case 'updateCheckFailed':
    case 'internal':
    case 'inputInvalid':
    case 'notFound':
    case 'fileUnreadable':
    case 'fileHasErrors':
    case 'fileAmbiguous':
    case 'orderIdUsed':
    case 'profileExists':
    case 'profileInUse':
    case 'duplicateHeld':
    case 'repeatRevived':
    case 'recordsOlder':
    case 'releaseDeclined':
    case 'changeDeclined':
    case 'settingsOvertaken':
    case 'releaseChanged':
    case 'releaseOvertaken':
    case 'alreadyReleased':
    case 'notReleasable':
    case 'notDecidable':
    case 'retryOvertaken':
    case 'retryWaits':
    case 'rowsTampered':
    case 'approvalMissing':
    case 'payeeBlocked':
    case 'policyBlocks':
    case 'controlsTampered':
    case 'signatureInvalid':
    case 'environmentContradicted':
    case 'liveNotServed':
    case 'keyInvalid':
    case 'keyFileUnsafe':
    case 'passphraseWrong':
    case 'gatewayInputInvalid':
    case 'gatewayVersionUnsupported':
    case 'gatewayRefused':
    case 'gatewayDuplicate':
    case 'gatewayNotFound':
    case 'gatewayStatusUnexpected':
    case 'gatewayAnswerUnreadable':
    case 'tokenUnfit':
    case 'databaseNewer':
    case 'databaseDamaged':
    case 'storageFailed':
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'stopped':
      return null;
  }
}
