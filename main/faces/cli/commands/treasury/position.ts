import { momentText } from '../../../../../contract/text/clock.ts';
import { amountIn } from '../../../../../contract/text/numbers.ts';
import { perhapsTwiceTexts } from '../../../../../contract/text/treasury/statement-text.ts';
import { textOption, type Command } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { table } from '../../terminal/output.ts';

export const position: Command = {
  name: 'position',
  arguments: [],
  options: { refresh: 'flag' },
  usage: 'position [--profile P] [--refresh]',
  summary:
    'available, reserved, committed, expected and projected, per profile and currency; --refresh asks the gateway first',
  run: ({ withBursar, output, options }) =>
    withBursar(async ({ call }) => {
      const profileName = textOption(options, 'profile');
      if (options['refresh'] === true) {
        const profiles =
          profileName === null ? (await call('profiles.list', {})).map(({ name }) => name) : [profileName];
        for (const name of profiles) await call('position.refresh', { profileName: name });
      }
      const lines = await call('position.read', { profileName });
      output.json(lines);
      const amount = (text: string | null, currencyCode: string): string =>
        text === null ? 'not known' : amountIn(text, currencyCode);
      output.print(
        lines.length === 0
          ? 'No balances and no payments on their way.'
          : table(
              [
                { header: 'Profile' },
                { header: 'Environment' },
                { header: 'Currency' },
                { header: 'Available', align: 'right' },
                { header: 'Reserved', align: 'right' },
                { header: 'Committed', align: 'right' },
                { header: 'Expected in', align: 'right' },
                { header: 'Est. fees', align: 'right' },
                { header: 'Projected', align: 'right' },
                { header: 'As of' },
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
                line.asOf === null ? 'never read' : momentText(line.asOf),
              ]),
            ),
      );
      for (const [owner, ofProfile] of Map.groupBy(lines, ({ profileName: name }) => name))
        for (const text of perhapsTwiceTexts(ofProfile, '--refresh')) output.print(`${owner}: ${text}`);
      return exitCodes.done;
    }),
};
