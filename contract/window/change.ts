import type { OperationName } from '../operations.ts';
import { normalUrl, type Profile } from '../profile.ts';
import type { OlderRecords } from '../treasury/attention.ts';
import type { ComputerSetting, Settings } from '../settings.ts';
import { settingChanges } from '../text/activity/setting-changes.ts';
import { counted } from '../text/numbers.ts';
import { forCopiesToo } from '../text/failure.ts';
import { oneLine, wholeLine } from '../text/one-line.ts';
import { olderRecordsText } from '../text/attention/older-records.ts';
import { restoreKeeps } from '../text/maintenance/restored-text.ts';

type ChangeOfSetting = {
  readonly [Name in ComputerSetting]: {
    readonly kind: Name;
    readonly from: Settings[Name];
    readonly to: Settings[Name];
  };
}[ComputerSetting];

/** A change that a page asks for and a person confirms outside it (invariant I5), with what the person needs to decide. */
export type Change =
  | {
      readonly kind: 'callbackUrl' | 'paymentPageUrl';
      readonly profileName: string;
      readonly from: string | null;
      readonly to: string | null;
    }
  | { readonly kind: 'replaceKey' | 'removeProfile'; readonly profileName: string }
  /** Where the key of a file will sign: a page may name another gateway than the person has in mind. */
  | ({ readonly kind: 'useKeyFile'; readonly path: string; readonly profileName: string } & Pick<
      Profile,
      'environment' | 'merchantCode' | 'baseUrl'
    >)
  | ChangeOfSetting
  /** New records about payees, in words. */
  | { readonly kind: 'payees'; readonly lines: readonly string[] }
  /** Approvers, approval policies, decisions about requests or payouts, and resumed batches, in words. */
  | {
      readonly kind: 'approvals';
      readonly title: string;
      readonly action: string;
      readonly lines: readonly string[];
    }
  | { readonly kind: 'backup' | 'restore'; readonly path: string }
  | { readonly kind: 'olderRecords'; readonly records: OlderRecords }
  /** Anything else that belongs to the whole computer. */
  | { readonly kind: 'operation'; readonly name: OperationName };

type ChangeQuestion = {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  /** The verb on the confirmation button. */
  readonly action: string;
};

/** The question about these changes, for a dialog or a terminal. Text from the page stays on its line. */
export function changeQuestion(changes: readonly Change[]): ChangeQuestion {
  const [first] = changes;
  const title = changes.length === 1 && first !== undefined ? titleOf(first) : 'Confirm changes';
  return {
    title,
    message: `${title}?`,
    detail: changes.map((change) => linesOf(change).join('\n')).join('\n\n'),
    action: changes.length === 1 && first !== undefined ? actionOf(first) : 'Confirm',
  };
}

function actionOf(change: Change): string {
  switch (change.kind) {
    case 'approvals':
      return change.action;
    case 'replaceKey':
      return 'Replace';
    case 'removeProfile':
      return 'Remove';
    case 'useKeyFile':
      return 'Use key';
    case 'restore':
      return 'Restore';
    case 'backup':
      return 'Back up';
    case 'olderRecords':
      return 'Dismiss';
    case 'operation':
      return 'Run';
    default:
      return 'Change';
  }
}

function titleOf(change: Change): string {
  switch (change.kind) {
    case 'callbackUrl':
      return 'Change the callback address';
    case 'paymentPageUrl':
      return 'Change the payment page';
    case 'replaceKey':
      return 'Replace the key';
    case 'removeProfile':
      return 'Remove the profile';
    case 'useKeyFile':
      return 'Use the key of this file';
    case 'releaseLimits':
      return 'Change the release limits';
    case 'duplicateWindowDays':
      return 'Change the duplicate check';
    case 'updateFeedUrl':
      return 'Change the update source';
    case 'callbackListener':
      return 'Change the callback listener';
    case 'witnessFile':
      return 'Change the witness file';
    case 'approvalFolder':
      return 'Change the folder of signed files';
    case 'ignoredTestFlags':
      return 'Acknowledge contradicting test flags';
    case 'payeePolicy':
      return 'Change the payee policy';
    case 'payees':
      return 'Change payee records';
    case 'approvals':
      return change.title;
    case 'floors':
      return 'Change balance floors';
    case 'bookAccounts':
      return 'Change bookkeeping accounts';
    case 'methodRules':
      return 'Change the methods of payment files';
    case 'lowBalanceLimits':
      return 'Change the balance alerts';
    case 'backup':
      return 'Back up all data';
    case 'restore':
      return 'Replace all data with this backup';
    case 'olderRecords':
      return 'Dismiss the notice about older records';
    case 'operation':
      return `Run ${change.name}`;
  }
}

