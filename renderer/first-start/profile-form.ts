import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { operations } from '../../contract/operations.ts';
import type { KeyOrSecret } from '../../contract/profile-operations.ts';
import { faultsOf, type Issue } from '../kit/fields/form-faults.ts';

/** The fields of a profile as typed. */
export type ProfileFields = {
  name: string;
  environment: 'sandbox' | 'live';
  /** Whether payouts are released on this computer, or only prepared. */
  use: 'release' | 'prepare';
  baseUrl: string;
  merchantCode: string;
  callbackUrl: string;
  paymentPageUrl: string;
  keyKind: 'generate' | 'import' | 'secret' | 'none';
  modulusBits: '2048' | '3072' | '4096';
  keyPath: string;
  passphrase: string;
  /** The deprecated merchant secret (interface: Authentication 4). */
  secret: string;
};

export const emptyProfile: ProfileFields = {
  name: '',
  environment: 'sandbox',
  use: 'release',
  baseUrl: '',
  merchantCode: '',
  callbackUrl: '',
  paymentPageUrl: '',
  keyKind: 'generate',
  modulusBits: '3072',
  keyPath: '',
  passphrase: '',
  secret: '',
};

type KeyFields = Pick<ProfileFields, 'keyKind' | 'modulusBits' | 'keyPath' | 'passphrase' | 'secret'>;

const bits = { '2048': 2048, '3072': 3072, '4096': 4096 } as const;

/** The source of the key, or the secret, in the form of the operation's input. */
export function keyOf({ keyKind, modulusBits, keyPath, passphrase, secret }: KeyFields): KeyOrSecret {
  switch (keyKind) {
    case 'generate':
      return { kind: 'generate', modulusBits: bits[modulusBits] };
    case 'import':
      return { kind: 'import', path: keyPath.trim(), passphrase: passphrase === '' ? null : passphrase };
    case 'secret':
      return { kind: 'secret', secret };
    case 'none':
      return { kind: 'none' };
  }
}

/** The input of `profiles.add` that these fields make, right or wrong. */
export function profileInputOf(fields: ProfileFields): z.input<(typeof operations)['profiles.add']['input']> {
  const { name, environment, baseUrl, merchantCode, callbackUrl } = fields;
  const paymentPageUrl = fields.paymentPageUrl.trim();
  return {
    name: name.trim(),
    environment,
    baseUrl: baseUrl.trim(),
    merchantCode: merchantCode.trim(),
    callbackUrl: callbackUrl.trim(),
    paymentPageUrl: paymentPageUrl === '' ? null : paymentPageUrl,
    key: fields.use === 'prepare' ? { kind: 'none' } : keyOf(fields),
    isPrepareOnly: fields.use === 'prepare',
  };
}

/** Messages for empty fields, instead of the parser's. */
const missing: Partial<Record<keyof ProfileFields, string>> = {
  name: 'Give the profile a name, for example acme-live.',
  baseUrl: 'Enter the address of the gateway.',
  merchantCode: 'Enter the merchant code that the gateway gave you.',
  callbackUrl: 'Enter the address that the gateway calls when a payment is finished.',
  keyPath: 'Choose the file with the private key.',
  secret: 'Enter the merchant secret.',
};

/** A problem of the key that is of neither of its secrets is shown at its file. */
function issueOf({ path, message }: Issue): Issue {
  const [first, second] = path;
  const isOfFile = first === 'key' && second !== 'passphrase' && second !== 'secret';
  return { path: isOfFile ? ['keyPath'] : path, message };
}

/** Checks the fields with the contract's own schema, so that the form never contradicts the program. */
export const resolveProfile: Resolver<ProfileFields> = (fields) => {
  const parsed = operations['profiles.add'].input.safeParse(profileInputOf(fields));
  if (parsed.success) return { values: fields, errors: {} };
  const issues = parsed.error.issues.map(issueOf);
  const errors: FieldErrors<ProfileFields> = faultsOf(issues, fields, missing, 'name');
  return { values: {}, errors };
};
