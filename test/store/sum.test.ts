import { expect, it } from 'vitest';
import type { FolderStore, SettingsStore } from '../../main/core/ports/index.ts';
import { sumOf } from '../../main/store/context.ts';

const settings: SettingsStore = {
  readSetting: () => null,
  writeSetting: () => undefined,
  changeSettings: () => undefined,
};

it('is assembled from parts', () => {
  const store: SettingsStore & { readonly size: number } = sumOf([settings, { size: 1 }]);
  expect(store).toEqual({ ...settings, size: 1 });
});

it('does not compile if two parts share a name, or a port is not implemented', () => {
  // @ts-expect-error Both parts have `writeSetting`.
  sumOf([settings, { size: 1 }, { writeSetting: () => undefined }]);
  // @ts-expect-error Nothing implements FolderStore.
  const incomplete: SettingsStore & FolderStore = sumOf([settings, { size: 1 }]);
  expect(incomplete).toBeDefined();
});
