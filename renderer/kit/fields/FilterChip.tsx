import Chip from '@mui/material/Chip';

type FilterChipProps = {
  readonly label: string;
  readonly onRemove: () => void;
};

/** A filter that is set. A click, Enter and Space remove it, and not only its icon, which the keyboard does not reach. */
export function FilterChip({ label, onRemove }: FilterChipProps) {
  return (
    <Chip
      size="small"
      label={label}
      title={label}
      onClick={onRemove}
      onDelete={onRemove}
      aria-label={`Remove the filter ${label}`}
      sx={{ maxWidth: 360 }}
    />
  );
}
