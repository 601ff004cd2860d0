import { TemplateName } from '../../../../contract/batches/sheet.ts';
import { basedOn, type Settings } from '../../../../contract/settings.ts';
import { profileOption, textOption, type Command, type OptionValues } from '../command.ts';
import { failed, wrongUsage } from '../failures.ts';
import { repeatDraft } from '../sheet-draft.ts';
import { table } from '../terminal/output.ts';

type Template = Settings['templates'][number];

const columns = ['Template', 'Profile', 'Batch'] as const;

/** Named batches that are repeated: setting `templates`, which follows the last batch that was released from each. */
export const templateCommands: readonly Command[] = [
  {
    name: 'template list',
    summary: 'list templates, each with the batch that is repeated',
    profiles: 'past',
    run: ({ withBursar, output, options }) =>
      withBursar(async ({ call }) => {
        const templates = ofProfile((await call('settings.read', {})).templates, options);
        output.json(templates);
        output.print(
          templates.length === 0
            ? 'No templates yet.'
            : table(
                columns,
                templates.map(({ name, profileName, batchId }) => [name, profileName, batchId]),
              ),
        );
      }),
  },
  {
    name: 'template save',
    arguments: [{ name: 'NAME' }],
    options: { batch: 'text' },
    usage: 'template save NAME --batch ID',
    summary: 'keep a released batch as a template',
    run: ({ withBursar, output, options, arguments: [given = ''] }) => {
      const batchId = textOption(options, 'batch');
      if (batchId === null) throw wrongUsage('--batch ID is required.');
      const name = TemplateName.safeParse(given);
      if (!name.success) throw wrongUsage('A template name has 1 to 100 characters.');
      return withBursar(async ({ call }) => {
        const { profileName, releasedAt } = await call('batches.summary', { batchId });
        if (releasedAt === null)
          throw failed(
            'notReleasable',
            `Batch ${batchId} was not released. Only a released batch can be a template.`,
            { batchId },
          );
        const template: Template = { name: name.data, profileName, batchId };
        const settings = await call('settings.read', {});
        const templates = [...without(settings.templates, template), template];
        await call('settings.change', basedOn(settings, { templates }));
        output.json(template);
        output.print(`Template ${template.name} of ${profileName} repeats batch ${batchId}.`);
      });
    },
  },
  {
    name: 'template begin',
    arguments: [{ name: 'NAME' }],
    summary: 'copy the last batch of a template into a new draft; nothing is released',
    run: ({ withBursar, output, options, arguments: [name = ''] }) =>
      withBursar(async (session) => {
        const batch = await repeatDraft(session, output, { kind: 'template', name }, profileOption(options));
        output.json(batch);
        output.print(
          `Draft ${batch.batchId} was created from template ${name}. \`bursar check ${batch.batchId}\` compares it with the last batch. Once it is released, the template repeats it.`,
        );
      }),
  },
  {
    name: 'template remove',
    arguments: [{ name: 'NAME' }],
    summary: 'remove a template; its batches stay',
    run: ({ withBursar, output, options, arguments: [name = ''] }) =>
      withBursar(async ({ call }) => {
        const settings = await call('settings.read', {});
        const [template, ...others] = ofProfile(settings.templates, options).filter(
          (each) => each.name === name,
        );
        if (template === undefined)
          throw failed('notFound', `There is no template ${name}. See \`bursar template list\`.`);
        if (others.length > 0)
          throw wrongUsage(`Several profiles have a template ${name}; choose one with --profile NAME.`);
        const templates = without(settings.templates, template);
        await call('settings.change', basedOn(settings, { templates }));
        output.json(template);
        output.print(`Template ${name} of ${template.profileName} is removed.`);
      }),
  },
];

function ofProfile(templates: readonly Template[], options: OptionValues): Template[] {
  const profileName = textOption(options, 'profile');
  return templates.filter((each) => profileName === null || each.profileName === profileName);
}

/** Names are unique within a profile. */
function without(templates: readonly Template[], { name, profileName }: Template): Template[] {
  return templates.filter((each) => each.name !== name || each.profileName !== profileName);
}
