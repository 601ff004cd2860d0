import type { MethodRule } from '../../../contract/batches/source.ts';
import type { CoreContext } from '../context/context.ts';
import type { StoredProfile, Store } from '../ports/index.ts';
import { changeSettings, readSetting } from '../settings/settings.ts';

const mostRules = 500;
const mostProfiles = 200;

/** A person's rules for the payment files of this profile. */
export function methodRulesOf(store: Store, { name }: Pick<StoredProfile, 'name'>): readonly MethodRule[] {
  return readSetting(store, 'methodRules').find(({ profileName }) => profileName === name)?.rules ?? [];
}

/** Stores rules for the next payment file of this profile. */
export function rememberMethodRules(
  context: CoreContext,
  { name }: Pick<StoredProfile, 'name'>,
  rules: readonly MethodRule[],
): void {
  const { store, emit } = context;
  const others = readSetting(store, 'methodRules').filter(({ profileName }) => profileName !== name);
  const mine = { profileName: name, rules: rules.slice(0, mostRules) };
  changeSettings(context, { methodRules: [...others, mine].slice(-mostProfiles) });
  emit({ kind: 'settings', id: 'methodRules' });
}
