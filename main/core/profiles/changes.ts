import type { Change } from '../../../contract/window/change.ts';
import type { KeyOrSecret } from '../../../contract/profile-operations.ts';
import type { Profile } from '../../../contract/profile.ts';
import { compareAmounts } from '../../../contract/money/amount.ts';
import type { OperationName, ParsedInput } from '../../../contract/operations.ts';
import { policyInLines } from '../../../contract/text/approvals.ts';
import { decisionConsequence } from '../../../contract/text/decision.ts';
import { counted, moneyText } from '../../../contract/text/numbers.ts';
import { nameAndAccount } from '../../../contract/text/one-line.ts';
import type { CoreContext } from '../context/context.ts';
import { chooseProfile } from '../context/subject.ts';
import { findApprover, personOfCard } from '../approvals/approver-handlers.ts';
import { controlsOf } from '../approvals/refuse-unapproved.ts';
import { listedPayees } from '../payees/import-payees.ts';
import { spokenFingerprint } from '../ports/signatures.ts';
import { findPayoutToDecide } from '../payments/find-payout.ts';
import { requestLines } from '../approvals/request-lines.ts';
import { Settings, type ComputerSetting } from '../../../contract/settings.ts';
import type { Store } from '../ports/index.ts';
import {
  damagedSettings,
  isDamaged,
  readSetting,
  readSettings,
  refuseOvertakenSettings,
} from '../settings/settings.ts';
import { floorFor, floorsIn } from '../treasury/floors.ts';
import { strictest } from '../treasury/limits.ts';

type Context = Pick<CoreContext, 'store' | 'clock' | 'files' | 'controls'>;
type Describers = {
  readonly [Name in OperationName]?: (
    store: Store,
    input: ParsedInput<Name>,
    context: Context,
  ) => Change[] | Promise<Change[]>;
};

/** The most payees of an import that its question lists: more would push the buttons off a small screen. */
const mostPayees = 30;

