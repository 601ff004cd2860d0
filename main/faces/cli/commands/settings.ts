import path from 'node:path';
import { Settings } from '../../../../contract/settings.ts';
import { unlistedText } from '../../../../contract/text/treasury/floor-text.ts';
import type { Command } from '../command.ts';
import { wrongUsage } from '../failures.ts';
import { issuesText } from '../issue-text.ts';
import { shownWord, table } from '../terminal/output.ts';

const columns = ['Setting', 'Value'] as const;

export const settingsCommands: readonly Command[] = [
  {
    name: 'settings',
    summary: 'show settings: your name, limits, days for duplicates, appearance',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const settings = await call('settings.read', {});
        output.json(settings);
        output.print(
          table(
            columns,
            Object.entries(settings).map(([name, value]) => [name, JSON.stringify(value)]),
          ),
        );
      }),
  },
  {
    name: 'settings set',
    arguments: [{ name: 'NAME' }, { name: 'JSON' }],
    summary: 'change one setting, for example: settings set duplicateWindowDays 30',
    run: ({ withBursar, output, arguments: [name = '', json = ''] }) => {
      if (!Object.hasOwn(Settings.shape, name))
        throw wrongUsage(`There is no setting ${shownWord(name)}. \`bursar settings\` lists all settings.`);
      const changes = Settings.partial().safeParse(
        { [name]: settingOf(name, valueOf(json)) },
        { reportInput: true },
      );
      if (!changes.success) throw wrongUsage(`This cannot be set. ${issuesText(changes.error)}.`);
      return withBursar(async ({ call }) => {
        const { unlistedCurrencies = [], ...settings } = await call('settings.change', changes.data);
        for (const unlisted of unlistedCurrencies) output.remark(`note: ${unlistedText(unlisted)}`);
        output.json(settings);
        output.print(`${name} is set.`);
      });
    },
  },
];

/** The settings that name a place on this computer. */
const places: ReadonlySet<string> = new Set(['witnessFile', 'approvalFolder']);

/** In a terminal, a path is relative to the current folder. */
function settingOf(name: string, value: unknown): unknown {
  return places.has(name) && typeof value === 'string' && value !== '' ? path.resolve(value) : value;
}

/** JSON; anything else is taken as a text, so that a word needs no double quoting. */
function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
