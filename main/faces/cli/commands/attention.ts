import { acknowledgeTestFlag, basedOn } from '../../../../contract/settings.ts';
import { countItems, seenItem } from '../../../../contract/treasury/attention.ts';
import { attentionText } from '../../../../contract/text/attention/attention-text.ts';
import { counted } from '../../../../contract/text/numbers.ts';
import { acknowledgeText } from '../acknowledge.ts';
import { textOption, type Command, type Session } from '../command.ts';
import { wrongUsage } from '../failures.ts';

/** Lists attention items, and dismisses them. */
export const attentionCommands: readonly Command[] = [
  {
    name: 'attention',
    summary: 'list what needs attention, most serious first',
    profiles: 'all',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const items = (await call('attention.list', {})).map((item) => ({
          ...item,
          message: attentionText(item),
        }));
        output.json(items);
        for (const item of items) {
          output.print([item.profileName, item.batchId, item.message].filter(Boolean).join('  '));
          const acknowledge = acknowledgeText(item);
          if (acknowledge !== null) output.print(`  ${acknowledge}`);
        }
        if (items.length === 0) output.print('Nothing needs attention.');
        // While a command runs, no other Bursar sends what an earlier one left.
        const { batchIds } = await call('runner.state', {});
        if (batchIds.length > 0)
          output.remark(
            `${counted(batchIds.length, 'batch is', 'batches are')} not finished. \`bursar resume\` continues, but for a paused one, which \`bursar batch show ID\` explains.`,
          );
      }),
  },
  {
    name: 'attention dismiss',
    options: { batch: 'text', 'older-records': 'flag', 'test-flag': 'flag' },
    usage: 'attention dismiss [--batch ID | --older-records | --test-flag]',
    summary:
      'mark as seen; --older-records: after you have checked what the gateway holds; --test-flag: the profile is right although isTest contradicts it',
    profiles: 'all',
    run: ({ withBursar, options, output }) => {
      if (['batch', 'older-records', 'test-flag'].filter((name) => options[name] !== undefined).length > 1)
        throw wrongUsage('Choose one of --batch ID, --older-records and --test-flag.');
      return withBursar(async ({ call }) => {
        if (options['test-flag'] === true) {
          const name = await dismissTestFlag(call, textOption(options, 'profile'));
          output.json({});
          output.print(
            `Acknowledged for ${name}: isTest no longer pauses its batches. \`bursar batch resume ID\` ends the pause of one.`,
          );
          return;
        }
        const before = await call('attention.list', {});
        if (options['older-records'] === true) await call('attention.dismissOlderRecords', {});
        else {
          const batchId = textOption(options, 'batch');
          await call('attention.dismiss', batchId === null ? { seen: before.map(seenItem) } : { batchId });
        }
        const dismissed = countItems(before) - countItems(await call('attention.list', {}));
        output.json({});
        output.print(dismissed > 0 ? `Dismissed ${counted(dismissed, 'item')}.` : 'Nothing to dismiss.');
      });
    },
  },
];

/** Acknowledges that the gateway's test flag contradicts the environment of this profile, or of the only one; returns its name. */
async function dismissTestFlag(call: Session['call'], named: string | null): Promise<string> {
  // A named one exists. Without a name this fails unless there is only one, by the rule for every operation: one that cannot be read may be meant.
  if (named === null) await call('balances.stored', {});
  const [only] = await call('profiles.list', {});
  const name = named ?? only?.name ?? '';
  const settings = await call('settings.read', {});
  await call('settings.change', basedOn(settings, acknowledgeTestFlag(settings, name)));
  return name;
}
