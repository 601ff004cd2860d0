import type { EvidenceSubject } from '../../contract/evidence/evidence.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { evidenceFormat, writeEvidence } from './evidence-file.ts';

/** Saves evidence of a payout or a payee. */
export function EvidenceMenu({ subject }: { readonly subject: EvidenceSubject }) {
  const { label, progressId } = evidenceFormat;
  return (
    <FileMenu
      title="Evidence"
      formats={[evidenceFormat]}
      label={label}
      progressId={progressId}
      write={(_format, signal) => writeEvidence(subject, signal)}
    />
  );
}
