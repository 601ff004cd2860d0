import { z } from 'zod';
import { AppError } from './errors.ts';
import { Check } from './maintenance/check.ts';
import { cell, hasNothingHidden, nothing, operation, text } from './operation.ts';
import { Environment, GatewayUrl, NewCallbackUrl, Profile, ProfileName, PublicKey } from './profile.ts';
import { touchesNamedProfile, touchesNothing, touchesProfile } from './touches.ts';

/** A merchant code as a person enters it, without what nobody sees: with it, policies for the merchant would not be found. */
const NewMerchantCode = cell(250)
  .trim()
  .min(1)
  .regex(hasNothingHidden, 'a merchant code is one line, without hidden characters');

/** The only profile if none is named; an error if there are several. */
const profileName = ProfileName.optional();

const KeySource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('generate'),
    modulusBits: z.union([z.literal(2048), z.literal(3072), z.literal(4096)]),
  }),
  /** The main process reads the file; its bytes never pass through a face (invariant I8). */
  z.strictObject({
    kind: z.literal('import'),
    path: text(4096),
    passphrase: z.string().max(1024).nullable(),
  }),
]);

export type KeySource = z.infer<typeof KeySource>;

/** The credentials of a profile: a key, or the deprecated merchant secret (interface: Authentication 4), which goes into the OS keychain. */
const KeyOrSecret = z.discriminatedUnion('kind', [
  ...KeySource.options,
  z.strictObject({ kind: z.literal('secret'), secret: text(500) }),
]);

export type KeyOrSecret = z.infer<typeof KeyOrSecret>;

export const profileOperations = {
  'profiles.list': operation(nothing, z.array(Profile), touchesNothing),
  /** Adds a profile, with a key generated in or imported into the OS keychain, or with none. */
  'profiles.add': operation(
    z.strictObject({
      name: ProfileName,
      environment: Environment,
      baseUrl: GatewayUrl,
      merchantCode: NewMerchantCode,
      callbackUrl: NewCallbackUrl,
      paymentPageUrl: GatewayUrl.nullable().default(null),
      key: KeyOrSecret,
      /** Batches are prepared here and released on another computer: no key, and no release. */
      isPrepareOnly: z.boolean().default(false),
    }),
    z.object({ profile: Profile, publicKey: PublicKey.nullable() }),
    ({ environment }) => [{ kind: 'profile', environment }],
  ),
  'profiles.show': operation(
    z.strictObject({ profileName }),
    z.object({ profile: Profile, publicKey: PublicKey.nullable() }),
    touchesProfile,
  ),
  /**
   * Changes the name, the callback address or the address of the payment page; omitted fields stay. Prepared and
   * sent payouts keep their callback address.
   */
  'profiles.edit': operation(
    z.strictObject({
      name: ProfileName,
      newName: ProfileName.optional(),
      callbackUrl: NewCallbackUrl.optional(),
      paymentPageUrl: GatewayUrl.nullable().optional(),
    }),
    Profile,
    touchesNamedProfile,
  ),
  /**
   * Replaces the stored key, whose public key the gateway must get before it accepts the merchant again; or the secret of a profile that
   * has one.
   */
  'profiles.replaceKey': operation(
    z.strictObject({ name: ProfileName, key: KeyOrSecret }),
    z.object({ publicKey: PublicKey.nullable() }),
    touchesNamedProfile,
  ),
  /**
   * Removes a profile and its key; refused while payouts of it are unfinished. The history stays. `keyLeft`: why the keychain still has
   * its key, which Bursar removes when it next changes one; null: nothing of it is left there.
   */
  'profiles.remove': operation(
    z.strictObject({ name: ProfileName }),
    z.object({ keyLeft: AppError.nullable() }),
    touchesNamedProfile,
  ),
  /** Tests the connection step by step and reports the result of each step. */
  'profiles.test': operation(z.strictObject({ profileName }), z.array(Check), touchesProfile),
} as const;
