import type { AuditReport } from '../../contract/audit.ts';
import type { Check } from '../../contract/operations.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { countText } from '../../contract/text/numbers.ts';
import { useProgress } from '../events.ts';
import { CheckList } from '../kit/CheckList.tsx';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';
import { Progress } from '../kit/messages/Progress.tsx';
import { Section } from '../kit/layout/Section.tsx';
import { useVerify } from '../queries/maintenance.ts';

/** Verifies the audit log, and tells what it found. */
export function AuditLog() {
  const verify = useVerify();
  const progress = useProgress('audit', verify.isPending);
  const found = verify.data;
  return (
    <Section
      title="Audit log"
      about="Every change is an event that is chained to the one before. Verifying recomputes the whole chain, and every recorded fact from it."
      actions={
        <Button
          size="small"
          variant="outlined"
          disabled={verify.isPending}
          onClick={verify.run}
          sx={{ flex: 'none' }}
        >
          Verify audit log
        </Button>
      }
    >
      <Box role="status">
        {verify.isPending ? (
          <Progress
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
            label="Verifying the audit log"
            onCancel={verify.stop}
          />
        ) : null}
        {verify.error === null ? null : <ErrorNotice error={verify.error} onRetry={verify.run} />}
        {found === undefined || verify.isPending ? null : (
          <CheckList label="Audit log" checks={checksOf(found)} />
        )}
      </Box>
    </Section>
  );
}

function checksOf({
  events,
  payments,
  problems,
  problemsLeftOut,
  notes,
  checkpoints,
  witness,
}: AuditReport): Check[] {
  const verdict =
    problems.length === 0
      ? [
          {
            name: 'Audit log verified',
            isFine: true,
            found: `${countText(events)} events and ${countText(payments)} payments agree.`,
          },
        ]
      : problems.map((problem, index) => ({ name: `Problem ${index + 1}`, isFine: false, found: problem }));
  const { signedUpTo, signed, keyFingerprint } = checkpoints;
  return [
    ...verdict,
    ...(problemsLeftOut === 0
      ? []
      : [{ name: 'More problems', isFine: false, found: countText(problemsLeftOut) }]),
    {
      name: 'Signature',
      isFine: true,
      found:
        signedUpTo === null
          ? 'Not signed.'
          : `Signed up to event ${countText(signedUpTo)} by ${countText(signed)} checkpoints with the audit key ${keyFingerprint}.`,
    },
    ...(witness === null
      ? []
      : [
          {
            name: 'Witness file',
            isFine: true,
            found: `${countText(witness.lines)} lines of ${witness.path}`,
          },
        ]),
    ...notes.map((note) => ({ name: 'Note', isFine: true, found: note })),
  ];
}
