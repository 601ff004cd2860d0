import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { counted, durationText } from '../../../../contract/text/numbers.ts';
import { isStopped } from '../../../call-error.ts';
import { useProgress } from '../../../events.ts';
import { ErrorNotice } from '../../../kit/messages/ErrorNotice.tsx';
import { Progress } from '../../../kit/messages/Progress.tsx';
import type { CheckReport } from '../../../queries/batches.ts';

type Props = {
  readonly batchId: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** The last check with the gateway. */
  readonly report: CheckReport | null;
  /** What a check would ask now; null until it is known. */
  readonly options: CheckReport['options'] | null;
};

/** As high as its progress, so that everything below stays in place. */
const minHeight = 60;

/** Asks the gateway whether it offers the requested methods: shows the cost first, can be stopped, and continues where it stopped. */
export function CheckPanel({ batchId, run, report, options }: Props) {
  const [control, setControl] = useState<AbortController | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const progress = useProgress(`check:${batchId}`, control !== null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = async () => {
    const mine = new AbortController();
    running.current = mine;
    setControl(mine);
    setFault(null);
    try {
      await run(mine.signal);
    } catch (thrown) {
      if (!isStopped(thrown)) setFault(thrown);
    } finally {
      running.current = null;
      setControl(null);
    }
  };
  const isStoppedEarly = report !== null && report.options.checked < report.options.distinct;
  return (
    <Box
      component="section"
      aria-label="Check with the gateway"
      sx={{ border: 1, borderColor: 'divider', borderRadius: '8px', p: 2 }}
    >
      <ErrorNotice error={fault} onRetry={() => void begin()} />
      {control !== null ? (
        <Box sx={{ minHeight }}>
          <Typography sx={{ mb: 1 }}>Loading available methods for each amount …</Typography>
          <Progress
            done={progress?.done ?? 0}
            total={progress?.total ?? options?.distinct ?? null}
            onCancel={() => control.abort()}
          />
        </Box>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight }}>
          <Box sx={{ flex: 1 }}>
            <Typography variant="h2">Check with the gateway</Typography>
            <Typography sx={{ color: 'text.secondary', fontSize: 13 }}>
              {options === null
                ? 'Methods and operators for each amount and currency, and the balances.'
                : planText(options, report !== null)}
            </Typography>
          </Box>
          <Box data-actions sx={{ display: 'contents' }}>
            <Button variant="outlined" onClick={() => void begin()}>
              {isStoppedEarly ? 'Resume check' : report === null ? 'Check' : 'Check again'}
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  );
}

function planText(plan: CheckReport['options'], isChecked: boolean): string {
  const distinct = counted(plan.distinct, 'distinct amount and currency', 'distinct amounts and currencies');
  if (plan.requests === 0)
    return isChecked
      ? `Looked up: ${distinct}. Balances are read again with each check.`
      : `Looked up before: ${distinct}. The check reads the balances.`;
  const requests = counted(plan.requests, 'request');
  return `${distinct}: ${requests} to the gateway, about ${durationText(plan.durationSeconds)}. You can stop it and resume later.`;
}
