import type { CoreContext } from '../context/context.ts';
import type { SettingChange, StoredBatch } from '../ports/index.ts';
import { readSetting, settingChanges } from '../settings/settings.ts';

/**
 * Once a draft is released that was created from a template, the template repeats this batch from then on: the change of the settings that
 * the release commits, as they are then.
 */
export function followTemplate(
  { store }: Pick<CoreContext, 'store'>,
  { batchId, sheetId, profileName }: StoredBatch,
): SettingChange[] {
  const name = (sheetId === null ? null : store.findSheet(sheetId))?.repeats?.template ?? null;
  const templates = readSetting(store, 'templates');
  const isThisTemplate = (template: (typeof templates)[number]): boolean =>
    template.name === name && template.profileName === profileName;
  if (!templates.some(isThisTemplate)) return [];
  return settingChanges(store, {
    templates: templates.map((template) => (isThisTemplate(template) ? { ...template, batchId } : template)),
  });
}
