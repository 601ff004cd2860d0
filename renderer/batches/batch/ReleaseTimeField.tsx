import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { besideInUtc, timeAgo, wholeTime } from '../../kit/times.ts';
import type { TypedTime } from './release-time.ts';

type ReleaseTimeFieldProps = {
  readonly isLater: boolean;
  readonly typed: string;
  readonly time: TypedTime;
  readonly isDisabled: boolean;
  readonly onLater: (isLater: boolean) => void;
  readonly onTyped: (typed: string) => void;
};

/** Now, or a date and time in this computer's time zone, repeated in full: with its zone and in UTC. */
export function ReleaseTimeField({
  isLater,
  typed,
  time,
  isDisabled,
  onLater,
  onTyped,
}: ReleaseTimeFieldProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <ToggleButtonGroup
          size="small"
          exclusive
          aria-label="When to release"
          value={isLater ? 'later' : 'now'}
          disabled={isDisabled}
          onChange={(_event, value: unknown) => {
            if (value !== null) onLater(value === 'later');
          }}
        >
          <ToggleButton value="now">Now</ToggleButton>
          <ToggleButton value="later">Later</ToggleButton>
        </ToggleButtonGroup>
        {isLater ? (
          <TextField
            size="small"
            type="datetime-local"
            value={typed}
            disabled={isDisabled}
            error={time.problem !== null}
            onChange={({ target }) => onTyped(target.value)}
            slotProps={{ htmlInput: { 'aria-label': 'Date and time', 'aria-describedby': 'release-time' } }}
            sx={{ width: 220 }}
          />
        ) : null}
      </Box>
      {isLater ? (
        <Box
          id="release-time"
          role="status"
          sx={{ fontSize: 13, color: time.problem === null ? 'text.secondary' : 'error.main' }}
        >
          {time.problem ?? `${wholeTime(time.at)} (${timeAgo(time.at)}${besideInUtc(time.at)})`}
        </Box>
      ) : null}
    </Box>
  );
}
