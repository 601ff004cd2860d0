import Box from '@mui/material/Box';
import { controlLines, untilText } from '../../contract/text/approvals.ts';
import { capitalised } from '../../contract/text/states.ts';
import { Section } from '../kit/layout/Section.tsx';
import { When } from '../kit/When.tsx';
import type { ShownChange } from '../queries/approvals.ts';
import { PersonLine } from './PersonLine.tsx';

/** The result of a change of approvers or policy, read from the signed content; the wording of the request is below it. */
export function ChangeView({ request }: { readonly request: ShownChange }) {
  const { after, changes, preparedBy, isExpired, expiresAt } = request;
  return (
    <>
      <Box sx={{ fontSize: 13, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
        <PersonLine label="Prepared by" person={preparedBy} />
        <span>
          {capitalised(untilText(isExpired))} <When at={expiresAt} />
        </span>
      </Box>
      <Section title="After this change">
        <Lines lines={controlLines(after)} />
      </Section>
      <Section title="In the words of the request">
        <Lines lines={changes} />
      </Section>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2, fontSize: 13, overflowWrap: 'anywhere' }}>
      {lines.map((line, index) => (
        // Two policies may have a line in common.
        <li key={index}>{line}</li>
      ))}
    </Box>
  );
}
