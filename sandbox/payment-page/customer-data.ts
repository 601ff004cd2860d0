import { type AccountField, AccountFields, accountFields, EmailAddress } from '../schemas.ts';

/** Customer data in the address or entered on the page: the account's fields and the e-mail address. */
export const customerFields = [...accountFields, 'emailAddress'] as const;
export type CustomerField = (typeof customerFields)[number];
export type CustomerData = Partial<Readonly<Record<CustomerField, string>>>;

type Wording = {
  readonly label: string;
  /** The browser's autofill token (HTML: autocomplete). */
  readonly autocomplete: 'name' | 'email' | 'off';
};

const wordings: Readonly<Record<CustomerField, Wording>> = {
  accountName: { label: 'Your name', autocomplete: 'name' },
  accountNumber: { label: 'Account number', autocomplete: 'off' },
  accountType: { label: 'Account type', autocomplete: 'off' },
  bankCode: { label: 'Bank code', autocomplete: 'off' },
  bankName: { label: 'Bank', autocomplete: 'off' },
  bankBranch: { label: 'Branch', autocomplete: 'off' },
  bankCity: { label: 'City of the bank', autocomplete: 'off' },
  bankProvince: { label: 'Province of the bank', autocomplete: 'off' },
  emailAddress: { label: 'E-mail address', autocomplete: 'email' },
};

export function wordingOf(field: CustomerField): Wording {
  return wordings[field];
}

export function isCustomerField(name: string): name is CustomerField {
  return Object.hasOwn(wordings, name);
}

/** The problem of a value, in words for the customer; null if it can be sent. */
export function problemOf(field: CustomerField, value: string): string | null {
  const { label } = wordings[field];
  if (value === '') return `Enter this: ${label.toLowerCase()}.`;
  if (field === 'emailAddress') {
    return EmailAddress.safeParse(value).success ? null : 'Write the address like name@example.com.';
  }
  return AccountFields.shape[field].safeParse(value).success ? null : 'This is too long. Shorten it.';
}

/** The account of a payment request; undefined if none of its fields is known. */
export function accountOf(data: CustomerData): Partial<Record<AccountField, string>> | undefined {
  const known = accountFields.flatMap((field) => {
    const value = data[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}
