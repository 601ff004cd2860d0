import type { Check } from '../../../contract/maintenance/check.ts';
import { fail, succeed } from '../../../contract/result.ts';
import { missingPartsText } from '../../../contract/text/maintenance/check-text.ts';
import type { CoreContext, Handlers } from '../context/context.ts';
import { readOr } from '../context/refused.ts';
import type { Checkpoints } from './checkpoints.ts';
import { damagedSettings } from '../settings/settings.ts';
import { checkDerived, rebuildDerived } from './derived.ts';
import { unreadableRecords } from './unreadable.ts';

/** Maintenance besides the audit: diagnostics and backups. */
export function maintenanceHandlers(context: CoreContext, checkpoints: Checkpoints) {
  const { store, keys, emit } = context;
  return {
    'doctor.run': async (_input, { signal }) => {
      const keychain = await keys.has('doctor');
      const program: Check[] = [
        {
          code: 'program',
          isFine: true,
          version: process.versions.node,
          platform: process.platform,
          architecture: process.arch,
        },
        ...store.examine(),
        { code: 'keychain', isFine: keychain.ok, error: keychain.ok ? null : keychain.error },
      ];
      const missing = store.missingParts();
      // The other checks read what is missing.
      if (missing.length > 0) return succeed([...program, { code: 'structure', isFine: false, missing }]);
      const damaged = damagedSettings(store);
      const spareKeys = store.spareKeys().length;
      const unreadable = await unreadableRecords(context, signal);
      const derived = await readOr(
        () => checkDerived(context, signal),
        (record) => {
          if (!unreadable.includes(record)) unreadable.push(record);
          return [];
        },
      );
      if (derived === null) return fail('stopped', 'The check was stopped. Nothing was changed.');
      return succeed([
        ...program,
        ...derived,
        { code: 'settings', isFine: damaged.length === 0, damaged },
        { code: 'spareKeys', isFine: spareKeys === 0, count: spareKeys },
        { code: 'profiles', isFine: true, count: store.readableProfiles().length },
        { code: 'unfinishedBatches', isFine: true, count: store.unfinishedBatches().length },
        { code: 'records', isFine: unreadable.length === 0, unreadable },
      ]);
    },

    'data.rebuild': async (_input, { signal }) => {
      const missing = store.missingParts();
      if (missing.length > 0)
        return fail('databaseDamaged', `Nothing was rebuilt: ${missingPartsText(missing)}`);
      if (!(await rebuildDerived(context, signal)))
        return fail('stopped', 'The rebuild was stopped. Run it again to rebuild all derived data.');
      return succeed({});
    },

    'data.backup': async ({ path }, { signal }) => {
      await checkpoints.make('backup');
      const onProgress = (done: number, total: number) =>
        emit({ kind: 'progress', id: 'backup', done, total });
      return store.backup(path, { onProgress, signal });
    },
  } satisfies Partial<Handlers>;
}
