import { Environment, type Profile, type PublicKey } from '../../../../contract/profile.ts';
import type { KeyOrSecret, KeySource } from '../../../../contract/profile-operations.ts';
import { forCopiesToo, keyLeftText } from '../../../../contract/text/failure.ts';
import { textOption, type Command, type CommandContext, type OptionValues } from '../command.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failures.ts';
import { expectKnownProfile } from '../session.ts';
import { confirmChanges } from '../terminal/confirm.ts';
import { printChecks } from '../terminal/print-checks.ts';
import { table, type Output } from '../terminal/output.ts';
import { readMerchantSecret } from '../terminal/read-secret.ts';

const keyBits = { '2048': 2048, '3072': 3072, '4096': 4096 } as const;
const usualKeyBits = 3072;

export const profileCommands: readonly Command[] = [
  {
    name: 'profile add',
    arguments: [{ name: 'NAME' }],
    options: {
      environment: 'text',
      'base-url': 'text',
      merchant: 'text',
      'callback-url': 'text',
      'payment-page': 'text',
      'import-key': 'text',
      'generate-key': 'flag',
      'key-bits': 'text',
      'secret-auth': 'flag',
      'prepare-only': 'flag',
    },
    usage:
      'profile add NAME --environment sandbox|live --base-url URL --merchant CODE --callback-url URL [--payment-page URL] [--import-key FILE | --generate-key [--key-bits 2048|3072|4096] | --secret-auth | --prepare-only]',
    summary: 'add a merchant profile; its key, or deprecated secret, is stored in the OS keychain',
    run: async (context) => {
      const { options, output, arguments: given } = context;
      const environment = Environment.safeParse(options['environment']);
      if (!environment.success) throw wrongUsage('--environment sandbox or --environment live is required.');
      const input = {
        name: given[0] ?? '',
        environment: environment.data,
        baseUrl: needed(options, 'base-url'),
        merchantCode: needed(options, 'merchant'),
        callbackUrl: needed(options, 'callback-url'),
        paymentPageUrl: textOption(options, 'payment-page'),
        key: await readProof(context),
        isPrepareOnly: options['prepare-only'] === true,
      };
      return context.withBursar(async ({ call }) => {
        const added = await call('profiles.add', input);
        if (input.key.kind === 'secret') output.remark(secretWarning);
        output.json(added);
        printProfile(output, added.profile, added.publicKey);
      });
    },
  },
  {
    name: 'profile list',
    usage: 'profile list',
    summary: 'list profiles',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const profiles = await call('profiles.list', {});
        output.json(profiles);
        const rows = profiles.map(
          ({ name, environment, merchantCode, baseUrl, hasStoredKey, authentication, isPrepareOnly }) => [
            name,
            environment,
            merchantCode,
            baseUrl,
            hasStoredKey
              ? 'keychain'
              : isPrepareOnly
                ? 'none: prepare-only'
                : authentication === 'secret'
                  ? 'keychain (secret)'
                  : 'key file of each call',
          ],
        );
        const columns = ['Name', 'Environment', 'Merchant', 'Address', 'Key from'];
        output.print(
          rows.length === 0 ? 'No profiles yet. `bursar profile add` adds one.' : table(columns, rows),
        );
      }),
  },
  {
    name: 'profile show',
    arguments: [{ name: 'NAME', isOptional: true }],
    usage: 'profile show NAME',
    summary: 'show a profile and the public key to register at the gateway',
    run: (context) =>
      context.withBursar(async ({ call }) => {
        const shown = await call('profiles.show', namedProfile(context));
        context.output.json(shown);
        printProfile(context.output, shown.profile, shown.publicKey);
      }),
  },
  {
    name: 'profile edit',
    arguments: [{ name: 'NAME' }],
    options: { 'new-name': 'text', 'callback-url': 'text', 'payment-page': 'text' },
    usage: 'profile edit NAME [--new-name NAME] [--callback-url URL] [--payment-page URL]',
    summary:
      'change name or addresses (--payment-page "" removes it); existing drafts and payments keep theirs',
    run: ({ withBursar, output, options, arguments: [name = ''] }) =>
      withBursar(async ({ call }) => {
        const page = textOption(options, 'payment-page');
        const edited = await call('profiles.edit', {
          name,
          newName: textOption(options, 'new-name') ?? undefined,
          callbackUrl: textOption(options, 'callback-url') ?? undefined,
          ...(page === null ? {} : { paymentPageUrl: page === '' ? null : page }),
        });
        output.json(edited);
        output.print(
          `${edited.name}: callbacks to ${edited.callbackUrl}, payment page ${edited.paymentPageUrl ?? 'not known'}`,
        );
      }),
  },
  {
    name: 'profile replace-key',
    arguments: [{ name: 'NAME' }],
    options: {
      'import-key': 'text',
      'generate-key': 'flag',
      'key-bits': 'text',
      'secret-auth': 'flag',
      yes: 'flag',
    },
    usage:
      'profile replace-key NAME --import-key FILE | --generate-key [--key-bits 2048|3072|4096] | --secret-auth [--yes]',
    summary: `replace the key, or the deprecated secret; the OS keychain loses the current one${forCopiesToo}`,
    run: async (context) => {
      const { withBursar, output, options } = context;
      const [name = ''] = context.arguments;
      if (options['secret-auth'] !== true && readKeySource(context).kind === 'none')
        throw wrongUsage('Choose one of --import-key, --generate-key and --secret-auth.');
      return withBursar(async ({ call }) => {
        await expectKnownProfile({ call }, name);
        await confirmChanges(context, [{ kind: 'replaceKey', profileName: name }]);
        const key = await readProof(context);
        const replaced = await call('profiles.replaceKey', { name, key });
        if (key.kind === 'secret') output.remark(secretWarning);
        output.json(replaced);
        output.print(`The ${key.kind === 'secret' ? 'merchant secret' : 'key'} of ${name} is replaced.`);
        if (replaced.publicKey !== null) printPublicKey(output, replaced.publicKey);
      });
    },
  },
  {
    name: 'profile remove',
    arguments: [{ name: 'NAME' }],
    options: { yes: 'flag' },
    usage: 'profile remove NAME [--yes]',
    summary: `remove a profile, and its key or secret${forCopiesToo}; the history stays`,
    run: async (context) => {
      const { withBursar, output } = context;
      const [name = ''] = context.arguments;
      return withBursar(async ({ call }) => {
        await expectKnownProfile({ call }, name);
        await confirmChanges(context, [{ kind: 'removeProfile', profileName: name }]);
        const { keyLeft } = await call('profiles.remove', { name });
        output.json({ removed: name, keyLeft });
        if (keyLeft !== null) {
          output.print(`Profile ${name} is removed. Its payouts stay in the history.`);
          output.remark(keyLeftText(keyLeft));
          return exitCodeOf(keyLeft.code);
        }
        output.print(
          `Profile ${name} is removed, and the keychain no longer holds anything of it. Its payouts stay in the history.`,
        );
        return exitCodes.done;
      });
    },
  },
  {
    name: 'profile test',
    arguments: [{ name: 'NAME', isOptional: true }],
    summary: 'test the connection step by step',
    run: (context) =>
      context.withBursar(async ({ call }) => {
        const checks = await call('profiles.test', namedProfile(context));
        return printChecks(context.output, checks) ? exitCodes.done : exitCodes.gateway;
      }),
  },
];

