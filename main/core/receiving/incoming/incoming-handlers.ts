import type { IncomingDetail, IncomingKind } from '../../../../contract/receiving/incoming.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { kindText, stateText } from '../../../../contract/text/states.ts';
import { decideNow } from '../../payments/person-decisions.ts';
import { refreshPayment } from '../../payments/refresh.ts';
import type { Call, CoreContext, Handlers } from '../../context/context.ts';
import { chooseProfile, clientOf, onProfile, profileOf, noKeyHere } from '../../context/subject.ts';
import type { Finding, StoredPayment, StoredProfile } from '../../ports/index.ts';
import { addIncoming, isSameContent, newOrderId, orderIdUsed } from './add.ts';
import { noIncoming, toIncomingDetail } from './detail.ts';
import { followIncoming } from './follow-payment.ts';
import { exportIncoming } from './export-incoming.ts';
import { listIncoming } from './list-incoming.ts';
import { actorStore, madeBy } from '../../settings/actor.ts';

type Found = { readonly payment: StoredPayment; readonly profile: StoredProfile };
type Which = {
  readonly kind: IncomingKind;
  readonly idPayment: string;
  readonly profileName?: string | undefined;
  readonly batchId?: string | undefined;
};

/** Payins and top-ups: created or followed here, sent and polled by the same engine as payouts. */
export function incomingHandlers(context: CoreContext) {
  const { store, gateway, clock, emit } = context;

  const find = ({ kind, idPayment, profileName, batchId }: Which): Result<StoredPayment> => {
    const profile = chooseProfile(store, profileName);
    // Without a name, and with several profiles, nobody knows which of them is meant.
    if (!profile.ok && profileName === undefined && store.listProfiles().length > 0) return profile;
    const own = profile.ok ? store.findIncoming(kind, idPayment, profile.value.keyId) : null;
    const removed = store.findRemovedIncoming(kind, idPayment, profileName);
    const payment =
      batchId === undefined
        ? (own ?? removed)
        : ([own, removed].find((each) => each?.batchId === batchId) ?? null);
    return payment === null ? (profile.ok ? noIncoming(kind, idPayment) : profile) : succeed(payment);
  };
  /** The payment with its profile, which must still be there. */
  const findWithProfile = (which: Which): Result<Found> => {
    const payment = find(which);
    if (!payment.ok) return payment;
    const profile = profileOf(store, payment.value, ` of ${kindText(which.kind)} ${which.idPayment}`);
    return profile.ok ? succeed({ payment: payment.value, profile: profile.value }) : profile;
  };
  /** The current state of the payment. */
  const now = (payment: StoredPayment): Result<IncomingDetail> =>
    succeed(toIncomingDetail(store, store.paymentsOf([payment.paymentId])[0] ?? payment));

  /** Records a person's decision. */
  const recorded = async (
    call: Call,
    which: Which,
    findingOf: (payment: StoredPayment) => Result<Finding> | Promise<Result<Finding>>,
  ): Promise<Result<IncomingDetail>> => {
    const found = findWithProfile(which);
    if (!found.ok) return found;
    const finding = await findingOf(found.value.payment);
    if (!finding.ok) return finding;
    actorStore(madeBy(context, call)).record([finding.value], clock.now());
    emit({ kind: 'incoming', id: which.idPayment });
    return now(found.value.payment);
  };

  return {
    'payins.create': (input, call) => create(madeBy(context, call), 'payin', input),
    'topups.create': (input, call) => create(madeBy(context, call), 'topup', input),
    'incoming.follow': (input, call) => followIncoming(madeBy(context, call), input, call.signal),
    'incoming.export': (input, { signal }) => exportIncoming(context, input, signal),
    'incoming.list': (input, { signal }) => listIncoming(context, input, signal),
    'incoming.show': (which) => {
      const found = find(which);
      return found.ok ? now(found.value) : found;
    },
    'incoming.refresh': async (which, { signal }) => {
      const found = find(which);
      if (!found.ok) return found;
      const refreshed = await refreshPayment(context, found.value, signal);
      return refreshed.ok ? now(found.value) : refreshed;
    },
    'incoming.decide': ({ decision, ...which }, call) =>
      recorded(call, which, (payment) => decideNow(context, payment, decision, call.signal)),
    'incoming.stopFollowing': (which, call) => recorded(call, which, stopped),
    'payins.accounts': onProfile(store, async (profile, { signal }, { idPayment }) => {
      const options = { priority: 'interactive', signal } as const;
      const answer = await clientOf(gateway, profile).call('payinAccounts', { idPayin: idPayment }, options);
      return answer.ok ? succeed(answer.value.value) : answer;
    }),
    'payins.setReference': async ({ externalReference, ...input }, call) => {
      const { signal } = call;
      const found = findWithProfile({ ...input, kind: 'payin' });
      if (!found.ok) return found;
      const client = clientOf(gateway, found.value.profile);
      const options = { priority: 'interactive', signal } as const;
      const answer = await client.call(
        'setExternalReference',
        { idPayin: input.idPayment, externalReference },
        options,
      );
      if (!answer.ok) return answer;
      const cause = { code: 'referenceSet', reference: externalReference } as const;
      actorStore(madeBy(context, call)).noteSent(found.value.payment.paymentId, { cause, at: clock.now() });
      emit({ kind: 'incoming', id: input.idPayment });
      return now(found.value.payment);
    },
  } satisfies Partial<Handlers>;
}

/** Stores a payin or top-up to be sent; the same content under the same order ID again returns the existing one (invariant I2). */
function create(
  context: CoreContext,
  kind: IncomingKind,
  { profileName, ...input }: ParsedInput<'payins.create'>,
): Result<IncomingDetail> {
  const { store, random } = context;
  const profile = chooseProfile(store, profileName);
  if (!profile.ok) return profile;
  const idPayment = input.idPayment === '' ? newOrderId(random) : input.idPayment;
  const content = { ...input, kind, idPayment };
  const known = store.findIncoming(kind, idPayment, profile.value.keyId);
  if (known === null) {
    // Nobody here could send it, and it would be queued for ever.
    if (profile.value.isPrepareOnly) return noKeyHere(profile.value);
    const payment = addIncoming(context, profile.value, content, { origin: 'created', awaitedUntil: null });
    return succeed(toIncomingDetail(store, payment));
  }
  return known.origin === 'created' && isSameContent(known, content)
    ? succeed(toIncomingDetail(store, known))
    : orderIdUsed(known);
}

/** How a person ends a payment that is only awaited. */
function stopped({ paymentId, state, kind, idPayment }: StoredPayment): Result<Finding> {
  if (state !== 'awaited')
    return fail(
      'notDecidable',
      `The ${kindText(kind)} ${idPayment} is ${stateText(state)}. Only one that nobody has begun to pay can be stopped.`,
    );
  const base = { paymentId, detail: null, problem: null, dueAt: null, polls: 0 };
  return succeed({ ...base, cause: { code: 'stoppedFollowing' }, from: 'awaited', to: 'cancelled' });
}
