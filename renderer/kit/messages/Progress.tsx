import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { countText } from '../../../contract/text/numbers.ts';

type ProgressProps = {
  readonly done: number;
  /** Null: the total is unknown. */
  readonly total: number | null;
  readonly label?: string;
  /** How a number is written, if it does not count items. */
  readonly numberText?: (number: number) => string;
  readonly onCancel?: (() => void) | undefined;
};

/** The progress of a long operation, and a button to stop it. */
export function Progress({
  done,
  total,
  label = 'Progress',
  numberText = countText,
  onCancel,
}: ProgressProps) {
  const isKnown = total !== null && total > 0;
  const text = isKnown ? `${numberText(done)} of ${numberText(total)}` : done > 0 ? numberText(done) : '';
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, width: '100%' }}>
      <LinearProgress
        aria-label={label}
        sx={{ flex: 1, height: 6, borderRadius: 3 }}
        {...(isKnown
          ? { variant: 'determinate', value: Math.min(100, (done / total) * 100) }
          : { variant: 'indeterminate' })}
      />
      <Box sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary', fontSize: 13 }}>{text}</Box>
      {onCancel === undefined ? null : (
        <Button size="small" color="inherit" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Box>
  );
}
