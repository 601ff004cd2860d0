import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import type { OperationInput } from '../../contract/operations.ts';
import { awaitPayin } from '../../main/core/receiving/incoming/await-payin.ts';
import type { Clock, Random, Store } from '../../main/core/ports/index.ts';
import { incomingScope } from '../../main/core/payments/scope.ts';
import { createGateway, encodePaymentBody } from '../../main/gateway/index.ts';
import type { Transport } from '../../main/gateway/network/transport.ts';
import { simulationKeys } from './keys.ts';
import { awaitedForMs, type IncomingStory } from './scenario.ts';

/** How a story reads as the input of `payins.create` or `topups.create`. */
export function inputOf({
  idPayment,
  amount,
  currencyCode,
  accountName,
}: IncomingStory): OperationInput<'payins.create'> {
  return { idPayment, money: { amount, currencyCode }, paymentMethodCode: 'BANK_TRANSFER', accountName };
}

export const createOperation = { payin: 'payins.create', topup: 'topups.create' } as const satisfies Record<
  IncomingKind,
  string
>;

/** Awaits the payin of a link, as whoever makes a link does; gives its batch. */
export function awaitLink(store: Store, clock: Clock, random: Random, story: IncomingStory): string {
  const [profile] = store.listProfiles();
  if (profile === undefined) throw new Error('no profile');
  const { idPayment, amount, currencyCode, accountName } = story;
  const awaited = awaitPayin(
    { store, clock, random, emit: () => undefined },
    {
      profile,
      idPayment,
      money: { amount, currencyCode },
      awaitedUntil: clock.now() + awaitedForMs,
      paymentMethodCode: '',
      paymentOperatorCode: '',
      accountName,
      accountNumber: '',
      emailAddress: '',
      returnUrl: '',
      note: '',
    },
  );
  if (!awaited.ok) throw new Error(awaited.error.message);
  return awaited.value.batchId;
}

/** A customer on the hosted payment page, whose requests are not Bursar's and pass over another network. */
export async function customerPays(
  parts: { readonly clock: Clock; readonly random: Random; readonly transport: Transport },
  merchantCode: string,
  { idPayment, amount, currencyCode, accountName }: IncomingStory,
): Promise<void> {
  const gateway = createGateway({ keys: simulationKeys, ...parts });
  const client = gateway.client({
    keyId: 'customer',
    environment: 'sandbox',
    baseUrl: 'https://gateway.example',
    merchantCode,
    authentication: 'signature',
  });
  const body = encodePaymentBody({
    kind: 'payin',
    amount,
    currencyCode,
    paymentMethodCode: 'BANK_TRANSFER',
    accountName,
    accountNumber: '',
    paymentOperatorCode: '',
    emailAddress: '',
    callbackUrl: '',
    returnUrl: '',
  });
  const scope = incomingScope({ kind: 'payin', idPayment, origin: 'created' });
  await client.call('createPayment', { kind: 'payin', idPayment, body, scope }, { priority: 'interactive' });
}
