import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { attentionText } from '../../../contract/text/attention/attention-text.ts';
import { floorHoldText, missingOf } from '../../../contract/text/treasury/floor-text.ts';
import { countText, moneyText } from '../../../contract/text/numbers.ts';
import type { FloorHold } from '../../../contract/treasury/floor-hold.ts';
import { statesInOrder } from '../../kit/states/states.ts';
import { StateBar } from '../../kit/states/StateBar.tsx';
import { StateDot } from '../../kit/states/StateDot.tsx';
import { useFloorHold, usePausedBecause } from '../../queries/attention.ts';
import { type BatchSummary, useRunner } from '../../queries/batches.ts';
import { topUpLink } from '../../receive/top-up-link.ts';
import { BatchStateDot } from '../BatchStateDot.tsx';
import { addSample, isUnfinished, paceText, rateOf, sentCount, type Sample } from './sending.ts';

type Props = {
  readonly batch: BatchSummary;
  /** The states whose payouts are listed below; none: all. */
  readonly chosen: readonly PaymentState[];
  readonly onChoose: (states: readonly PaymentState[]) => void;
};

/** The progress of a released batch: one bar of states, their counts, the rate and remaining time, or the outcome. */
export function SendingPanel({ batch, chosen, onChoose }: Props) {
  const runner = useRunner();
  const problem = runner.data?.problems.find(
    ({ profileName, code }) => profileName === batch.profileName && code !== 'floorReached',
  );
  const hold = useFloorHold(batch);
  const because = usePausedBecause(batch.batchId, batch.isPaused);
  const isGoing = isUnfinished(batch);
  return (
    <Box component="section" aria-label="Progress">
      {hold !== null && !batch.isPaused && <HeldNotice hold={hold} batch={batch} />}
      {because.map((item) => (
        <Alert key={item.kind} severity="error" sx={{ mb: 2 }}>
          {attentionText(item)}
        </Alert>
      ))}
      <StateBar byState={batch.byState} rows={batch.rows} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, alignItems: 'center' }}>
        {statesInOrder
          .filter((state) => (batch.byState[state] ?? 0) > 0)
          .map((state) => {
            const isChosen = chosen.length === 1 && chosen[0] === state;
            return (
              <ButtonBase
                key={state}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? [] : [state])}
                sx={{
                  gap: 1,
                  px: 1.25,
                  py: 0.5,
                  fontSize: 13,
                  fontFamily: 'inherit',
                  borderRadius: '8px',
                  border: 1,
                  borderColor: isChosen ? 'primary.main' : 'divider',
                  bgcolor: isChosen ? 'action.selected' : 'transparent',
                }}
              >
                <StateDot state={state} />
                <Box component="strong" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
                  {countText(batch.byState[state] ?? 0)}
                </Box>
              </ButtonBase>
            );
          })}
        {/*
         * One place says how it stands: what it does, and then what became of it. On a small screen a line of its own, since it wraps there
         * once there are many states, and moves the list below.
         */}
        <Box
          component="span"
          role="status"
          title={isGoing ? problem?.message : undefined}
          sx={{
            color: 'text.secondary',
            fontSize: 13,
            fontVariantNumeric: 'tabular-nums',
            flex: { xs: '1 0 100%', lg: 1 },
            minWidth: 0,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            textAlign: { lg: 'right' },
          }}
        >
          {isGoing ? (
            <Pace batch={batch} isStanding={problem !== undefined || hold !== null} />
          ) : (
            <BatchStateDot batch={batch} />
          )}
          {isGoing && problem !== undefined && because.length === 0 && (
            <Box component="strong" sx={{ fontWeight: 550, color: 'text.primary' }}>
              {' '}
              {problem.message}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

/** Says that the rest of a batch waits for money, with a link to the top-up. */
function HeldNotice({ hold, batch }: { hold: FloorHold; batch: Props['batch'] }) {
  const { currencyCode } = hold;
  const missing = missingOf(hold);
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        missing === null ? undefined : (
          <Button
            component={Link}
            to={topUpLink(currencyCode, missing, batch.profileName)}
            color="inherit"
            size="small"
          >
            Top up {moneyText({ amount: missing, currencyCode })}
          </Button>
        )
      }
    >
      {floorHoldText(hold, 'This batch')}
    </Alert>
  );
}

/** The sending rate. */
function Pace({ batch, isStanding }: { batch: BatchSummary; isStanding: boolean }) {
  const sent = sentCount(batch);
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setSamples((sofar) => addSample(sofar, { at: Date.now(), sent }));
    const timer = setInterval(() => {
      setNow(Date.now());
      setSamples((sofar) => addSample(sofar, { at: Date.now(), sent }));
    }, 1000);
    return () => clearInterval(timer);
  }, [sent]);
  return paceText(batch, isStanding, rateOf(samples, now));
}
