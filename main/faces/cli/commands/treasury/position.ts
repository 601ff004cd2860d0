import { momentText } from '../../../../../contract/text/clock.ts';
import { amountIn } from '../../../../../contract/text/numbers.ts';
import { projectionTexts } from '../../../../../contract/text/treasury/statement-text.ts';
import { textOption, type Command, type Session } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { CommandFailed } from '../../failures.ts';
import { table } from '../../terminal/output.ts';

export const position: Command = {
  name: 'position',
  options: { refresh: 'flag' },
  usage: 'position [--profile P] [--refresh]',
  summary:
    'available, reserved, committed, expected and projected, per profile and currency; --refresh asks the gateway first',
  run: ({ withBursar, output, options }) =>
    withBursar(async (session) => {
      const { call } = session;
      const profileName = textOption(options, 'profile');
      const failed = options['refresh'] === true ? await refresh(session, profileName) : [];
      const lines = await call('position.read', { profileName });
      output.json(lines);
      const amount = (text: string | null, currencyCode: string): string =>
        text === null ? 'not known' : amountIn(text, currencyCode);
      output.print(
        lines.length === 0
          ? 'No balances and no payments on their way.'
          : table(
              [
                'Profile',
                'Environment',
                'Currency',
                { right: 'Available' },
                { right: 'Reserved' },
                { right: 'Committed' },
                { right: 'Expected in' },
                { right: 'Est. fees' },
                { right: 'Projected' },
                'As of',
              ],
              lines.map((line) => [
                line.profileName,
                line.environment,
                line.currencyCode,
                amount(line.available, line.currencyCode),
                amount(line.reserved, line.currencyCode),
                amount(line.committed, line.currencyCode),
                amount(line.expectedIn, line.currencyCode),
                amount(line.estimatedFees, line.currencyCode),
                amount(line.projected, line.currencyCode),
                line.asOf === null ? 'no balance' : momentText(line.asOf),
              ]),
            ),
      );
      for (const [owner, ofProfile] of Map.groupBy(lines, ({ profileName: name }) => name))
        for (const text of projectionTexts(ofProfile, '--refresh')) output.print(`${owner}: ${text}`);
      for (const { name, failure } of failed) {
        const { appError } = failure;
        output.error({ ...appError, message: `${name}: ${appError.message}` });
      }
      return failed[0]?.failure.exitCode ?? exitCodes.done;
    }),
};

type Failed = { readonly name: string; readonly failure: CommandFailed };

/**
 * Queries the gateway of each profile with a key on this computer, and returns the profiles that failed; their stored data is
 * shown. Fails if none could be queried.
 */
async function refresh({ call }: Session, profileName: string | null): Promise<Failed[]> {
  const known = profileName === null ? await call('profiles.list', {}) : [];
  const names =
    profileName === null
      ? known.filter(({ isPrepareOnly }) => !isPrepareOnly).map(({ name }) => name)
      : [profileName];
  const failed: Failed[] = [];
  for (const name of names)
    try {
      await call('position.refresh', { profileName: name });
    } catch (failure) {
      if (!(failure instanceof CommandFailed)) throw failure;
      failed.push({ name, failure });
      if (failed.length === names.length || failure.appError.code === 'stopped') throw failure;
    }
  return failed;
}
