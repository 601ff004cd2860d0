import type { AuditProblem } from '../../contract/audit/audit-problem.ts';
import type { AuditReport } from '../../contract/audit.ts';
import { auditNoteText, auditProblemText, notSignedText } from '../../contract/text/activity/audit-text.ts';
import type { CheckLine } from '../../contract/text/maintenance/check-text.ts';
import { counted, countText } from '../../contract/text/numbers.ts';

/** The result of a verification, line by line. */
export function checksOf({
  events,
  payments,
  problems,
  problemsLeftOut,
  notes,
  checkpoints,
  witness,
}: AuditReport): CheckLine[] {
  const verdict =
    problems.length === 0
      ? [
          {
            name: 'Audit log verified',
            isFine: true,
            found: `${countText(events)} events and ${countText(payments)} payments agree.`,
          },
        ]
      : problems.map((problem, index) => ({
          name: `Problem ${index + 1}`,
          isFine: false,
          found: auditProblemText(problem),
        }));
  const { signedUpTo, signed, keyFingerprint } = checkpoints;
  return [
    ...verdict,
    ...(problemsLeftOut === 0
      ? []
      : [{ name: 'More problems', isFine: false, found: countText(problemsLeftOut) }]),
    {
      name: 'Signature',
      isFine: signedUpTo !== null,
      found:
        signedUpTo === null
          ? notSignedText
          : `Signed up to event ${countText(signedUpTo)} by ${countText(signed)} checkpoints with the audit key ${keyFingerprint}.`,
    },
    ...(witness === null
      ? []
      : [
          {
            name: 'Witness file',
            isFine: witness.upTo !== null && problemsLeftOut === 0 && !problems.some(isOfWitness),
            found:
              witness.upTo === null
                ? `No event was read from ${witness.path}, so it proves nothing.`
                : `${counted(witness.lines, 'line')} of ${witness.path}, up to event ${countText(witness.upTo)}`,
          },
        ]),
    ...notes.map((note) => ({ name: 'Note', isFine: true, found: auditNoteText(note) })),
  ];
}

function isOfWitness(problem: AuditProblem): boolean {
  return problem.code === 'witness' || ('source' in problem && problem.source.kind === 'witnessLine');
}
