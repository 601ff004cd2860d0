import { z } from 'zod';
import { readJson } from '../../../../../contract/json.ts';
import type { Store } from '../../../ports/index.ts';

/** Stored beside the settings, but not part of them. */
const setting = 'dismissedSignedFiles';
const Dismissed = z.array(z.string());

/** Files of the folder that a person dismissed. */
export function dismissedFiles(store: Pick<Store, 'readSetting'>): ReadonlySet<string> {
  return new Set(readJson(Dismissed, store.readSetting(setting)) ?? []);
}

/** Adds one, and forgets files that are no longer in the folder. */
export function dismiss(
  store: Pick<Store, 'readSetting' | 'writeSetting'>,
  mark: string,
  present: ReadonlySet<string>,
): void {
  const kept = [...dismissedFiles(store), mark].filter((each) => present.has(each));
  store.writeSetting(setting, JSON.stringify([...new Set(kept)]));
}
