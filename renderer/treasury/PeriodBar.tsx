import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { DayField } from '../kit/fields/DayField.tsx';
import { Toolbar } from '../kit/layout/Toolbar.tsx';
import type { Period } from '../queries/treasury.ts';
import { usualPeriods } from './period.ts';

type PeriodBarProps = {
  readonly period: Period;
  readonly onPeriod: (change: (now: Period) => Period) => void;
  readonly children?: ReactNode;
};

/** Two days in UTC, inclusive, and the most common periods. */
export function PeriodBar({ period, onPeriod, children }: PeriodBarProps) {
  return (
    <Toolbar label="Period">
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <DayField
          label="From"
          value={period.from}
          isRequired
          width={140}
          onChange={(from) => onPeriod((now) => inOrder({ ...now, from }, from))}
        />
        <DayField
          label="To"
          value={period.until}
          isRequired
          width={140}
          onChange={(until) => onPeriod((now) => inOrder({ ...now, until }, until))}
        />
      </Box>
      {usualPeriods(new Date()).map(({ title, from, until }) => {
        const isShown = from === period.from && until === period.until;
        return (
          <Button
            key={title}
            size="small"
            color="inherit"
            variant={isShown ? 'contained' : 'outlined'}
            aria-pressed={isShown}
            onClick={() => onPeriod(() => ({ from, until }))}
          >
            {title}
          </Button>
        );
      })}
    </Toolbar>
  );
}

/** A day beyond the other end moves that end along. */
function inOrder({ from, until }: Period, changed: string): Period {
  return from <= until ? { from, until } : { from: changed, until: changed };
}
