import { momentText } from '../../../../../contract/text/clock.ts';
import { counted, countText } from '../../../../../contract/text/numbers.ts';
import { bookNotesText } from '../../../../../contract/text/treasury/book-text.ts';
import { perhapsExportedText } from '../../../../../contract/text/treasury/statement-text.ts';
import { profileOption, textOption, type Command } from '../../command.ts';
import { readExport } from '../../terminal/export-target.ts';
import { table } from '../../terminal/output.ts';
import { writeNewFile } from '../../terminal/write-new-file.ts';
import { periodOptions, periodUsage, readPeriod } from './period.ts';

export const booksExport: Command = {
  name: 'books export',
  options: { ...periodOptions, out: 'newFile', format: 'text', again: 'flag' },
  usage: `books export ${periodUsage} --out FILE [--format csv|xlsx] [--again]`,
  summary:
    'save journal lines of paid payments, each payment in one export; --again repeats those of the period',
  run: ({ withBursar, output, options }) => {
    const { out, format } = readExport(options);
    const asked = readPeriod(options);
    return withBursar(async ({ call }) => {
      const { bytes, ...made } = await call('books.export', {
        profileName: textOption(options, 'profile'),
        ...asked,
        format,
        again: options['again'] === true,
      });
      await writeNewFile(out, bytes);
      // Only a saved export counts as exported: a file that could not be written loses nothing.
      await call('books.keep', { exportNumber: made.exportNumber });
      output.json({ ...made, file: out });
      output.print(
        `Saved ${counted(made.lines, 'line')} of ${counted(made.payments, 'payment')} to ${out} as export ${made.exportNumber}.`,
      );
      if (made.late > 0)
        output.remark(
          `${counted(made.late, 'payment')} from before ${asked.from}: no earlier export had them.`,
        );
      if (made.laterFees > 0)
        output.remark(
          `Fees of ${counted(made.laterFees, 'payment')} that an earlier export has: they became known or changed since.`,
        );
      if (made.leftOut > 0)
        output.remark(
          `${counted(made.leftOut, 'payment')} left out: an earlier export has them. --again repeats them.`,
        );
      const perhaps = perhapsExportedText(made);
      if (perhaps !== null) output.remark(perhaps);
      const notes = bookNotesText(made);
      if (notes !== null) output.remark(notes);
      for (const { id, note } of made.toCheck) output.remark(`${id}: ${note}`);
      if (made.notes > made.toCheck.length)
        output.remark(`${counted(made.notes - made.toCheck.length, 'more note')} in ${out}.`);
    });
  },
};

const exportColumns = [
  { right: 'Export' },
  'From',
  'Until',
  'Profile',
  'Saved',
  { right: 'Payments' },
  { right: 'Lines' },
] as const;

/** An earlier version did not note how much an export holds. */
const known = (count: number | null): string => (count === null ? '?' : countText(count));

export const booksList: Command = {
  name: 'books list',
  summary: 'saved exports of journal lines, the newest first',
  run: ({ withBursar, output, options }) =>
    withBursar(async ({ call }) => {
      const exports = await call('books.list', profileOption(options));
      output.json(exports);
      output.print(
        exports.length === 0
          ? 'No exports yet.'
          : table(
              exportColumns,
              exports.map(({ exportNumber, from, until, profileName: of, savedAt, payments, lines }) => [
                String(exportNumber),
                from,
                until,
                of ?? 'all',
                momentText(savedAt),
                known(payments),
                known(lines),
              ]),
            ),
      );
    }),
};
