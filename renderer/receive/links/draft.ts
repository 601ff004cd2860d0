import type { Money } from '../../../contract/money/money.ts';
import { moneyText } from '../../../contract/text/numbers.ts';

/** Longer ones are cut off or refused by some systems. */
const longestDraft = 2000;

type Drafted = {
  readonly address: string;
  readonly payment: { readonly money: Money; readonly emailAddress: string };
};

/** Such a recipient can be put into a draft; for any other the person writes it in the mail program. */
const plainRecipient = /^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** An e-mail draft with the address of a link, as a `mailto:` address; null where the address is too long for one. */
export function draftOf({ payment, address }: Drafted): string | null {
  const { money, emailAddress } = payment;
  const subject = `Payment of ${moneyText(money)}`;
  const body = ['Please pay here:', '', address, ''].join('\r\n');
  const recipient = plainRecipient.test(emailAddress)
    ? encodeURIComponent(emailAddress).replace('%40', '@')
    : '';
  const draft = `mailto:${recipient}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return draft.length > longestDraft ? null : draft;
}
