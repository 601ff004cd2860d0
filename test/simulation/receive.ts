import type { IncomingKind } from '../../contract/receiving/incoming.ts';
import type { OperationInput } from '../../contract/operations.ts';
import { awaitPayin } from '../../main/core/receiving/incoming/await-payin.ts';
import type { Clock, Random } from '../../main/core/ports/index.ts';
import { incomingScope } from '../../main/core/payments/scope.ts';
import { createGateway, encodePaymentBody } from '../../main/gateway/index.ts';
import type { Transport } from '../../main/gateway/network/transport.ts';
import type { Book } from '../book/book.ts';
import { BrokenInvariant } from './checks/broken.ts';
import type { Computer } from './computer.ts';
import { simulationKeys } from './keys.ts';
import { createNetwork, fairWeather } from './network.ts';
import { awaitedForMs, type IncomingStory } from './rows.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How a story reads as the input of `payins.create` or `topups.create`. */
function inputOf({
  idPayment,
  amount,
  currencyCode,
  accountName,
}: IncomingStory): OperationInput<'payins.create'> {
  return { idPayment, money: { amount, currencyCode }, paymentMethodCode: 'BANK_TRANSFER', accountName };
}

const createOperation = { payin: 'payins.create', topup: 'topups.create' } as const satisfies Record<
  IncomingKind,
  string
>;

/** Awaits the payin of a link by the gateway's clock, as the creation of a link does; gives its batch. */
function awaitLink({ store, clock }: Computer, time: Clock, random: Random, story: IncomingStory): string {
  const [profile] = store.listProfiles();
  if (profile === undefined) throw new Error('no profile');
  const { idPayment, amount, currencyCode, accountName } = story;
  const awaited = awaitPayin(
    { store, clock, random, emit: () => undefined },
    {
      profile,
      idPayment,
      money: { amount, currencyCode },
      awaitedUntil: time.now() + awaitedForMs,
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
async function customerPays(
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

/** What is received beside: created here, or awaited by a link. Gives a promise of every customer who comes. */
export async function receive(
  place: {
    readonly computer: Computer;
    readonly time: VirtualClock;
    readonly random: SeededRandom;
    readonly book: Book;
    readonly merchantCode: string;
  },
  stories: readonly IncomingStory[],
): Promise<{ readonly come: Promise<unknown>; readonly batchIds: string[] }> {
  const { computer, time, random, book, merchantCode } = place;
  const come: Promise<unknown>[] = [];
  const batchIds: string[] = [];
  const transport = createNetwork({
    clock: time,
    random,
    gateway: book,
    from: 'payment page',
    weather: fairWeather,
    isDown: () => false,
    onDeparture: () => undefined,
  });
  for (const story of stories) {
    const batchId = await receiveOne(computer, time, random, story);
    batchIds.push(batchId);
    computer.watch.watchIncoming(batchId);
    const comesAfterMs = story.customer?.comesAfterMs ?? null;
    if (comesAfterMs === null) continue;
    const parts = { clock: time, random, transport };
    come.push(time.sleep(comesAfterMs).then(() => customerPays(parts, merchantCode, story)));
  }
  return { come: Promise.all(come), batchIds };
}

async function receiveOne(
  computer: Computer,
  time: Clock,
  random: Random,
  story: IncomingStory,
): Promise<string> {
  if (story.customer !== null) return awaitLink(computer, time, random, story);
  const input = inputOf(story);
  const made = await computer.insist(createOperation[story.kind], input);
  if (!made.ok) throw new Error(`create: ${made.error.message}`);
  const other = await computer.insist(createOperation[story.kind], {
    ...input,
    accountName: 'Somebody else',
  });
  if (other.ok) throw new BrokenInvariant('I2: an order ID was given another content');
  return made.value.batchId;
}
