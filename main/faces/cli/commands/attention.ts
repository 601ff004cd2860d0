import { attentionText } from '../../../../contract/text/attention/attention-text.ts';
import { textOption, type Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';

/** What needs a person, and taking it as seen. */
export const attentionCommands: readonly Command[] = [
  {
    name: 'attention',
    arguments: [],
    options: {},
    usage: 'attention',
    summary: 'list what needs a person, the gravest first',
    run: ({ withBursar, output }) =>
      withBursar(async ({ call }) => {
        const items = (await call('attention.list', {})).map((item) => ({
          ...item,
          message: attentionText(item),
        }));
        output.json(items);
        for (const { profileName, batchId, message } of items)
          output.print([profileName, batchId, message].filter(Boolean).join('  '));
        if (items.length === 0) output.print('Nothing needs a person.');
        return exitCodes.done;
      }),
  },
  {
    name: 'attention dismiss',
    arguments: [],
    options: { batch: 'text', 'older-records': 'flag' },
    usage: 'attention dismiss [--batch ID | --older-records]',
    summary: 'mark as seen; --older-records: after you have checked what the gateway holds',
    run: ({ withBursar, options, output }) =>
      withBursar(async ({ call }) => {
        if (options['older-records'] === true) await call('attention.dismissOlderRecords', {});
        else await call('attention.dismiss', { batchId: textOption(options, 'batch') });
        output.json({});
        output.print('Dismissed.');
        return exitCodes.done;
      }),
  },
];