/** The changes of a call that a person may have to confirm, compared with the current state. */
export const describers: Describers = {
  'profiles.add': (_store, { key, ...profile }) => ofKeyFile(key, profile),
  'profiles.edit': (store, { name, callbackUrl, paymentPageUrl }) => {
    const profile = store.findProfile(name);
    if (profile?.environment !== 'live') return [];
    const callbacks = callbackUrl ?? profile.callbackUrl;
    const page = paymentPageUrl === undefined ? profile.paymentPageUrl : paymentPageUrl;
    const changes: Change[] = [
      { kind: 'callbackUrl', profileName: name, from: profile.callbackUrl, to: callbacks },
      { kind: 'paymentPageUrl', profileName: name, from: profile.paymentPageUrl, to: page },
    ];
    return changes.filter((change) => !('from' in change) || change.from !== change.to);
  },
  'profiles.replaceKey': (store, { name, key }) => {
    const profile = store.findProfile(name);
    return [...ofLive(store, name, 'replaceKey'), ...(profile === null ? [] : ofKeyFile(key, profile))];
  },
  'profiles.remove': (store, { name }) => ofLive(store, name, 'removeProfile'),
  // Refused without a question if it would undo what was changed since.
  'settings.change': (store, wanted) =>
    refuseOvertakenSettings(store, wanted.basedOn) === null ? settingChanges(store, wanted) : [],
  'callbacks.listen': (store, { host, port }) => {
    const from = readSetting(store, 'callbackListener');
    return [{ kind: 'callbackListener', from, to: { ...from, isOn: true, host, port } }];
  },
  'payees.verify': (store, { payeeId, account, by, how, note }) => [
    {
      kind: 'payees',
      lines: [
        `Account ${account} of payee ${payeeText(store, payeeId)} is verified.`,
        `By ${by}: ${how}`,
        ...(note === null ? [] : [`Note: ${note}`]),
      ],
    },
  ],
  'payees.unblock': (store, { payeeId }) => [
    { kind: 'payees', lines: [`Payee ${payeeText(store, payeeId)} may be paid again.`] },
  ],
  'payees.import': async (_store, input, { files }) => {
    const { fileName, verifiedBy } = input;
    const become = verifiedBy === null ? 'known' : `known and verified, by ${verifiedBy}`;
    const listed = (await listedPayees(files, input)) ?? [];
    const more = listed.length - mostPayees;
    return [
      {
        kind: 'payees',
        lines: [
          `The payees of ${fileName} become ${become}.`,
          `${counted(listed.length, 'payee')}:`,
          ...listed.slice(0, mostPayees).map((payee) => `    ${payee}`),
          ...(more > 0 ? [`    and ${counted(more, 'more payee')}`] : []),
        ],
      },
    ];
  },
  'approvers.add': (_store, { card }) => {
    const person = personOfCard(card);
    if (!person.ok) return [];
    const { name, publicKey } = person.value;
    return [
      approvalChange('Add an approver', 'Add', [
        `${name} may approve releases on this computer.`,
        `Fingerprint ${spokenFingerprint(publicKey)}`,
        'Compare the fingerprint with this person over the phone, on a number that you know.',
      ]),
    ];
  },
  'approvers.remove': async (_store, { approver }, context) => {
    const controls = await controlsOf(context).read();
    const approvers = controls.ok ? (controls.value?.document.state.approvers ?? []) : [];
    const found = findApprover(approvers, approver);
    const lines =
      found === null
        ? [`${approver} may no longer approve releases.`]
        : [
            `${found.name} may no longer approve releases.`,
            `Fingerprint ${spokenFingerprint(found.publicKey)}`,
          ];
    return [approvalChange('Remove an approver', 'Remove', lines)];
  },
  'policies.set': (store, { profileName, policy }) => {
    const profile = chooseProfile(store, profileName);
    if (!profile.ok) return [];
    const { name, environment, merchantCode, baseUrl } = profile.value;
    const of = `Profile ${name} (${environment}), merchant ${merchantCode} at ${baseUrl}`;
    return [approvalChange('Change the approval policy', 'Change', policyInLines(of, policy))];
  },
  'approvals.decide': async (_store, { file, decision, note, validHours }, { clock }) => {
    const lines = await requestLines(file, clock);
    const valid = `The approval is valid for ${counted(validHours, 'hour')}.`;
    const why = note === '' ? [] : [`Note: ${note}`];
    return decision === 'approve'
      ? [approvalChange('Approve with your personal key', 'Approve', [...lines, valid, ...why])]
      : [approvalChange('Reject with your personal key', 'Reject', [...lines, ...why])];
  },
  'payouts.decide': (store, { decision, ...which }) => {
    const found = findPayoutToDecide(store, which);
    const payout = found.ok ? found.value : null;
    const isLive = payout !== null && store.profileOfKey(payout.keyId)?.environment === 'live';
    if (!isLive || decision !== 'sendAgain') return [];
    const { idPayment, profileName, accountName, accountNumber, emailAddress } = payout;
    return [
      approvalChange('Repeat the request of a payout', 'Repeat', [
        `Payout ${idPayment} of profile ${profileName}`,
        `${moneyText(payout)} to ${nameAndAccount(accountName, accountNumber || emailAddress)}`,
        decisionConsequence(decision, 'payout'),
      ]),
    ];
  },
  'batches.resume': (store, { batchId }) => {
    const batch = store.findBatch(batchId);
    if (batch?.isPaused !== true || store.profileOfKey(batch.keyId)?.environment !== 'live') return [];
    const { draft = 0, queued = 0, unknown = 0 } = store.countByState(batchId);
    const inDoubt = `${counted(unknown, 'payout')} unknown: Bursar repeats the request of those that the gateway does not know.`;
    return [
      approvalChange('Resume a batch', 'Resume', [
        `Batch ${batchId} (${batch.fileName}) of profile ${batch.profileName}`,
        `${counted(draft + queued, 'payout')} of ${counted(batch.rows, 'row')} waiting to be sent`,
        ...(unknown === 0 ? [] : [inDoubt]),
      ]),
    ];
  },
  'data.backup': (_store, { path }) => [{ kind: 'backup', path }],
  'attention.dismissOlderRecords': (store) => {
    const records = store.olderRecords();
    return records === null ? [] : [{ kind: 'olderRecords', records }];
  },
};

/** The ID of a payee, which a page may name for another one, with the name that counts. */
function payeeText(store: Store, payeeId: string): string {
  return `${payeeId} (${store.findPayee(payeeId)?.names[0]?.name ?? ''})`;
}

function approvalChange(title: string, action: string, lines: readonly string[]): Change {
  return { kind: 'approvals', title, action, lines };
}

function ofLive(store: Store, profileName: string, kind: 'replaceKey' | 'removeProfile'): Change[] {
  return store.findProfile(profileName)?.environment === 'live' ? [{ kind, profileName }] : [];
}

/** The key of a file that a page names, for a profile at a gateway that it names too. */
function ofKeyFile(
  key: KeyOrSecret,
  {
    name,
    environment,
    merchantCode,
    baseUrl,
  }: Pick<Profile, 'name' | 'environment' | 'merchantCode' | 'baseUrl'>,
): Change[] {
  if (key.kind !== 'import') return [];
  return [{ kind: 'useKeyFile', path: key.path, profileName: name, environment, merchantCode, baseUrl }];
}

