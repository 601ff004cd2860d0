import type { Settings } from '../../../contract/settings.ts';
import type { SettingChange, Store } from '../ports/index.ts';
import { readSettings, settingChanges } from '../settings/settings.ts';

type OfProfiles = { readonly profileName: string | null };

/** The settings that are kept for each profile, by its name. */
const keptByProfile = [
  'floors',
  'lowBalanceLimits',
  'templates',
  'methodRules',
  'sheetColumns',
] as const satisfies readonly (keyof Settings)[];

/** Changes the name of a profile in the settings; what an earlier profile with the new name left behind is replaced. */
export function renamedInSettings(
  store: Pick<Store, 'readSetting'>,
  name: string,
  newName: string,
): SettingChange[] {
  const settings = readSettings(store);
  const { savedViews, currentProfile, ignoredTestFlags } = settings;
  const isOf = ({ profileName }: OfProfiles): boolean => profileName === name;
  const isOfEither = (each: OfProfiles): boolean => isOf(each) || each.profileName === newName;
  const renamed = <Named extends OfProfiles>(named: Named): Named =>
    isOf(named) ? { ...named, profileName: newName } : named;
  const kept = keptByProfile
    .filter((setting) => settings[setting].some(isOfEither))
    .map((setting) => [
      setting,
      settings[setting].filter(({ profileName }) => profileName !== newName).map(renamed),
    ]);
  return settingChanges(store, {
    ...Object.fromEntries(kept),
    ...(savedViews.some(({ filter }) => isOf(filter)) && {
      savedViews: savedViews.map((view) => ({ ...view, filter: renamed(view.filter) })),
    }),
    ...(currentProfile === name && { currentProfile: newName }),
    ...([name, newName].some((each) => ignoredTestFlags.includes(each)) && {
      ignoredTestFlags: ignoredTestFlags
        .filter((each) => each !== newName)
        .map((each) => (each === name ? newName : each)),
    }),
  });
}

/** Takes a removed profile out of the settings: nothing that was set for it applies to a later one with its name. */
export function removedFromSettings(store: Pick<Store, 'readSetting'>, name: string): SettingChange[] {
  const settings = readSettings(store);
  const isOf = ({ profileName }: OfProfiles): boolean => profileName === name;
  const kept = keptByProfile
    .filter((setting) => settings[setting].some(isOf))
    .map((setting) => [setting, settings[setting].filter((each) => !isOf(each))]);
  const { ignoredTestFlags } = settings;
  return settingChanges(store, {
    ...Object.fromEntries(kept),
    ...(ignoredTestFlags.includes(name) && {
      ignoredTestFlags: ignoredTestFlags.filter((each) => each !== name),
    }),
  });
}
