import { fail, succeed } from '../../../contract/result.ts';
import type { CoreParts, Handlers } from '../context.ts';
import type { AuditPlace } from '../ports/index.ts';
import { damagedSettings } from '../settings/settings.ts';
import { checkDerived, rebuildDerived } from './derived.ts';

/** Events or payments that one step of the audit looks at. */
const auditStep = 500;
const listedProblems = 1000;

type UpkeepHandlers = Pick<Handlers, 'audit.verify' | 'doctor.run' | 'data.rebuild' | 'data.backup'>;

/** What keeps the records trustworthy: the audit of the event chain, the doctor, backups. */
export function upkeepHandlers(parts: CoreParts): UpkeepHandlers {
  const { store, keys, clock, emit } = parts;
  return {
    'audit.verify': async () => {
      const problems: string[] = [];
      let events = 0;
      let place: AuditPlace | null = { sequence: 0, hash: '' };
      while (place !== null) {
        const step = store.verifyEvents(place, auditStep);
        events += step.checked;
        problems.push(...step.problems);
        place = step.next;
        emit({ kind: 'progress', id: 'audit', done: events, total: null });
        await clock.turn();
      }
      let payments = 0;
      let after: number | null = 0;
      while (after !== null) {
        const step = store.verifyPayments(after, auditStep);
        payments += step.checked;
        problems.push(...step.problems);
        after = step.next;
        await clock.turn();
      }
      return succeed({ events, payments, problems: problems.slice(0, listedProblems) });
    },

    'doctor.run': async (_input, { signal }) => {
      const keychain = await keys.has('doctor');
      const damaged = damagedSettings(store);
      const derived = await checkDerived(parts, signal);
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
      await rebuildDerived(parts);
      return succeed({});
    },

    'data.backup': ({ path }) => store.backup(path),
  };
}