function linesOf(change: Change): string[] {
  switch (change.kind) {
    case 'callbackUrl':
      return [
        `Callback address of ${change.profileName}`,
        ...fromTo(readAddress(change.from), readAddress(change.to)),
        'The gateway sends status changes of new payments there.',
      ];
    case 'paymentPageUrl':
      return [
        `Payment page of ${change.profileName}`,
        ...fromTo(readAddress(change.from), readAddress(change.to)),
        'New payment links send customers there.',
      ];
    case 'replaceKey':
      return [
        `Key or secret of ${change.profileName}`,
        `The current one is deleted${forCopiesToo}. The gateway refuses requests until it has the new public key, or if it does not know the new secret.`,
      ];
    case 'removeProfile':
      return [
        `Profile ${change.profileName} is removed, and its floors, low balance alerts and templates. Its key or secret is deleted${forCopiesToo}. The history stays.`,
      ];
    case 'useKeyFile':
      return [
        oneLine(change.path, longestValue),
        `It signs as merchant ${oneLine(change.merchantCode, longestValue)} for profile ${change.profileName} (${change.environment}), at this gateway:`,
        `    ${oneLine(readAddress(change.baseUrl), longestValue)}`,
        'The operator of that address receives what the key signs.',
      ];
    case 'releaseLimits':
      return ['Release limits', ...differences(change)];
    case 'floors':
      return ['Floors of balances', ...differences(change)];
    case 'duplicateWindowDays':
      return ['Bursar looks for duplicates within', ...fromTo(`${change.from} days`, `${change.to} days`)];
    case 'updateFeedUrl':
      return [
        'Updates of Bursar come from',
        ...fromTo(readAddress(change.from), readAddress(change.to)),
        'Anyone who controls this address can offer you a program that moves your money.',
      ];
    case 'callbackListener':
      return ['Callback listener', ...differences(change)];
    case 'witnessFile':
      return [
        'Witness file of the audit log',
        ...fromTo(change.from, change.to),
        'Checkpoints are no longer added to the file that is set now. Without a witness file, a truncated log may go unnoticed.',
      ];
    case 'approvalFolder':
      return [
        'Folder that is watched for signed files',
        ...fromTo(change.from, change.to),
        'Bursar reads approval requests and approvals there, and does nothing with them by itself.',
      ];
    case 'ignoredTestFlags':
      return [
        'Profiles whose test flag may contradict their environment',
        ...differences(change),
        'Bursar sends for these profiles although the gateway marks their payments as test or real, contrary to the environment of the profile. A wrong gateway address may move real money, or none.',
      ];
    case 'payeePolicy':
      return ['Payee policy', ...differences(change)];
    case 'payees':
    case 'approvals':
      // Never cut: the end of a policy may undo its beginning.
      return change.lines.map(wholeLine);
    case 'bookAccounts':
      return ['Exports of the books use other accounts.', ...differences(change)];
    case 'methodRules':
      return [
        'Payment files of all profiles, including live ones, are paid with other methods or operators.',
        ...differences(change),
      ];
    case 'lowBalanceLimits':
      return ['Balance alerts', ...differences(change)];
    case 'backup':
      return [oneLine(change.path, longestValue), 'The backup contains all profiles, including live ones.'];
    case 'restore':
      return [
        oneLine(change.path, longestValue),
        'The current database is kept beside it under another name. Every payment that is unfinished in the backup becomes unknown, and Bursar asks the gateway about it.',
        restoreKeeps,
      ];
    case 'olderRecords':
      return [olderRecordsText(change.records)];
    case 'operation':
      return [`${change.name} reads or changes the data of all profiles, including live ones.`];
  }
}

/** Long enough to show a complete address. */
const longestValue = 300;

/** An address as networks read it: a host with letters that look like others is in ASCII. */
function readAddress<Address extends string | null>(address: Address): Address | string {
  return address === null ? address : normalUrl(address);
}

function fromTo(from: string | null, to: string | null): string[] {
  return [
    `    now: ${oneLine(from ?? 'none', longestValue)}`,
    `    new: ${oneLine(to ?? 'none', longestValue)}`,
  ];
}

/** More lines than this would push the buttons off a small screen. */
const mostDifferences = 40;

/** What a change of a setting changes, and how much more than is shown. */
function differences({ kind, from, to }: ChangeOfSetting): string[] {
  const lines = settingChanges(kind, from, to).map((line) => `    ${oneLine(line, longestValue)}`);
  const more = lines.length - mostDifferences;
  return more > 0
    ? [
        ...lines.slice(0, mostDifferences),
        `    and ${counted(more, 'more change')}, which are not shown: cancel if you did not make them`,
      ]
    : lines;
}