function settingChanges(store: Store, wanted: ParsedInput<'settings.change'>): Change[] {
  const now = readSettings(store);
  // An unreadable setting is replaced by any new one, so it always differs.
  const damaged = new Set<string>(damagedSettings(store));
  const differs = (name: keyof Settings): boolean =>
    wanted[name] !== undefined &&
    (damaged.has(name) || JSON.stringify(wanted[name]) !== JSON.stringify(now[name]));
  const next = { ...now };
  for (const name of Settings.keyof().options)
    if (wanted[name] !== undefined) Object.assign(next, { [name]: wanted[name] });
  // A setting of the whole computer without a question does not compile.
  const changes: { readonly [Name in ComputerSetting]: Change & { readonly kind: Name } } = {
    releaseLimits: { kind: 'releaseLimits', from: now.releaseLimits, to: next.releaseLimits },
    floors: { kind: 'floors', from: now.floors, to: next.floors },
    duplicateWindowDays: {
      kind: 'duplicateWindowDays',
      from: now.duplicateWindowDays,
      to: next.duplicateWindowDays,
    },
    updateFeedUrl: { kind: 'updateFeedUrl', from: now.updateFeedUrl, to: next.updateFeedUrl },
    callbackListener: { kind: 'callbackListener', from: now.callbackListener, to: next.callbackListener },
    witnessFile: { kind: 'witnessFile', from: now.witnessFile, to: next.witnessFile },
    approvalFolder: { kind: 'approvalFolder', from: now.approvalFolder, to: next.approvalFolder },
    ignoredTestFlags: { kind: 'ignoredTestFlags', from: now.ignoredTestFlags, to: next.ignoredTestFlags },
    payeePolicy: { kind: 'payeePolicy', from: now.payeePolicy, to: next.payeePolicy },
    lowBalanceLimits: { kind: 'lowBalanceLimits', from: now.lowBalanceLimits, to: next.lowBalanceLimits },
    bookAccounts: { kind: 'bookAccounts', from: now.bookAccounts, to: next.bookAccounts },
    methodRules: { kind: 'methodRules', from: now.methodRules, to: next.methodRules },
  };
  return Object.values(changes).filter(({ kind }) => differs(kind));
}

/** Whether a change that a page asks for is confirmed even if the page is trusted with live profiles. */
export function isGrave(store: Store, change: Change): boolean {
  switch (change.kind) {
    case 'callbackUrl':
    case 'paymentPageUrl':
    case 'replaceKey':
    case 'removeProfile':
    case 'useKeyFile':
    case 'updateFeedUrl':
    case 'restore':
    case 'payeePolicy':
    case 'payees':
    case 'approvals':
      return true;
    case 'releaseLimits':
      return isDamaged(store, 'releaseLimits') || isLoosened(change.from, change.to);
    case 'floors':
      return isDamaged(store, 'floors') || isFloorLowered(change.from, change.to);
    case 'duplicateWindowDays':
      return change.to < change.from;
    case 'callbackListener':
      return change.from.host !== change.to.host;
    // Then the notice holds every release, since a row may have been paid by a retry that is missing.
    case 'olderRecords':
      return change.records.missesRetries;
    // A first witness file only adds proof; a different one, or none, removes it.
    case 'witnessFile':
      return change.from !== null || isDamaged(store, 'witnessFile');
    case 'ignoredTestFlags':
      return change.to.some((profileName) => !change.from.includes(profileName));
    case 'lowBalanceLimits':
    case 'bookAccounts':
    // Where live profiles are served, opening a payment file sets them too.
    case 'methodRules':
    // Where dialogs exist, the person chose the folder in one, and nothing in it takes effect without a person.
    case 'approvalFolder':
    // The person chose the path of a backup in a system dialog.
    case 'backup':
    case 'operation':
      return false;
  }
}

/** Whether a limit would be raised or removed. */
function isLoosened(from: Settings['releaseLimits'], to: Settings['releaseLimits']): boolean {
  const later = strictest(to);
  return [...strictest(from)].some(([currencyCode, now]) => {
    const next = later.get(currencyCode);
    return (
      isHigher(now.largestPayout, next?.largestPayout ?? null) ||
      isHigher(now.largestBatch, next?.largestBatch ?? null)
    );
  });
}

/** Whether a floor would be lowered or removed, in any spelling of its currency: a new one may apply instead of it. */
function isFloorLowered(from: Settings['floors'], to: Settings['floors']): boolean {
  return [...from, ...to].some(({ profileName, currencyCode }) => {
    const before = floorFor(floorsIn(from, profileName), currencyCode) ?? null;
    const after = floorFor(floorsIn(to, profileName), currencyCode);
    return before !== null && (after === undefined || isHigher(after, before));
  });
}

function isHigher(from: string | null, to: string | null): boolean {
  if (from === null) return false;
  return to === null || compareAmounts(to, from) > 0;
}
