import type { OperationInput } from '../../../contract/operations.ts';
import { createCore } from '../../../main/core/core.ts';
import { createDispatch } from '../../../main/dispatch.ts';
import { clientOf } from '../../../main/core/context/subject.ts';
import { incomingScope } from '../../../main/core/payments/scope.ts';
import { encodePaymentBody } from '../../../main/gateway/index.ts';
import type { AwaitedPayin } from '../../../main/core/receiving/incoming/await-payin.ts';
import type { Clock, Gateway, StoredProfile } from '../../../main/core/ports/index.ts';
import { openOffice, type Office } from '../../kit/office.ts';

export const dayMs = 86_400_000;
export const money = { amount: '120.50', currencyCode: 'EUR' };
export const newPayin: OperationInput<'payins.create'> = { money, paymentMethodCode: 'BANK_TRANSFER' };

/**
 * The office with a clock on which waiting takes no time, so that days of asking pass at once, at the gateway too; `afterWaiting` runs
 * before the work that waited continues.
 */
export async function openQuickly(
  options: Parameters<typeof openOffice>[0] = {},
  afterWaiting: (office: Office) => Promise<unknown> = () => Promise.resolve(),
) {
  const office = await openOffice(options);
  const clock: Clock = {
    now: () => office.now(),
    sleep: async (durationMs, signal) => {
      if (signal?.aborted !== true) office.wait(durationMs);
      await office.parts.clock.turn();
      await afterWaiting(office);
    },
    turn: () => office.parts.clock.turn(),
  };
  const gateway: Gateway = {
    client: (...profile) => ({ ...office.parts.gateway.client(...profile), gatewayNow: () => office.now() }),
  };
  const dispatch = createDispatch(await createCore({ ...office.parts, gateway, clock }));
  const run = (batchId: string) =>
    dispatch(
      'batches.run',
      { batchIds: [batchId], until: 'final', silenceLimitMs: dayMs },
      { signal: AbortSignal.timeout(60_000), confirm: () => Promise.resolve(false) },
    );
  return { office, run };
}

/** The office's only profile. */
export function profileOf({ store }: Office): StoredProfile {
  const profile = store.findProfile('main');
  if (profile === null) throw new Error('no profile');
  return profile;
}

/** A payin behind a link, good for a day. */
export function awaitedPayin(office: Office, changes: Partial<AwaitedPayin> = {}): AwaitedPayin {
  return {
    profile: profileOf(office),
    idPayment: 'link-1',
    money,
    awaitedUntil: office.now() + dayMs,
    paymentMethodCode: '',
    paymentOperatorCode: '',
    accountName: '',
    accountNumber: '',
    emailAddress: '',
    returnUrl: 'https://shop.example/thanks',
    note: '',
    ...changes,
  };
}

/** What the hosted payment page does for a customer: it creates the payin, and not Bursar. */
export async function customerPays(office: Office, idPayment: string, amount = money.amount): Promise<void> {
  const profile = profileOf(office);
  const body = encodePaymentBody({
    kind: 'payin',
    amount,
    currencyCode: 'EUR',
    paymentMethodCode: 'BANK_TRANSFER',
    accountName: '',
    accountNumber: '',
    paymentOperatorCode: '',
    emailAddress: '',
    callbackUrl: profile.callbackUrl,
    returnUrl: '',
  });
  const scope = incomingScope({ kind: 'payin', idPayment, origin: 'created' });
  const client = clientOf(office.parts.gateway, profile);
  const created = await client.call(
    'createPayment',
    { kind: 'payin', idPayment, body, scope },
    { priority: 'interactive' },
  );
  if (!created.ok) throw new Error(created.error.message);
}
