import Box from '@mui/material/Box';
import { CopyButton } from './CopyButton.tsx';

const usuallyShown = 22;

/** Keeps both ends of a long text: `01JD8Q…-000417`. */
function shortenMiddle(value: string, longest: number): string {
  if (value.length <= longest) return value;
  const tail = Math.floor((longest - 1) / 2);
  return `${value.slice(0, longest - 1 - tail)}…${value.slice(-tail)}`;
}

type OrderIdProps = {
  readonly value: string;
  /** Its name, for the copy button; default: an order ID. */
  readonly label?: string;
  readonly hasCopy?: boolean;
  /** How many letters there is room for. */
  readonly longest?: number;
};

/** An order ID, account number or fingerprint: monospaced, shortened in the middle, complete on hover and copy. */
export function OrderId({ value, label = 'order ID', hasCopy = true, longest = usuallyShown }: OrderIdProps) {
  if (value === '') return null;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: '2px', minWidth: 0, maxWidth: '100%' }}
    >
      <Box
        component="span"
        title={value}
        sx={{
          typography: 'mono',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {shortenMiddle(value, longest)}
      </Box>
      {hasCopy ? <CopyButton value={value} label={label} /> : null}
    </Box>
  );
}
