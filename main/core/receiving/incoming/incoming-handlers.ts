import type { IncomingDetail, IncomingKind } from '../../../../contract/receiving/incoming.ts';
import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Result } from '../../../../contract/result.ts';
import { kindText, stateText } from '../../../../contract/text/states.ts';
import { decided, decisionsFor } from '../../payments/person-decisions.ts';
import { refreshPayment } from '../../payments/refresh.ts';
import { chooseProfile, clientOf, type Call, type CoreContext, type Handlers } from '../../context.ts';
import type { Finding, StoredPayment, StoredProfile } from '../../ports/index.ts';
import { addIncoming, isSameContent, newOrderId, orderIdUsed } from './add.ts';
import { noIncoming, toIncomingDetail } from './detail.ts';
import { followIncoming } from './follow-payment.ts';
import { exportIncoming } from './export-incoming.ts';
import { listIncoming } from './list-incoming.ts';
import { actorStore, madeBy } from '../../settings/actor.ts';

type IncomingHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `payins.${string}` | `topups.${string}` | `incoming.${string}`>
>;
type Which = {
  readonly kind: IncomingKind;
  readonly idPayment: string;
  readonly profileName?: string | undefined;
};
type Found = { readonly payment: StoredPayment; readonly profile: StoredProfile };

/** Payins and top-ups: created or followed here, sent and polled by the same engine as payouts. */
export function incomingHandlers(context: CoreContext): IncomingHandlers {
  const { store, gateway, clock, emit } = context;

  const find = ({ kind, idPayment, profileName }: Which): Result<Found> => {
    const profile = chooseProfile(store, profileName);
    if (!profile.ok) return profile;
    const payment = store.findIncoming(kind, idPayment, profile.value.keyId);
    return payment === null ? noIncoming(kind, idPayment) : succeed({ payment, profile: profile.value });
  };
  /** The current state of the payment. */
  const now = ({ kind, idPayment }: Which, { payment, profile }: Found): Result<IncomingDetail> =>
    succeed(toIncomingDetail(store, store.findIncoming(kind, idPayment, profile.keyId) ?? payment));

  /** Records a person's decision. */
  const recorded = (
    call: Call,
    which: Which,
    decide: (payment: StoredPayment) => Result<Finding>,
  ): Result<IncomingDetail> => {
    const found = find(which);
    if (!found.ok) return found;
    const finding = decide(found.value.payment);
    if (!finding.ok) return finding;
    actorStore(madeBy(context, call)).record([finding.value], clock.now());
    emit({ kind: 'incoming', id: which.idPayment });
    return now(which, found.value);
  };

  return {
    'payins.create': (input, call) => create(madeBy(context, call), 'payin', input),
    'topups.create': (input, call) => create(madeBy(context, call), 'topup', input),
    'incoming.follow': (input, call) => followIncoming(madeBy(context, call), input, call.signal),
    'incoming.export': (input, { signal }) => exportIncoming(context, input, signal),
    'incoming.list': (input, { signal }) => listIncoming(context, input, signal),
    'incoming.show': (which) => {
      const found = find(which);
      return found.ok ? now(which, found.value) : found;
    },
    'incoming.refresh': async (which, { signal }) => {
      const found = find(which);
      if (!found.ok) return found;
      const refreshed = await refreshPayment(context, found.value.payment, signal);
      return refreshed.ok ? now(which, found.value) : refreshed;
    },
    'incoming.decide': ({ decision, ...which }, call) =>
      recorded(call, which, (payment) =>
        decisionsFor(payment).includes(decision)
          ? succeed(decided(payment, decision, clock.now()))
          : fail(
              'notDecidable',
              `The ${kindText(which.kind)} ${which.idPayment} is ${stateText(payment.state)}, so this cannot be decided now.`,
            ),
      ),
    'incoming.stopFollowing': (which, call) => recorded(call, which, stopped),
    'payins.accounts': async ({ idPayment, profileName }, { signal }) => {
      const profile = chooseProfile(store, profileName);
      if (!profile.ok) return profile;
      const client = clientOf(gateway, profile.value);
      const answer = await client.call(
        'payinAccounts',
        { idPayin: idPayment },
        { priority: 'interactive', signal },
      );
      return answer.ok ? succeed(answer.value.value) : answer;
    },
    'payins.setReference': async ({ externalReference, ...input }, call) => {
      const { signal } = call;
      const which = { ...input, kind: 'payin' } as const;
      const found = find(which);
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
      return now(which, found.value);
    },
  };
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
