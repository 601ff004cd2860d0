import { type CustomerData, type CustomerField, customerFields, problemOf } from './customer-data.ts';
import type { Offer } from './offers.ts';
import type { PaymentLink } from './parameters.ts';

/** An input field: its content, and its problem. */
export type Entry = {
  readonly field: CustomerField;
  readonly value: string;
  readonly problem: string | null;
};

export type Details = {
  readonly entries: readonly Entry[];
  /** Data from the address that the customer may not change. */
  readonly fixed: CustomerData;
  /** All data to send; null while something is missing or wrong. */
  readonly data: CustomerData | null;
};

/**
 * Decides between the behaviour scenarios 1, 2 and 3 of the interface. Data from the address is fixed, unless the customer may change it;
 * the page asks for the other fields that the method needs. It reports no problem before a field was shown: a field that is not in `typed` was not.
 */
export function decideDetails(
  { customer, allowCustomerDataChange }: Pick<PaymentLink, 'customer' | 'allowCustomerDataChange'>,
  { requiredFields }: Pick<Offer, 'requiredFields'>,
  typed: CustomerData,
): Details {
  const isFixed = (field: CustomerField): boolean =>
    customer[field] !== undefined && !allowCustomerDataChange;
  const isAsked = (field: CustomerField): boolean =>
    !isFixed(field) && (requiredFields.includes(field) || customer[field] !== undefined);
  const entries = customerFields.filter(isAsked).map((field) => {
    const value = typed[field]?.trim();
    const problem = value === undefined ? null : problemOf(field, value);
    // A field that the link prefills but the method does not need may be cleared.
    const isLeftOut = value === '' && !requiredFields.includes(field);
    return { field, value: value ?? customer[field] ?? '', problem: isLeftOut ? null : problem };
  });
  const fixed: CustomerData = allowCustomerDataChange ? {} : customer;
  const isComplete = entries.every(({ field, problem }) => typed[field] !== undefined && problem === null);
  const filled = entries
    .filter(({ value }) => value !== '')
    .map(({ field, value }) => [field, value] as const);
  return { entries, fixed, data: isComplete ? { ...fixed, ...Object.fromEntries(filled) } : null };
}

/** Attaches the gateway's complaints to their fields; returns those without a field, too. */
export function withComplaints(
  entries: readonly Entry[],
  complaints: readonly { readonly field: string | null; readonly message: string }[],
): { readonly entries: readonly Entry[]; readonly others: readonly string[] } {
  const isAbout = (path: string | null, field: CustomerField): boolean => path?.split('.').at(-1) === field;
  return {
    entries: entries.map((entry) => {
      const complaint = complaints.find(({ field }) => isAbout(field, entry.field));
      return complaint === undefined ? entry : { ...entry, problem: complaint.message };
    }),
    others: complaints
      .filter((complaint) => !entries.some(({ field }) => isAbout(complaint.field, field)))
      .map(({ field, message }) => (field === null ? message : `${field}: ${message}`)),
  };
}
