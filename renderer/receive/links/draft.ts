import type { Money } from '../../../contract/money/money.ts';
import { moneyText } from '../../../contract/text/numbers.ts';

/** Some systems truncate or refuse longer ones. */
const longestDraft = 2000;

type Drafted = { readonly address: string; readonly payment: { readonly money: Money } };

/** Such a recipient can be put into a draft; any other has to be entered in the mail program. */
const plainRecipient = /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/**
 * An e-mail draft with the address of a link, as a `mailto:` address; null if the address is too long for one. The recipient is the customer of
 * this link: an earlier one for the same payment, whose customer the payment keeps, may have had another.
 */
export function draftOf({ payment, address }: Drafted): string | null {
  const emailAddress = new URL(address).searchParams.get('emailAddress') ?? '';
  const subject = `Payment of ${moneyText(payment.money)}`;
  const body = ['Please pay here:', '', address, ''].join('\r\n');
  const recipient = plainRecipient.test(emailAddress)
    ? encodeURIComponent(emailAddress).replace('%40', '@')
    : '';
  const draft = `mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return draft.length > longestDraft ? null : draft;
}
