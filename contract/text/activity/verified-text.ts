import type { AuditStatus } from '../../audit.ts';
import { countText, counted } from '../numbers.ts';

const shownHash = 16;

/** The verification state of the log: verified only if a verification in this session completed and found nothing. */
export function verifiedText({ verified, events }: AuditStatus, time: (iso: string) => string): string {
  if (verified === null) return 'Not verified yet';
  const { at, sequence, hash, checkpoint, problems, isThisRun } = verified;
  if (problems > 0) return `Not verified: ${counted(problems, 'problem')} found at ${time(at)}`;
  if (!isThisRun) return `Last verified at ${time(at)}, and not since`;
  const place = checkpoint === null ? `event ${countText(sequence)}` : `checkpoint ${countText(checkpoint)}`;
  const since = events > sequence ? `; ${counted(events - sequence, 'event')} since` : '';
  return `Verified to ${place}, head hash ${hash.slice(0, shownHash)}, at ${time(at)}${since}`;
}
