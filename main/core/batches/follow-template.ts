import type { CoreContext } from '../context.ts';
import type { StoredBatch } from '../ports/index.ts';
import { changeSettings, readSetting } from '../settings/settings.ts';

/**
 * Once a draft is released that was created from a template, the template repeats this batch from then on. Called before the
 * release, which ends the sheet; returns the action to run after it.
 */
export function followTemplate(
  context: CoreContext,
  { batchId, sheetId, profileName }: StoredBatch,
): () => void {
  const name = (sheetId === null ? null : context.store.findSheet(sheetId))?.repeats?.template ?? null;
  return () => {
    const templates = readSetting(context.store, 'templates');
    const isThisTemplate = (template: (typeof templates)[number]): boolean =>
      template.name === name && template.profileName === profileName;
    if (!templates.some(isThisTemplate)) return;
    changeSettings(context, {
      templates: templates.map((template) =>
        isThisTemplate(template) ? { ...template, batchId } : template,
      ),
    });
    context.emit({ kind: 'settings', id: 'templates' });
  };
}
