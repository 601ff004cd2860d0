import type { EvidenceSubject } from '../../contract/evidence/evidence.ts';
import { packSignedText } from '../../contract/text/activity/evidence-verdict.ts';
import { counted } from '../../contract/text/numbers.ts';
import type { FileFormat, WrittenFile } from '../kit/FileMenu.tsx';
import { createEvidence } from '../queries/activity.ts';

/** Evidence among the formats of an export. */
export const evidenceFormat = {
  format: 'evidence',
  title: 'Evidence pack (ZIP)',
  about: 'Requests, answers and events, for an auditor to verify',
  label: 'Writing the evidence',
} as const satisfies FileFormat<string>;

/** Evidence that an auditor can verify without Bursar, as a file to save. */
export async function writeEvidence(subject: EvidenceSubject, signal: AbortSignal): Promise<WrittenFile> {
  const { fileName, bytes, payments, events, keyFingerprint } = await createEvidence(subject, signal);
  const text = `Evidence of ${counted(payments, 'payout')} and ${counted(events, 'event')} exported.`;
  const signed = keyFingerprint === null ? ` ${packSignedText(null)}` : '';
  return { name: fileName, bytes, text: `${text}${signed}` };
}
