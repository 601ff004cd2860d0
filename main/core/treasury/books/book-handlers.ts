import { succeed, type Result } from '../../../../contract/result.ts';
import type { CoreContext, Handlers } from '../../context/context.ts';
import { chooseProfile } from '../../context/subject.ts';
import { isoTime } from '../../payments/convert.ts';
import type { StoredProfile } from '../../ports/index.ts';
import { dayOfNumber } from '../flows/days.ts';
import { profilesOnRecord } from '../flows/read-flows.ts';
import { exportBooks, overtakenExport } from './export-books.ts';
import { previewBooks } from './preview-books.ts';

type BookHandlers = Pick<Handlers, Extract<keyof Handlers, `books.${string}`>>;

/** Handlers for what goes into a company's books. */
export function bookHandlers(context: Pick<CoreContext, 'store' | 'clock' | 'files' | 'emit'>): BookHandlers {
  const { store, clock, emit } = context;
  return {
    'books.preview': (input, { signal }) => previewBooks(context, input, signal),
    'books.export': (input, { signal }) => exportBooks(context, input, signal),
    'books.keep': ({ exportNumber }) => {
      const saved = store.saveBooks(exportNumber, clock.now());
      if (saved === 'overtaken') return overtakenExport(exportNumber);
      if (saved === 'saved') emit({ kind: 'books', id: String(exportNumber) });
      return succeed({ isKept: saved === 'saved' });
    },
    'books.list': ({ profileName, limit }) => {
      const profiles = profilesOfList(context, profileName);
      if (!profiles.ok) return profiles;
      const exports = new Map(
        profiles.value
          .flatMap(({ keyId }) => store.keptBooks(keyId, limit))
          .map((kept) => [kept.exportNumber, kept]),
      );
      const newest = [...exports.values()].toSorted((one, other) => other.exportNumber - one.exportNumber);
      return succeed(
        newest.slice(0, limit).map(({ from, until, keptAt, ...kept }) => ({
          ...kept,
          from: dayOfNumber(from),
          until: dayOfNumber(until),
          savedAt: isoTime(keptAt),
        })),
      );
    },
  };
}

/** The profile whose exports are listed; where all are removed, those on record, of which exports are still made. */
function profilesOfList(
  context: Pick<CoreContext, 'store'>,
  profileName: string | undefined,
): Result<StoredProfile[]> {
  if (profileName === undefined && context.store.listProfiles().length === 0)
    return profilesOnRecord(context, null);
  const profile = chooseProfile(context.store, profileName);
  return profile.ok ? succeed([profile.value]) : profile;
}
