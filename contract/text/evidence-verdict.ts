import type { EvidenceVerdict } from '../evidence/evidence.ts';
import { counted } from './numbers.ts';
import { oneLine } from './one-line.ts';

const longestLine = 1000;

/**
 * The result of verifying an evidence pack, line by line; `isTitled` leaves out the verdict, which is shown above. The texts of a pack
 * may come from anyone, so each is kept on one line.
 */
export function verdictLines(verdict: EvidenceVerdict, isTitled = false): string[] {
  const { about, createdAt, payments, events, checkpoints, files, problems, problemsLeftOut, notes } =
    verdict;
  const holds = [
    counted(payments, 'payout'),
    counted(events, 'event'),
    counted(checkpoints, 'checkpoint'),
  ].join(', ');
  return [
    about ?? 'This is not a readable evidence pack.',
    ...(createdAt === null ? [] : [`Created ${createdAt}: ${holds} in ${counted(files, 'file')}.`]),
    ...(isTitled ? [] : [verdict.isWhole ? 'Verified: nothing differs.' : 'NOT verified:']),
    ...problems.map((problem) => `  ${problem}`),
    ...(problemsLeftOut > 0 ? [`  and ${problemsLeftOut} more`] : []),
    ...notes,
  ].map((line) => oneLine(line, longestLine));
}
