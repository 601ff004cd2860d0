import { noApprovalPolicy } from '../../../contract/approvals/approval-policy.ts';
import type { ShownPolicy } from '../../../contract/approvals/approval-operations.ts';
import type { ControlState, Person } from '../../../contract/approvals/signed-documents.ts';
import { foldText } from '../../../contract/payees/fold-text.ts';
import { personName } from '../../../contract/operation.ts';
import { oneLine } from '../../../contract/text/one-line.ts';
import { visualFormOf } from '../../../contract/payees/confusables.ts';
import { policyText } from '../../../contract/text/approvals.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { onProfile } from '../context/subject.ts';
import { isoTime } from '../payments/convert.ts';
import type { ApprovalKeys, ControlsInForce, StoredProfile } from '../ports/index.ts';
import { changeControls, isNoneSpare, nothingInForce } from './change-controls.ts';
import { isSameMerchant, merchantOf } from './confirmed-controls.ts';
import { spokenFingerprint } from '../ports/signatures.ts';
import { personOf } from './personal-key.ts';
import { controlsOf, policiesOf } from './refuse-unapproved.ts';
import { fileOf, hashOfDocument, readSigned, signDocument } from './signed-file.ts';
import { madeBy } from '../settings/actor.ts';

/** Who may approve, and what needs approvals. */
export function approverHandlers(context: CoreContext, keys: ApprovalKeys) {
  const { store, clock } = context;

  async function stateNow(): Promise<Result<ControlState>> {
    const inForce = await controlsOf(context).read();
    return inForce.ok ? succeed(inForce.value?.document.state ?? nothingInForce) : inForce;
  }

  async function shownPolicy(
    profile: StoredProfile,
    inForce: Result<ControlsInForce | null>,
  ): Promise<Result<ShownPolicy>> {
    if (!inForce.ok) return inForce;
    const document = inForce.value?.document ?? null;
    const state = document?.state ?? nothingInForce;
    const { own, others } = policiesOf(state, merchantOf(profile));
    const person = state.approvers.length === 0 ? null : await keys.personalKey.publicKey();
    return succeed({
      profileName: profile.name,
      ...(own?.policy ?? noApprovalPolicy),
      alsoInForce: others,
      version: document?.version ?? 0,
      changedAt: document?.at ?? null,
      isNoneSpare: isNoneSpare(state, person?.ok === true ? person.value : null),
    });
  }

  return {
    'approvers.card': async ({ name }) => {
      const person = await personOf(context, keys.personalKey, name);
      if (!person.ok) return person;
      const at = isoTime(clock.now());
      const signed = await signDocument(keys.personalKey, { v: 1, kind: 'card', person: person.value, at });
      if (!signed.ok) return signed;
      const { publicKey } = person.value;
      return succeed({
        bytes: fileOf(signed.value),
        name,
        publicKey,
        fingerprint: spokenFingerprint(publicKey),
      });
    },

    'approvers.list': async () => {
      const state = await stateNow();
      if (!state.ok) return state;
      if (state.value.approvers.length === 0) return succeed([]);
      const own = await keys.personalKey.publicKey();
      return succeed(
        state.value.approvers.map(({ name, publicKey }) => ({
          name,
          publicKey,
          fingerprint: spokenFingerprint(publicKey),
          isOwn: own.ok && own.value === publicKey,
        })),
      );
    },

    'approvers.add': async ({ card, mayRequest }, call) => {
      const person = personOfCard(card);
      if (!person.ok) return person;
      const { name, publicKey } = person.value;
      const fingerprint = spokenFingerprint(publicKey);
      const changed = await changeControls(madeBy(context, call), keys, mayRequest, (state) => {
        const refusal = refuseSecond(state, person.value);
        return (
          refusal ??
          succeed({
            state: { ...state, approvers: [...state.approvers, person.value] },
            changes: [`Approver ${name} is added, fingerprint ${fingerprint}`],
          })
        );
      });
      if (!changed.ok) return changed;
      const isEnrolled = changed.value.request === null;
      return succeed({ ...changed.value, approver: { name, signedAs: name, fingerprint, isEnrolled } });
    },

    'approvers.remove': ({ approver, mayRequest }, call) =>
      changeControls(madeBy(context, call), keys, mayRequest, (state) => {
        const found = findApprover(state.approvers, approver);
        if (found === null)
          return fail('notFound', `There is no approver ${approver}. Check the list of approvers.`);
        return succeed({
          state: { ...state, approvers: state.approvers.filter((other) => other !== found) },
          changes: [`Approver ${found.name} is removed, fingerprint ${spokenFingerprint(found.publicKey)}`],
        });
      }),

    'policies.show': onProfile(store, async (profile) =>
      shownPolicy(profile, await controlsOf(context).read()),
    ),

    'policies.set': onProfile(store, async (profile, call, { policy, mayRequest }) => {
      const merchant = merchantOf(profile);
      const changed = await changeControls(madeBy(context, call), keys, mayRequest, (state) => {
        const isOther = (known: (typeof state.policies)[number]) => !isSameMerchant(known.merchant, merchant);
        const known = state.policies.find((each) => !isOther(each));
        const isSame = known !== undefined && hashOfDocument(known.policy) === hashOfDocument(policy);
        return succeed({
          state: isSame
            ? state
            : { ...state, policies: [...state.policies.filter(isOther), { merchant, policy }] },
          changes: [
            `Approval policy of ${profile.name} (merchant ${merchant.merchantCode}): ${policyText(policy)}`,
          ],
        });
      });
      if (!changed.ok) return changed;
      // If the keychain confirms nothing, the request for approvals is the only way forward, so it must be kept.
      const shown = await shownPolicy(profile, await controlsOf(context).readForChange());
      return shown.ok ? succeed({ ...changed.value, policy: shown.value }) : shown;
    }),
  } satisfies Partial<Handlers>;
}

