import { styled } from '@mui/material/styles';
import type { Offer, OfferedOption } from './offered-options.ts';

const Frame = styled('div')(({ theme }) => ({
  marginTop: 4,
  minWidth: 260,
  maxWidth: 380,
  width: 'max-content',
  borderRadius: 8,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  backgroundColor: (theme.vars ?? theme).palette.background.paper,
  color: (theme.vars ?? theme).palette.text.primary,
  boxShadow: theme.shadows[8],
  fontSize: 13,
  '& [role="listbox"]': { maxHeight: 240, overflowY: 'auto', padding: 4 },
  '& [role="option"]': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: 16,
    padding: '6px 8px',
    borderRadius: 6,
    cursor: 'pointer',
  },
  '& [role="option"][aria-selected="true"], & [role="option"]:hover': {
    backgroundColor: (theme.vars ?? theme).palette.action.selected,
  },
  '& .name, & .note': { color: (theme.vars ?? theme).palette.text.secondary },
  '& .note': { padding: '8px 12px' },
  '& [role="listbox"] + .note': { borderTop: `1px solid ${(theme.vars ?? theme).palette.divider}` },
}));

type Props = {
  readonly offer: Offer;
  readonly options: readonly OfferedOption[];
  readonly marked: number | null;
  readonly onPick: (option: OfferedOption) => void;
};

/** The options for the edited cell. */
export function OptionList({ offer, options, marked, onPick }: Props) {
  const note = offer.note ?? (offer.isReading ? 'Loading available methods …' : null);
  const isNothingFitting = note === null && options.length === 0;
  return (
    <Frame>
      <div role="listbox" id="sheet-options" aria-label={offer.label} hidden={options.length === 0}>
        {options.map((option, index) => (
          <div
            key={option.code}
            id={`sheet-option-${index}`}
            role="option"
            aria-selected={index === marked}
            onPointerDown={(event) => {
              // The field must keep the focus until the option is chosen.
              event.preventDefault();
              onPick(option);
            }}
          >
            <span>{option.code}</span>
            {option.name !== null && option.name !== option.code && (
              <span className="name">{option.name}</span>
            )}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <div className="note" role="status">
          {isNothingFitting ? 'No matches. The code stays as typed.' : note}
        </div>
      )}
      {options.length > 0 && offer.remark !== null && <div className="note">{offer.remark}</div>}
    </Frame>
  );
}
