import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { copyText } from '../../kit/copy-text.ts';
import { useToast } from '../../kit/messages/useToast.tsx';

type AddressBoxProps = {
  readonly value: string;
  readonly label: string;
  /** What else can be done with it. */
  readonly children?: ReactNode;
};

/** A whole address, to be copied; `label` says which. */
export function AddressBox({ value, label, children }: AddressBoxProps) {
  const toast = useToast();
  const copy = () =>
    toast.show(
      copyText(value)
        ? `Copied the ${label}.`
        : `The ${label} could not be copied: select it and press Ctrl+C.`,
    );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1.5 }}>
      <Box
        tabIndex={0}
        role="region"
        aria-label={`The ${label}`}
        sx={{
          typography: 'mono',
          fontSize: 12,
          width: '100%',
          boxSizing: 'border-box',
          padding: '10px 12px',
          maxHeight: 150,
          overflow: 'auto',
          overflowWrap: 'anywhere',
          outlineOffset: '-2px',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          backgroundColor: 'background.paper',
        }}
      >
        {value}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Button variant="contained" onClick={copy}>
          Copy {label}
        </Button>
        {children}
      </Box>
    </Box>
  );
}
