import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState, type ReactNode } from 'react';
import { Day } from '../../contract/treasury/flows.ts';
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
      <DayField
        label="From"
        day={period.from}
        onDay={(from) => onPeriod((now) => inOrder({ ...now, from }, from))}
      />
      <DayField
        label="Until"
        day={period.until}
        onDay={(until) => onPeriod((now) => inOrder({ ...now, until }, until))}
      />
      {usualPeriods(new Date()).map(({ title, from, until }) => (
        <Button
          key={title}
          size="small"
          color="inherit"
          variant={from === period.from && until === period.until ? 'contained' : 'outlined'}
          disableElevation
          onClick={() => onPeriod(() => ({ from, until }))}
        >
          {title}
        </Button>
      ))}
    </Toolbar>
  );
}

/** A day beyond the other end moves that end along. */
function inOrder({ from, until }: Period, changed: string): Period {
  return from <= until ? { from, until } : { from: changed, until: changed };
}

type DayFieldProps = {
  readonly label: string;
  readonly day: string;
  readonly onDay: (day: string) => void;
};

/** Reports complete days only, so that a year can be typed digit by digit. */
function DayField({ label, day, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !Day.safeParse(typed).success;
  return (
    <TextField
      size="small"
      type="date"
      label={label}
      value={typed ?? day}
      error={isWrong}
      onChange={({ target }) => {
        const isDay = Day.safeParse(target.value).success && target.value >= '2000-01-01';
        setTyped(isDay ? null : target.value);
        if (isDay) onDay(target.value);
      }}
      onBlur={() => setTyped(null)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: 140 }}
    />
  );
}
