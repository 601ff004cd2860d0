import type { AuditProblem } from '../../contract/audit/audit-problem.ts';
import type { AuditReport } from '../../contract/audit.ts';
import {
  auditNoteText,
  auditProblemText,
  comparedText,
  signedText,
} from '../../contract/text/activity/audit-text.ts';
import type { CheckLine } from '../../contract/text/maintenance/check-text.ts';
import { counted, countText } from '../../contract/text/numbers.ts';

/** The result of a verification, line by line. */
export function checksOf(report: AuditReport): CheckLine[] {
  const { problems, problemsLeftOut, notes, checkpoints, witness } = report;
  const verdict =
    problems.length === 0
      ? [
          {
            name: 'Audit log verified',
            isFine: true,
            found: `${comparedText(report)} agree.`,
          },
        ]
      : problems.map((problem, index) => ({
          name: `Problem ${index + 1}`,
          isFine: false,
          found: auditProblemText(problem),
        }));
  return [
    ...verdict,
    ...(problemsLeftOut === 0
      ? []
      : [{ name: 'More problems', isFine: false, found: countText(problemsLeftOut) }]),
    {
      name: 'Signature',
      isFine: checkpoints.signedUpTo !== null,
      found: signedText(report),
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
