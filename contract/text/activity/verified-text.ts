import type { AuditStatus } from '../../audit.ts';
import { countText, counted } from '../numbers.ts';

const shownHash = 16;

/** What is known of the log: verified only where a verification of this run of the program came to its end and found nothing. */
export function verifiedText({ verified, events }: AuditStatus, time: (iso: string) => string): string {
  if (verified === null) return 'Not verified yet';
  const { at, sequence, hash, checkpoint, problems, isThisRun } = verified;
  if (problems > 0) return `Not verified: ${counted(problems, 'problem')} found at ${time(at)}`;
  if (!isThisRun) return `Not verified since ${time(at)}`;
  const place = checkpoint === null ? `event ${countText(sequence)}` : `checkpoint ${countText(checkpoint)}`;
  const since = events > sequence ? `; ${counted(events - sequence, 'event')} since` : '';
  return `Verified to ${place}, head hash ${hash.slice(0, shownHash)}, at ${time(at)}${since}`;
}