/** The person of a card that was signed with the key that it shows. */
export function personOfCard(card: Uint8Array): Result<Person> {
  const read = readSigned(card);
  if (!read.ok) return read;
  const { document } = read.value;
  return document.kind === 'card'
    ? succeed(document.person)
    : fail(
        'inputInvalid',
        'This file is not an approver card. The approver saves one under Settings, Approvals (on the command line: bursar approver card).',
      );
}

/** One key is one approver, and one name is one person, who is not mistaken for another by how it looks. */
function refuseSecond({ approvers }: ControlState, { name, publicKey }: Person): Result<never> | null {
  if (!personName.safeParse(name).success)
    return fail(
      'inputInvalid',
      `The name on this card, ${oneLine(name)}, has hidden characters or several lines. Ask for a card with a plain name.`,
    );
  const same = approvers.find(
    (known) => known.publicKey === publicKey || lookOfName(known.name) === lookOfName(name),
  );
  if (same === undefined) return null;
  if (same.publicKey === publicKey)
    return fail('inputInvalid', `This key is already enrolled, as ${same.name}. One key is one approver.`);
  return fail(
    'inputInvalid',
    same.name === name
      ? `An approver named ${name} already exists, with another key. Remove that one first, or choose another name.`
      : `${name} looks like the approver ${same.name}, who has another key. Remove that one first, or choose another name.`,
  );
}

/** Names with one look are taken for one person. */
function lookOfName(name: string): string {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return words.map(visualFormOf).join(' ').trim();
}

/** The approver with this name or fingerprint. */
export function findApprover(approvers: readonly Person[], named: string): Person | null {
  return (
    approvers.find(
      ({ name, publicKey }) => name === named || plain(spokenFingerprint(publicKey)) === plain(named),
    ) ?? null
  );
}

function plain(fingerprint: string): string {
  return fingerprint.replaceAll(/\s/g, '').toLowerCase();
}
