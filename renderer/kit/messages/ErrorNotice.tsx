import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { appErrorOf, isStopped } from '../../call-error.ts';
import { CopyButton } from '../CopyButton.tsx';
import { complaintsBelow } from '../../../contract/text/complaint.ts';
import { capitalised } from '../../../contract/text/states.ts';
import { adviceFor } from './advice.ts';

type ErrorNoticeProps = {
  /** A `CallError`, an error of the contract, or whatever was thrown; null: there is none. */
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly title?: string;
};

/** What happened, what can be done, and on demand all details. What a person stopped is no fault, and has none. Empty without an error. */
export function ErrorNotice(props: ErrorNoticeProps) {
  return props.error === null ? null : <Notice {...props} />;
}

function Notice({ error: thrown, onRetry, onClose, title }: ErrorNoticeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { code, message, details } = appErrorOf(thrown);
  const { problems = [], problemsLeftOut = 0, status, tokenStatus, cause, clockDifferenceSeconds } = details;
  const raw = details.raw ?? details.tokenRaw;
  const hasFailed = !isStopped(thrown);
  const complaints = complaintsBelow(problems, message);
  const advice = adviceFor({ code, details });
  const facts = [
    `Error: ${code}`,
    status === undefined ? null : `The gateway answered with status ${status}.`,
    tokenStatus === undefined
      ? null
      : `The gateway answered the request for an access token with status ${tokenStatus}.`,
    clockDifferenceSeconds === undefined
      ? null
      : `The gateway's clock differs by ${clockDifferenceSeconds} seconds.`,
    cause === undefined ? null : `Cause: ${cause}`,
    raw === undefined ? null : `Raw response:\n${raw}`,
  ].filter((fact) => fact !== null);
  return (
    <Alert severity={hasFailed ? 'error' : 'info'} {...(onClose === undefined ? {} : { onClose })}>
      {title === undefined ? null : <AlertTitle>{title}</AlertTitle>}
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Box>
      {advice === null ? null : <Box sx={{ marginTop: '4px' }}>{advice}</Box>}
      {complaints.length === 0 ? null : (
        <Box component="ul" sx={{ margin: '8px 0 0', paddingLeft: '20px' }}>
          {complaints.slice(0, 20).map((complaint, index) => (
            // Two problems may be identical; their order does not change.
            <li key={index}>{capitalised(complaint)}</li>
          ))}
          {complaints.length + problemsLeftOut > 20 ? (
            <li>and {complaints.length + problemsLeftOut - 20} more</li>
          ) : null}
        </Box>
      )}
      {hasFailed || onRetry !== undefined ? (
        <Box sx={{ display: 'flex', gap: 1, margin: onRetry === undefined ? '6px 0 0 -10px' : '6px 0 0' }}>
          {onRetry === undefined ? null : (
            <Button size="small" variant="outlined" color="inherit" onClick={onRetry}>
              Try again
            </Button>
          )}
          {hasFailed ? (
            <Button size="small" color="inherit" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? 'Hide details' : 'Details'}
            </Button>
          ) : null}
          {isOpen ? <CopyButton value={[message, ...facts].join('\n')} label="details" /> : null}
        </Box>
      ) : null}
      {isOpen ? (
        <Box
          component="pre"
          tabIndex={0}
          sx={{
            typography: 'mono',
            margin: '8px 0 0',
            maxHeight: 240,
            overflow: 'auto',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {facts.join('\n')}
        </Box>
      ) : null}
    </Alert>
  );
}
