import { z } from 'zod';
import type { ApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type {
  ControlDocument,
  ControlState,
  Merchant,
} from '../../../contract/approvals/signed-documents.ts';
import { normalBaseUrl } from '../../../contract/profile.ts';
import { fail, succeed, type Failure, type Result } from '../../../contract/result.ts';
import { isSameCode } from '../../../contract/same-code.ts';
import { readJson } from '../../../contract/json.ts';
import { isoTime } from '../payments/convert.ts';
import { textHashOf } from '../payments/identity.ts';
import type { ApprovalKeys, Clock, Controls, ControlsInForce, Store, StoredProfile } from '../ports/index.ts';
import { personOf } from './personal-key.ts';
import { hasPreparedControls, prepareControls, recordPrepared } from './prepared-controls.ts';
import { fileOf, readSigned, signDocument } from './signed-file.ts';

const Marker = z.object({ version: z.number().int(), hash: z.string() });
type Marker = z.infer<typeof Marker>;

/**
 * The document in force is the one whose hash is in the keychain (docs/decisions/0018). The database, and copies of the document
 * outside it, only hold the text. Editing, deleting or replacing them cannot loosen the document in force.
 */
export function createControls(
  { store, clock }: { readonly store: Store; readonly clock: Pick<Clock, 'now'> },
  keys: ApprovalKeys,
): Controls {
  let known: { readonly marker: Marker | null } | null = null;
  /** What the keychain answers to a question that is older than a change may be older, too. */
  let changes = 0;

  async function markerNow(): Promise<Result<Marker | null>> {
    if (known !== null) return succeed(known.marker);
    const before = changes;
    const kept = await keys.marker.read();
    if (changes !== before) return markerNow();
    if (!kept.ok) return kept;
    const marker = readJson(Marker, kept.value);
    if (kept.value !== null && marker === null)
      return tampered('the keychain entry cannot be read', 'Remove that entry, then set the policy again.');
    known = { marker };
    return succeed(marker);
  }

  /** Whether database, log or copies show that approvers or policies were set. */
  function hasRecords(): boolean {
    return store.listControls().length > 0 || store.hasControlEvents() || store.controlCopies().length > 0;
  }

  /** Records the document in force where only a copy of it is left, as after a restore: the log says what was in force at a release. */
  function recordFound({ version }: ControlDocument, content: string): void {
    const found = textHashOf(content);
    if (store.hasControlEvents(found)) return;
    const detail = `Version ${version}, which this database did not have`;
    store.as(null).addControls({ version, hash: found, content, detail, at: clock.now() });
  }

  async function read(mayBeUnconfirmed: boolean, asks: boolean): Promise<Result<ControlsInForce | null>> {
    const isRecorded = hasRecords();
    if (!isRecorded && !asks && !hasPreparedControls({ store, clock })) return succeed(null);
    const marker = await markerNow();
    if (!marker.ok) return marker;
    if (marker.value === null) {
      if (!isRecorded) return succeed(null);
      const newest = mayBeUnconfirmed ? newestOf(store) : null;
      return newest === null
        ? tampered('the keychain of this computer does not know of them', setAgain)
        : succeed({ ...newest, isConfirmed: false });
    }
    const { hash: wanted, version } = marker.value;
    recordPrepared({ store, clock }, wanted);
    for (const content of [...store.listControls().map((kept) => kept.content), ...store.controlCopies()]) {
      if (textHashOf(content) !== wanted) continue;
      const document = controlsIn(store, content);
      if (document === null) continue;
      recordFound(document, content);
      return succeed({ document, hash: wanted, isConfirmed: true });
    }
    return tampered(`version ${version}, which the keychain names, is missing`, putBack);
  }

  return {
    read: (options) => read(false, options?.beforeSending === true && keys.isKeychainUsed),
    readForChange: () => read(true, true),
    async replace({ present, state, approvals, detail, actor }) {
      const person = await personOf({ store }, keys.personalKey, undefined);
      if (!person.ok) return person;
      const version = Math.max(present?.document.version ?? 0, store.listControls()[0]?.version ?? 0) + 1;
      const document: ControlDocument = {
        v: 1,
        kind: 'controls',
        databaseId: store.databaseId(),
        version,
        previous: present?.hash ?? null,
        state,
        approvals: [...approvals],
        signedBy: person.value,
        at: isoTime(clock.now()),
      };
      const signed = await signDocument(keys.personalKey, document);
      if (!signed.ok) return signed;
      const marker = { version, hash: textHashOf(signed.value) };
      // The keychain decides whether it is in force: a change that it refuses is not recorded as one, and the text of one that it takes is here.
      prepareControls({ store, clock }, { ...marker, content: signed.value, detail, actor });
      const named = await keys.marker.write(JSON.stringify(marker)).finally(() => {
        changes += 1;
        known = null;
      });
      if (!named.ok) return named;
      recordPrepared({ store, clock }, marker.hash);
      return succeed({ document, hash: marker.hash, isConfirmed: true });
    },
  };
}

const noKeychain = fail(
  'keychainUnavailable',
  'Approvals need a keychain, and this run of Bursar uses none.',
);

/** Without a keychain Bursar can neither sign nor confirm the document in the database. */
export const noApprovalKeys: ApprovalKeys = {
  personalKey: { sign: () => Promise.resolve(noKeychain), publicKey: () => Promise.resolve(noKeychain) },
  marker: { read: () => Promise.resolve(noKeychain), write: () => Promise.resolve(noKeychain) },
  isKeychainUsed: false,
};

/** The merchant of a profile, as documents name it. */
export function merchantOf({
  environment,
  baseUrl,
  merchantCode,
}: Pick<StoredProfile, 'environment' | 'baseUrl' | 'merchantCode'>): Merchant {
  return { environment, baseUrl: normalBaseUrl(baseUrl), merchantCode };
}

export function isSameMerchant(left: Merchant, right: Merchant): boolean {
  return (
    left.environment === right.environment &&
    normalBaseUrl(left.baseUrl) === normalBaseUrl(right.baseUrl) &&
    left.merchantCode === right.merchantCode
  );
}

/** Whether a merchant code is the same, at any gateway address and in any environment. */
export function isOneMerchant(left: Merchant, right: Merchant): boolean {
  return (
    isSameCode(left.merchantCode, right.merchantCode) &&
    (left.environment === right.environment || normalBaseUrl(left.baseUrl) === normalBaseUrl(right.baseUrl))
  );
}

/** A live merchant that a state has a policy of: a face without live profiles does not show it. */
export function liveMerchantIn({ policies }: ControlState): Merchant | null {
  return policies.find(({ merchant }) => merchant.environment === 'live')?.merchant ?? null;
}

/** The policies of a merchant, which may have profiles with several addresses: the strictest of them counts. */
export function jointPolicyOf(
  state: ControlState,
  merchant: Merchant,
): Pick<ApprovalPolicy, 'releaserCounts' | 'enrolledPreparers'> & { readonly policies: ApprovalPolicy[] } {
  const policies = state.policies
    .filter((known) => isOneMerchant(known.merchant, merchant))
    .map(({ policy }) => policy);
  return {
    policies,
    releaserCounts: policies.every(({ releaserCounts }) => releaserCounts),
    enrolledPreparers: policies.some(({ enrolledPreparers }) => enrolledPreparers),
  };
}

/**
 * Whether a key was an approver in any version on this computer, now or before: what somebody rejected stays rejected after their
 * removal, which needs no approvals. A computer without approvers, which only prepares, knows none of them: there, anyone may be one.
 * The versions are read when it is first asked.
 */
export function everEnrolled(store: Store): (publicKey: string) => boolean {
  let keys: ReadonlySet<string> | null = null;
  return (publicKey) => {
    keys ??= new Set(
      documentsIn(store).flatMap(({ document }) =>
        document.state.approvers.map((approver) => approver.publicKey),
      ),
    );
    return keys.size === 0 || keys.has(publicKey);
  };
}

function newestOf(store: Store): Omit<ControlsInForce, 'isConfirmed'> | null {
  const documents = documentsIn(store);
  return documents.toSorted((left, right) => right.document.version - left.document.version)[0] ?? null;
}

/** Every version in the database and its copies with a valid signature. */
function documentsIn(store: Store): Omit<ControlsInForce, 'isConfirmed'>[] {
  return [...store.listControls().map(({ content }) => content), ...store.controlCopies()].flatMap(
    (content) => {
      const document = controlsIn(store, content);
      return document === null ? [] : [{ document, hash: textHashOf(content) }];
    },
  );
}

function controlsIn(store: Store, content: string): ControlDocument | null {
  const read = readSigned(fileOf(content));
  if (!read.ok || read.value.document.kind !== 'controls') return null;
  return read.value.document.databaseId === store.databaseId() ? read.value.document : null;
}

const setAgain =
  'If you moved Bursar to this computer, set the policy again, with the approvals that the last one requires (on the command line: bursar policy set --file FILE --out REQUEST).';
const putBack =
  'Restore the newest backup, or put back the file bursar.controls of the data folder, which has that version.';

function tampered(why: string, next: string): Failure {
  return fail(
    'controlsTampered',
    `Approvers and approval policies cannot be confirmed: ${why}. The database was changed by something other than Bursar, or comes from another computer. Nothing is released. ${next}`,
  );
}