function namedProfile({ arguments: [name], options }: CommandContext): { profileName?: string } {
  const profileName = name ?? textOption(options, 'profile');
  return profileName === null ? {} : { profileName };
}

function needed(options: OptionValues, name: string): string {
  const text = textOption(options, name);
  if (text === null) throw wrongUsage(`--${name} is missing.`);
  return text;
}

/** Shown wherever a secret is stored: the interface deprecates this authentication. */
const secretWarning =
  'The merchant secret is stored in the keychain. Authentication with a secret is deprecated: it may stop working, and anyone who learns the secret can do all that the merchant can. Change to a key with `bursar profile replace-key` when the gateway lets you.';

async function readProof(context: CommandContext): Promise<KeyOrSecret> {
  if (context.options['secret-auth'] !== true) return readKeySource(context);
  if (readKeySource(context).kind !== 'none')
    throw wrongUsage('Choose one of --import-key, --generate-key and --secret-auth.');
  return { kind: 'secret', secret: await readMerchantSecret(context.host) };
}

function readKeySource({ options, host }: CommandContext): KeySource {
  const file = textOption(options, 'import-key');
  const isGenerated = options['generate-key'] === true;
  if (file !== null && isGenerated) throw wrongUsage('Choose one of --import-key and --generate-key.');
  if (file !== null)
    return { kind: 'import', path: file, passphrase: host.env['BURSAR_KEY_PASSPHRASE'] ?? null };
  if (!isGenerated) return { kind: 'none' };
  const bits = textOption(options, 'key-bits');
  if (bits === null) return { kind: 'generate', modulusBits: usualKeyBits };
  const modulusBits = Object.entries(keyBits).find(([text]) => text === bits)?.[1];
  if (modulusBits === undefined) throw wrongUsage('--key-bits takes 2048, 3072 or 4096.');
  return { kind: 'generate', modulusBits };
}

function printProfile(output: Output, profile: Profile, publicKey: PublicKey | null): void {
  const { name, environment, baseUrl, merchantCode, callbackUrl, paymentPageUrl } = profile;
  const { authentication, hasStoredKey } = profile;
  output.print(
    `${name} (${environment}): merchant ${merchantCode} at ${baseUrl}, callbacks to ${callbackUrl}`,
  );
  if (paymentPageUrl !== null) output.print(`Payment page ${paymentPageUrl}`);
  if (authentication === 'secret')
    return output.print('Authentication: with the merchant secret, which Bursar takes from the keychain.');
  if (profile.isPrepareOnly)
    return output.print('Prepare-only: batches are released on the computer that holds the key.');
  if (publicKey === null && hasStoredKey)
    return output.print(
      `The keychain of this computer no longer holds the key of ${name}. Store a new one with \`bursar profile replace-key ${name}\`, or name one per call with --key-file FILE.`,
    );
  if (publicKey === null) return output.print('No key is stored; name one per call with --key-file FILE.');
  printPublicKey(output, publicKey);
}

function printPublicKey(output: Output, publicKey: PublicKey): void {
  output.print(`RSA ${publicKey.modulusBits} bits, fingerprint ${publicKey.fingerprint}`);
  output.print(`Give this public key to the gateway:\n\n${publicKey.pem.trim()}`);
}
