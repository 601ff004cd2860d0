import { fail, succeed } from '../../../contract/result.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { Checkpoints } from './checkpoints.ts';
import { damagedSettings } from '../settings/settings.ts';
import { checkDerived, rebuildDerived } from './derived.ts';

type MaintenanceHandlers = Pick<Handlers, 'doctor.run' | 'data.rebuild' | 'data.backup'>;

/** What keeps the records trustworthy beside the audit: the doctor and backups. */
export function maintenanceHandlers(context: CoreContext, checkpoints: Checkpoints): MaintenanceHandlers {
  const { store, keys } = context;
  return {
    'doctor.run': async (_input, { signal }) => {
      const keychain = await keys.has('doctor');
      const damaged = damagedSettings(store);
      const derived = await checkDerived(context, signal);
      if (derived === null) return fail('stopped', 'The check was stopped. Nothing was changed.');
      const found = keychain.ok ? 'answers' : keychain.error.message;
      return succeed([
        {
          name: 'program',
          isFine: true,
          found: `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
        },
        ...store.examine(),
        ...derived,
        { name: 'keychain', isFine: keychain.ok, found },
        {
          name: 'settings',
          isFine: damaged.length === 0,
          found:
            damaged.length === 0
              ? 'can be read'
              : `${damaged.join(', ')} cannot be read, so the usual values are used; set them again`,
        },
        { name: 'profiles', isFine: true, found: String(store.listProfiles().length) },
        { name: 'unfinished batches', isFine: true, found: String(store.unfinishedBatches().length) },
      ]);
    },

    'data.rebuild': async () => {
      await rebuildDerived(context);
      return succeed({});
    },

    'data.backup': async ({ path }) => {
      await checkpoints.make('backup');
      return store.backup(path);
    },
  };
}
