import { fail, type Failure } from '../../contract/result.ts';

/** `keychainUnavailable`: this computer, or this session, has no keychain that Bursar can reach. */
export function keychainUnavailable(platform: NodeJS.Platform): Failure {
  switch (platform) {
    case 'linux':
      return fail(
        'keychainUnavailable',
        'No keychain answers in this session. Bursar keeps keys in the Secret Service (GNOME Keyring, KWallet or ' +
          'KeePassXC) and nowhere else: start one, and run Bursar inside the desktop session or under dbus-run-session.',
      );
    case 'darwin':
      return fail(
        'keychainUnavailable',
        'The macOS keychain does not answer, and Bursar keeps keys nowhere else. Run Bursar as a logged-in user who has ' +
          'a login keychain (Keychain Access shows it).',
      );
    case 'win32':
      return fail(
        'keychainUnavailable',
        'Windows Credential Manager does not answer, and Bursar keeps keys nowhere else. Run Bursar as a logged-in user ' +
          'with a profile of their own, and see that the service "Credential Manager" is running.',
      );
    default:
      return fail(
        'keychainUnavailable',
        'Bursar knows no keychain on this system, and keeps keys nowhere else.',
      );
  }
}

/** `keychainUnavailable`: the D-Bus session bus, over which Linux reaches every keychain, accepts connections and does not answer. */
export function sessionBusSilent(): Failure {
  return fail(
    'keychainUnavailable',
    'The message bus of this session (D-Bus) does not answer, so Bursar cannot reach the keychain, and it keeps keys nowhere else. ' +
      'Log in again, or run Bursar under dbus-run-session with a keychain.',
  );
}

/** `keychainLocked`: there is a keychain, but it did not return or accept the key, within the time limit or at all. */
export function keychainLocked(platform: NodeJS.Platform): Failure {
  const how =
    platform === 'darwin'
      ? 'unlock the login keychain in Keychain Access (or with `security unlock-keychain`) and allow Bursar to use it'
      : platform === 'linux'
        ? 'unlock the default keyring (on the desktop, or in Passwords and Keys or KWalletManager) and close its password dialog, if one is still open'
        : 'unlock it';
  return fail(
    'keychainLocked',
    `The keychain is locked, or denied access to Bursar, and nobody changed that in time: ${how}, then try again.`,
  );
}
