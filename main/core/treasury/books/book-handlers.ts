import { succeed } from '../../../../contract/result.ts';
import { chooseProfile, type CoreContext, type Handlers } from '../../context.ts';
import { isoTime } from '../../payments/convert.ts';
import { dayOfNumber } from '../flows/days.ts';
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
      const profile = chooseProfile(store, profileName);
      if (!profile.ok) return profile;
      return succeed(
        store.keptBooks(profile.value.keyId, limit).map(({ from, until, keptAt, ...kept }) => ({
          ...kept,
          from: dayOfNumber(from),
          until: dayOfNumber(until),
          savedAt: isoTime(keptAt),
        })),
      );
    },
  };
}
