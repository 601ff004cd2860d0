import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useId, useState } from 'react';
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
    ({ profileName, isIncoming, batchId, code }) =>
      profileName === batch.profileName &&
      !isIncoming &&
      (batchId ?? batch.batchId) === batch.batchId &&
      code !== 'floorReached',
  );
  const hold = useFloorHold(batch);
  const because = usePausedBecause(batch.batchId, batch.isPaused);
  const isGoing = isUnfinished(batch);
  const [isWatched] = useState(isGoing);
  const [isReasonOpen, setReasonOpen] = useState(false);
  const reasonId = useId();
  const isHeld = hold !== null && !batch.isPaused;
  const reason = isHeld
    ? floorHoldText(hold, 'This batch')
    : because.length > 0
      ? because.map((item) => attentionText(item)).join(' ')
      : null;
  return (
    <Box component="section" aria-label="Progress">
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
         * A single place for the status: what Bursar does, why it waits, and then the outcome. It has its own line from the start
         * while the batch is watched, and on a small screen, so that nothing that appears moves the list below.
         */}
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            height: 32,
            flex: isWatched ? '1 0 100%' : { xs: '1 0 100%', lg: 1 },
            minWidth: 0,
            justifyContent: isWatched ? undefined : { lg: 'flex-end' },
          }}
        >
          <Box
            component="span"
            role="status"
            title={reason ?? (isGoing ? problem?.message : undefined)}
            sx={(theme) => ({
              color: 'text.secondary',
              fontSize: 13,
              fontVariantNumeric: 'tabular-nums',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              ...(reason === null
                ? {}
                : {
                    padding: '3px 10px',
                    borderRadius: '8px',
                    color: theme.vars?.palette.tone[isHeld ? 'doubt' : 'bad'].ink,
                    backgroundColor: theme.vars?.palette.tone[isHeld ? 'doubt' : 'bad'].wash,
                  }),
            })}
          >
            {reason ??
              (isGoing ? (
                <Pace batch={batch} isStanding={problem !== undefined || hold !== null} />
              ) : (
                <BatchStateDot batch={batch} />
              ))}
            {reason === null && isGoing && problem !== undefined && (
              <Box component="strong" sx={{ fontWeight: 550, color: 'text.primary' }}>
                {' '}
                {problem.message}
              </Box>
            )}
          </Box>
          {reason !== null && (
            <Button
              size="small"
              aria-expanded={isReasonOpen}
              aria-controls={reasonId}
              onClick={() => setReasonOpen(!isReasonOpen)}
              sx={{ flexShrink: 0 }}
            >
              {isReasonOpen ? 'Hide' : 'Show'} reason
            </Button>
          )}
          {isHeld && <TopUpButton hold={hold} batch={batch} />}
        </Box>
      </Box>
      {reason !== null && isReasonOpen && (
        <Alert id={reasonId} severity={isHeld ? 'warning' : 'error'} sx={{ mt: 1 }}>
          {reason}
        </Alert>
      )}
    </Box>
  );
}

function TopUpButton({ hold, batch }: { hold: FloorHold; batch: Props['batch'] }) {
  const { currencyCode } = hold;
  const missing = missingOf(hold);
  if (missing === null) return null;
  return (
    <Button
      component={Link}
      to={topUpLink(currencyCode, missing, batch.profileName)}
      size="small"
      sx={{ flexShrink: 0 }}
    >
      Top up {moneyText({ amount: missing, currencyCode })}
    </Button>
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
