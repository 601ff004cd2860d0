import { type CustomerData, customerFields } from './customer-data.ts';
import { type PaymentLink, parametersOf, type Read, readPaymentLink } from './parameters.ts';

/** Where a form button leads: onwards, or back to one of the steps. */
export type Direction = 'next' | 'options' | 'details';

/** The customer's answers so far. The forms of the page carry them, with the parameters of the address. */
export type Form = {
  readonly optionKey: string | null;
  readonly typed: CustomerData;
  readonly direction: Direction;
};

export const optionField = 'option';
export const directionField = 'go';

export function typedField(field: string): string {
  return `typed-${field}`;
}

/** The form of a new visitor. */
export const emptyForm: Form = { optionKey: null, typed: {}, direction: 'next' };

/** Parses a posted form: the parameters of the address as strictly as at first, and the answers. */
export function readForm(posted: URLSearchParams): { readonly link: Read<PaymentLink>; readonly form: Form } {
  const direction = posted.get(directionField);
  const typed = customerFields.flatMap((field) => {
    const value = posted.get(typedField(field));
    return value === null ? [] : [[field, value] as const];
  });
  return {
    link: readPaymentLink(posted),
    form: {
      optionKey: posted.get(optionField),
      typed: Object.fromEntries(typed),
      direction: direction === 'options' || direction === 'details' ? direction : 'next',
    },
  };
}

/**
 * The hidden fields of a form. The token goes with them in the body of a post, never in the address of the next page, because addresses are stored in
 * histories and logs.
 */
export function carried(
  link: PaymentLink,
  optionKey: string | null,
  typed: CustomerData,
): [name: string, value: string][] {
  return [
    ...parametersOf(link),
    ...(optionKey === null ? [] : [[optionField, optionKey] satisfies [string, string]]),
    ...Object.entries(typed).map(([field, value]): [string, string] => [typedField(field), value]),
  ];
}
