import Box from '@mui/material/Box';
import type { PayoutDetail } from '../../../contract/payments/payment.ts';
import { attemptEndText } from '../../../contract/text/payment-meaning.ts';
import { CopyButton } from '../CopyButton.tsx';
import { When } from '../When.tsx';
import { indentedJson } from './exact-json.ts';

/** Every create request of a payment, newest first. */
export function Attempts({
  attempts,
  wasSent,
  problem,
}: Pick<PayoutDetail, 'attempts' | 'wasSent' | 'problem'>) {
  if (attempts.length === 0)
    return (
      <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
        {wasSent
          ? 'None is recorded. A request may have been sent after the last one that these records have.'
          : 'No request yet.'}
      </Box>
    );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} end={attemptEndText(attempt, { problem })} />
      ))}
    </Box>
  );
}

type AttemptProps = { readonly attempt: PayoutDetail['attempts'][number]; readonly end: string };

function Attempt({ attempt, end }: AttemptProps) {
  const { number, startedAt, body, answer } = attempt;
  return (
    <Box>
      <Box sx={{ fontSize: 13, fontWeight: 500, marginBottom: 0.5 }}>
        Attempt {number} · <When at={startedAt} /> · {end}
      </Box>
      <ExactText title="Request" name={`request of attempt ${number}`} text={body} />
      {answer === null || answer === '' ? null : (
        <ExactText title="Response" name={`response to attempt ${number}`} text={answer} />
      )}
    </Box>
  );
}

type ExactTextProps = { readonly title: string; readonly name: string; readonly text: string };

/** A raw body on readable lines. Copying gives exactly the bytes sent. */
export function ExactText({ title, name, text }: ExactTextProps) {
  return (
    <Box sx={{ marginTop: 1, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', paddingLeft: 1.5, paddingRight: 0.5, minHeight: 30 }}>
        <Box sx={{ flex: 1, color: 'text.secondary', fontSize: 12 }}>{title}</Box>
        <CopyButton value={text} label={name} />
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        role="region"
        aria-label={`The ${name}`}
        sx={{
          typography: 'mono',
          fontSize: 12,
          margin: 0,
          padding: '0 12px 10px',
          maxHeight: 280,
          overflow: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {indentedJson(text)}
      </Box>
    </Box>
  );
}
