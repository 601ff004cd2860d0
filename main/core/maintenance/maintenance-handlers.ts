import { succeed } from '../../../contract/result.ts';
import type { CoreParts, Handlers } from '../context.ts';
import type { Checkpoints } from './checkpoints.ts';
import { damagedSettings } from '../settings/settings.ts';

type UpkeepHandlers = Pick<Handlers, 'doctor.run' | 'data.backup'>;

/** What keeps the records trustworthy beside the audit: the doctor and backups. */
export function upkeepHandlers({ store, keys }: CoreParts, checkpoints: Checkpoints): UpkeepHandlers {
  return {
    'doctor.run': async () => {
      const keychain = await keys.has('doctor');
      const damaged = damagedSettings(store);
      const found = keychain.ok ? 'answers' : keychain.error.message;
      return succeed([
        {
          name: 'program',
          isFine: true,
          found: `Node ${process.versions.node} on ${process.platform} ${process.arch}`,
        },
        ...store.examine(),
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

    'data.backup': async ({ path }) => {
      await checkpoints.make('backup');
      return store.backup(path);
    },
  };
}
