import { z } from 'zod';

export const Environment = z.enum(['sandbox', 'live']);
export type Environment = z.infer<typeof Environment>;

/** How token requests are authenticated (interface: Authentication 3 and 4). `secret` is deprecated. */
export const Authentication = z.enum(['signature', 'secret']);
export type Authentication = z.infer<typeof Authentication>;

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether an address is on this computer. */
export function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.has(hostname);
}

/** `https` only; `http` for loopback alone. */
export function isAllowedAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Only `https`, or `http` for loopback. No user name, query or fragment. */
export const GatewayUrl = z.string().superRefine((text, context) => {
  if (!URL.canParse(text))
    return context.addIssue('enter the full address, for example https://gateway.example/api');
  const url = new URL(text);
  if (!isAllowedAddress(url))
    context.addIssue('the address must begin with https:// (http:// only on this computer)');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    context.addIssue('the address must have no user name, query or fragment');
});

const longestUrl = 2000;

/** An address for callbacks or for customers, as it is stored and sent; older versions did not normalise it. */
export const CallbackUrl = z
  .string()
  .max(longestUrl)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'enter the full address, for example https://merchant.example/callbacks',
  );

/** Such an address as a person writes it, in the form in which `URL` writes it: a gateway may refuse what only browsers accept. */
export const NewCallbackUrl = CallbackUrl.refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || (url.username === '' && url.password === '' && !text.includes('#'));
}, 'the address must have no user name, password or fragment')
  .transform(normalUrl)
  .pipe(z.string().max(longestUrl));

/** Such an address, or nothing. */
export const OptionalCallbackUrl = z
  .string()
  .superRefine((text, context) => {
    const found = text === '' ? null : NewCallbackUrl.safeParse(text);
    for (const { message } of found?.error?.issues ?? []) context.addIssue(message);
  })
  .transform(normalUrl);

/** An address in the form in which `URL` writes it; any other text unchanged. */
export function normalUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}

/** A gateway address without slashes at its end, so that paths can be appended; equal for equal gateways, which two computers may spell differently. */
export function normalBaseUrl(baseUrl: string): string {
  return normalUrl(baseUrl).replace(/\/+$/, '');
}

export const ProfileName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a profile name has 1 to 64 letters, digits, . _ and -');

/** One merchant in one environment. */
export const Profile = z.object({
  name: ProfileName,
  environment: Environment,
  baseUrl: GatewayUrl,
  merchantCode: z.string().min(1).max(250),
  callbackUrl: CallbackUrl,
  /** The address of the hosted payment page (interface: {payment_web_app_url}); null: no links can be created. */
  paymentPageUrl: GatewayUrl.nullable(),
  authentication: Authentication,
  /** Whether a key for it was stored in the OS keychain, which may have lost it since; without one each call names a key file. */
  hasStoredKey: z.boolean(),
  /** Whether batches are only prepared here: none of them is released on this computer. */
  isPrepareOnly: z.boolean(),
  createdAt: z.string(),
});
export type Profile = z.infer<typeof Profile>;

/** What may be known about a key outside `main/keys`. */
export const PublicKey = z.object({
  /** SPKI PEM, as the gateway wants it. */
  pem: z.string(),
  /** SHA-256 of the SPKI DER, as colon-separated hexadecimal. */
  fingerprint: z.string(),
  modulusBits: z.number().int(),
});
export type PublicKey = z.infer<typeof PublicKey>;
