import type { Bursar } from '../../compose.ts';
import {
  profileOption,
  textOption,
  type CommandContext,
  type OptionValues,
  type Session,
  type WholeCommand,
} from './command.ts';
import { CommandFailed, withKeyFileAdvice, wrongUsage } from './failures.ts';
import type { Progress } from './terminal/output.ts';
import { showingSteps } from './terminal/show-steps.ts';

/** Calls on an open data folder. A long operation shows its progress; one that fails ends the command with its exit code. */
export function openSession(
  bursar: Bursar,
  { signal, systemUser, progress }: { signal: AbortSignal; systemUser: string | null; progress: Progress },
): Session {
  return {
    bursar,
    call: async (name, input, confirm) => {
      const result = await showingSteps(bursar, progress, () =>
        bursar.dispatch(name, input, {
          signal,
          systemUser,
          confirm: confirm ?? (() => Promise.resolve(false)),
        }),
      );
      if (!result.ok) throw new CommandFailed(withKeyFileAdvice(result.error));
      return result.value;
    },
  };
}

/**
 * Ends a command that covers all profiles, or their records, if `--profile` names one that it cannot be limited to, and one for a batch if
 * it names another profile than the batch has.
 */
export async function expectProfile(
  session: Session,
  {
    command,
    options,
    arguments: given,
  }: Pick<CommandContext, 'options' | 'arguments'> & { readonly command: WholeCommand },
): Promise<void> {
  const { call } = session;
  const { profileName } = profileOption(options);
  if (profileName === undefined) return;
  const batchId =
    textOption(options, 'batch') ?? given.find((_text, index) => command.arguments[index]?.isBatch === true);
  if (batchId !== undefined) return expectProfileOf(session, batchId, options);
  if (command.profiles === undefined) return;
  const profiles = await call('profiles.list', {});
  if (!profiles.some(({ name }) => name === profileName)) {
    if (command.profiles === 'past' && (await hasRecords({ call }, profileName))) return;
    await expectKnownProfile({ call }, profileName);
  }
  // The test flag is acknowledged for the profile that is named.
  if (command.profiles === 'all' && profiles.length > 1 && options['test-flag'] !== true)
    throw wrongUsage(
      `\`bursar ${command.name}\` covers all profiles and cannot be limited to ${profileName}. Leave out --profile.`,
    );
}

/** Ends a command if no profile has this name; the error names those that there are. */
export async function expectKnownProfile(
  { call }: Pick<Session, 'call'>,
  profileName: string,
): Promise<void> {
  await call('balances.stored', { profileName });
}

/** Ends a command for a batch if `--profile` names another profile. */
export async function expectProfileOf(
  { call }: Pick<Session, 'call'>,
  batchId: string,
  options: OptionValues,
): Promise<void> {
  const { profileName } = profileOption(options);
  if (profileName === undefined) return;
  const batch = await call('batches.summary', { batchId });
  if (batch.profileName !== profileName)
    throw wrongUsage(
      `Batch ${batchId} belongs to profile ${batch.profileName}, not to ${profileName}. Leave out --profile.`,
    );
}

async function hasRecords({ call }: Pick<Session, 'call'>, profileName: string): Promise<boolean> {
  const { count } = await call('payouts.count', { filter: { profileName }, most: 1 });
  if (count > 0) return true;
  for (const kind of ['payin', 'topup'] as const)
    if ((await call('incoming.list', { kind, profileName, limit: 1 })).payments.length > 0) return true;
  return false;
}
