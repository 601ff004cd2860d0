import { z } from 'zod';
import { CurrencyCode, type Money, PayableAmount } from '../../contract/money/money.ts';
import { HttpAddress, idPattern } from '../schemas.ts';
import { type CustomerData, customerFields, problemOf } from './customer-data.ts';

/** The parameters of the redirect address (interface: Payment web application). The amount is the text from the address. */
export type PaymentLink = {
  readonly merchantCode: string;
  readonly idPayin: string;
  readonly token: string;
  readonly money: Money;
  readonly callbackUrl: string;
  readonly returnUrl: string;
  readonly paymentMethodCode: string | null;
  readonly paymentOperatorCode: string | null;
  readonly optionsAvailable: boolean;
  readonly allowCustomerDataChange: boolean;
  readonly customer: CustomerData;
};

/** The parameters of the status view's address. */
export type StatusLink = Pick<PaymentLink, 'idPayin' | 'token'> & { readonly currencyCode: string };

export type ParameterProblem = { readonly parameter: string; readonly message: string };
export type Read<Link> =
  | { readonly ok: true; readonly link: Link }
  | { readonly ok: false; readonly problems: readonly ParameterProblem[] };

const yesOrNo = z.enum(['true', 'false'], 'either true or false').transform((text) => text === 'true');
const code = z.string().max(100, 'too long').nullable();

const shared = {
  idPayin: z.string().regex(idPattern, '1 to 250 letters, digits, _ and -'),
  token: z.string().regex(/^[\w.-]{1,8000}$/, 'not a token'),
  currencyCode: CurrencyCode,
};

const PaymentParameters = z.object({
  ...shared,
  merchantCode: z.string().max(250, 'too long'),
  amount: PayableAmount,
  callbackUrl: HttpAddress,
  returnUrl: HttpAddress,
  paymentMethodCode: code.default(null),
  paymentOperatorCode: code.default(null),
  optionsAvailable: yesOrNo.default(false),
  allowCustomerDataChange: yesOrNo.default(false),
});

const StatusParameters = z.object(shared);

const required = ['merchantCode', 'idPayin', 'token', 'amount', 'currencyCode', 'callbackUrl', 'returnUrl'];
const requiredForStatus = ['idPayin', 'token', 'currencyCode'];

/** Parses the page's parameters, or reports the problem of each. Unknown ones are ignored. */
export function readPaymentLink(given: URLSearchParams): Read<PaymentLink> {
  const read = readParameters(given, PaymentParameters, required, customerFields);
  if (!read.ok) return read;
  const { amount, currencyCode, ...rest } = read.link;
  const customer = customerOf(given);
  const problems = rest.allowCustomerDataChange ? [] : problemsOf(customer);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, link: { ...rest, money: { amount, currencyCode }, customer } };
}

/** Parses the status view's parameters. */
export function readStatusLink(given: URLSearchParams): Read<StatusLink> {
  return readParameters(given, StatusParameters, requiredForStatus);
}

/** The parameters of a link, as hidden form fields. */
export function parametersOf(link: PaymentLink): [name: string, value: string][] {
  const { money, customer, ...rest } = link;
  return Object.entries({ ...rest, ...money, ...customer }).flatMap(([name, value]) =>
    value === null || value === false ? [] : [[name, String(value)]],
  );
}

/** Data from the address that the customer may not change must be valid. */
function problemsOf(customer: CustomerData): ParameterProblem[] {
  return customerFields.flatMap((field) => {
    const value = customer[field];
    const problem = value === undefined ? null : problemOf(field, value);
    return problem === null ? [] : [{ parameter: field, message: problem }];
  });
}

function customerOf(given: URLSearchParams): CustomerData {
  return Object.fromEntries(
    customerFields.flatMap((field) => {
      const value = given.get(field)?.trim() ?? '';
      return value === '' ? [] : [[field, value]];
    }),
  );
}

function readParameters<Link>(
  given: URLSearchParams,
  schema: z.ZodObject & z.ZodType<Link>,
  needed: readonly string[],
  others: readonly string[] = [],
): Read<Link> {
  const names = Object.keys(schema.shape);
  const missing = needed.filter((name) => (given.get(name) ?? '') === '');
  const repeated = [...names, ...others].filter((name) => given.getAll(name).length > 1);
  // Empty parameters count as absent.
  const values = Object.fromEntries(
    [...given].filter(([name, value]) => names.includes(name) && value !== ''),
  );
  const parsed = schema.safeParse(values);
  const wrong = parsed.success ? [] : parsed.error.issues;
  const problems = [
    ...missing.map((parameter) => ({ parameter, message: 'missing' })),
    ...repeated.map((parameter) => ({ parameter, message: 'given more than once' })),
    ...wrong.map(({ path, message }) => ({ parameter: path.map(String).join('.'), message })),
  ];
  const firstOfEach = problems.filter(
    ({ parameter }, place) => problems.findIndex((other) => other.parameter === parameter) === place,
  );
  if (firstOfEach.length > 0 || !parsed.success) return { ok: false, problems: firstOfEach };
  return { ok: true, link: parsed.data };
}
