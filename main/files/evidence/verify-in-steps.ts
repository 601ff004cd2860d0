import type { EvidenceVerdict } from '../../../contract/evidence/evidence.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';
import type { Clock, JobControl } from '../../core/ports/index.ts';
import { archiveVerification } from './check-pack.ts';

/** Verifies an evidence pack without the database, and lets other work run after each of its files. Fails with `stopped`. */
export async function verifyInSteps(
  archive: Uint8Array,
  { onProgress, signal }: JobControl,
  clock: Pick<Clock, 'turn'>,
): Promise<Result<EvidenceVerdict>> {
  const verification = archiveVerification(archive);
  for (;;) {
    const step = verification.next();
    if (step.done === true) return succeed(step.value);
    onProgress(step.value.done, step.value.total);
    await clock.turn();
    if (signal.aborted)
      return fail('stopped', 'The verification was stopped before its end. Run it again to verify the pack.');
  }
}
