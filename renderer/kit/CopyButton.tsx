import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import FaultIcon from '@mui/icons-material/ErrorOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

const shownForMs = 1500;

type Outcome = 'copied' | 'refused' | null;

/** Copies a text; `label` says which, for instance “order ID”. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => setOutcome(copyText(value) ? 'copied' : 'refused');
  const says =
    outcome === 'copied'
      ? `Copied the ${label}`
      : outcome === 'refused'
        ? `The ${label} could not be copied: select it and press Ctrl+C`
        : `Copy ${label}`;
  const Icon = outcome === 'copied' ? CheckIcon : outcome === 'refused' ? FaultIcon : CopyIcon;
  return (
    <IconButton
      size="small"
      aria-label={says}
      title={says}
      onClick={(event) => {
        event.stopPropagation();
        copy();
      }}
      sx={{ padding: '3px' }}
    >
      <Icon sx={{ fontSize: 14 }} />
    </IconButton>
  );
}
