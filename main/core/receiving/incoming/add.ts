import { isSameMoney, type ReportedMoney } from '../../../../contract/money/money.ts';
import { normalUrl } from '../../../../contract/profile.ts';
import { fail, type Failure } from '../../../../contract/result.ts';
import { moneyText } from '../../../../contract/text/numbers.ts';
import { kindText } from '../../../../contract/text/states.ts';
import { newId, rowsHasher } from '../../payments/identity.ts';
import type { CoreContext } from '../../context/context.ts';
import type { NewIncomingPayment, Random, StoredPayment, StoredProfile } from '../../ports/index.ts';
import { actorStore } from '../../settings/actor.ts';

/** The content of a new payin or top-up, whether Bursar or another system creates it. Unknown or unneeded fields are empty. */
export type IncomingContent = Pick<
  NewIncomingPayment,
  | 'kind'
  | 'idPayment'
  | 'paymentMethodCode'
  | 'paymentOperatorCode'
  | 'accountName'
  | 'accountNumber'
  | 'emailAddress'
  | 'returnUrl'
  | 'note'
> & { readonly money: ReportedMoney };

export type IncomingContext = Pick<CoreContext, 'store' | 'clock' | 'random' | 'emit' | 'actor'>;

/**
 * An unguessable order ID: 160 random bits. Letters and digits only, because a leading - would be an option on the command line and a
 * formula in a spreadsheet.
 */
export function newOrderId(random: Random): string {
  return `${newId(random)}${newId(random)}`;
}

/** Stores a payin or top-up as a batch of one and emits its event; from now on it is sent, or polled. */
export function addIncoming(
  context: IncomingContext,
  profile: StoredProfile,
  { money, ...content }: IncomingContent,
  life: Pick<NewIncomingPayment, 'origin' | 'awaitedUntil'>,
): StoredPayment {
  const { clock, random, emit } = context;
  const { keyId, callbackUrl } = profile;
  const { amount, currencyCode } = money;
  const hasher = rowsHasher(callbackUrl);
  hasher.add({ ...content, amount, currencyCode, rowNumber: 1, reference: content.note });
  const payment = actorStore(context).addIncoming({
    ...content,
    ...life,
    amount,
    currencyCode,
    keyId,
    callbackUrl,
    batchId: newId(random),
    rowsHash: hasher.digest(),
    at: clock.now(),
  });
  emit({ kind: 'incoming', id: payment.idPayment });
  return payment;
}

/** Whether this payment matches the request in everything that the gateway is sent (invariant I2). */
export function isSameContent(payment: StoredPayment, { money, ...content }: IncomingContent): boolean {
  const named = [
    'paymentMethodCode',
    'paymentOperatorCode',
    'accountName',
    'accountNumber',
    'emailAddress',
  ] as const;
  const isSameReturn = normalUrl(payment.returnUrl) === normalUrl(content.returnUrl);
  return (
    isSameMoney(payment, money) && isSameReturn && named.every((name) => payment[name] === content[name])
  );
}

/** The refusal of an order ID that belongs to something else. */
export function orderIdUsed({ kind, idPayment, origin, ...money }: StoredPayment): Failure {
  const whose =
    origin === 'created' ? 'was created' : origin === 'link' ? 'is awaited by a link' : 'is followed';
  return fail(
    'orderIdUsed',
    `The order ID ${idPayment} belongs to a ${kindText(kind)} of ${moneyText(money)} that ${whose} here already. Choose another order ID, or leave it empty.`,
  );
}
