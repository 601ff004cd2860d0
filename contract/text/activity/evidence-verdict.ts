import type { EvidenceVerdict } from '../../evidence/evidence.ts';
import { beginsWithDay } from '../../possible-time.ts';
import { momentText } from '../clock.ts';
import { counted } from '../numbers.ts';
import { oneLine } from '../one-line.ts';

const longestLine = 1000;

/** Whether a new evidence pack is signed: a keychain may be locked, or not used here. */
export function packSignedText(keyFingerprint: string | null): string {
  return keyFingerprint === null
    ? 'Not signed: the keychain of this computer is locked, or not used, so anyone could have written it.'
    : `Signed with the audit key ${keyFingerprint}.`;
}

/**
 * The result of verifying an evidence pack, line by line; `isTitled` leaves out the verdict, which is shown above. The texts of a pack
 * may come from anyone, so each is kept on one line.
 */
export function verdictLines(verdict: EvidenceVerdict, isTitled = false): string[] {
  const { about, createdAt, payments, events, checkpoints, files, problems, problemsLeftOut, notes } =
    verdict;
  const counts = [
    counted(payments, 'payout'),
    counted(events, 'event'),
    counted(checkpoints, 'checkpoint'),
  ].join(', ');
  // No pack is without payouts: then they could not be read.
  const holds = payments === 0 ? '' : `${counts} in `;
  return [
    about ?? 'This is not a readable evidence pack.',
    ...(createdAt === null ? [] : [`Created ${timeOf(createdAt)}: ${holds}${counted(files, 'file')}.`]),
    ...(isTitled ? [] : [verdict.isWhole ? 'Verified: nothing differs.' : 'NOT verified:']),
    ...problems.map((problem) => `  ${problem}`),
    ...(problemsLeftOut > 0 ? [`  and ${problemsLeftOut} more`] : []),
    ...notes,
  ].map((line) => oneLine(line, longestLine));
}

/** A time of a pack, which may say anything there. */
function timeOf(text: string): string {
  return beginsWithDay(text) && !Number.isNaN(Date.parse(text)) ? momentText(text) : text;
}
