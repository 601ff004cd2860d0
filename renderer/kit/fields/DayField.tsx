import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { daysReversedText } from '../../../contract/text/clock.ts';
import { useReported } from './useReported.ts';
import { Day } from '../../../contract/treasury/flows.ts';

/** A pause in typing after which a complete day counts as typed. */
const typingMs = 1000;
/** A year of fewer digits, which stands in the field while it is typed, is of none of these. */
const earliest = '2000-01-01';

type DayFieldProps = {
  readonly label: string;
  /** As `2026-03-14`; empty: none. */
  readonly value: string;
  /** Of a last day: the first one. */
  readonly first?: string;
  /** Whether there is always a day. */
  readonly isRequired?: boolean;
  readonly width?: number;
  readonly onChange: (day: string) => void;
};

/** Why two days match nothing; null: they can match. */
export function dayOrderFault(first: string, last: string): string | null {
  return first !== '' && last !== '' && last < first ? daysReversedText : null;
}

/**
 * A day in a line of filters. One that is chosen is reported at once; one that is typed once typing pauses, or ends, since each digit
 * makes a day of its own: the 1 of December is January.
 */
export function DayField(props: DayFieldProps) {
  const { label, value, first = '', isRequired = false, width = 150, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const isByKeys = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Until the reported day arrives, and while more is typed, the field shows what was typed.
  const report = useReported(value, onChange, () => {
    clearTimeout(timer.current);
    setTyped(null);
  });
  const isDay = (day: string) => (day === '' ? !isRequired : Day.safeParse(day).success && day >= earliest);
  const take = (day: string) => {
    clearTimeout(timer.current);
    if (isDay(day)) report(day);
  };
  const end = () => {
    isByKeys.current = false;
    if (typed === null) return;
    if (isDay(typed)) take(typed);
    else setTyped(null);
  };
  return (
    <TextField
      type="date"
      label={label}
      size="small"
      value={typed ?? value}
      error={dayOrderFault(first, value) !== null || (typed !== null && !isDay(typed))}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end();
        else if (key !== 'Tab') isByKeys.current = true;
      }}
      onChange={({ target }) => {
        setTyped(target.value);
        if (isByKeys.current) {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => take(target.value), typingMs);
        } else take(target.value);
      }}
      onBlur={end}
      sx={{ width }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
