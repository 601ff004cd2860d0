import type { EvidenceSubject } from '../../contract/evidence/evidence.ts';
import { FileMenu } from '../kit/FileMenu.tsx';
import { evidenceFormat, writeEvidence } from './evidence-file.ts';

/** Saves evidence of a payout or a payee. */
export function EvidenceMenu({ subject }: { readonly subject: EvidenceSubject }) {
  return (
    <FileMenu
      title="Evidence"
      formats={[evidenceFormat]}
      label={evidenceFormat.label}
      write={(_format, signal) => writeEvidence(subject, signal)}
    />
  );
}
