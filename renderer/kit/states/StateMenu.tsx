import CheckedIcon from '@mui/icons-material/CheckBox';
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { stateText } from '../../../contract/text/states.ts';
import { StateDot } from './StateDot.tsx';

type StateMenuProps = {
  /** Those that can be chosen. */
  readonly offered: readonly PaymentState[];
  readonly states: readonly PaymentState[];
  readonly onChange: (states: readonly PaymentState[]) => void;
};

/** Any number of states; none chosen means all of them. */
export function StateMenu({ offered, states, onChange }: StateMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const [only, ...others] = states;
  const toggle = (state: PaymentState) =>
    onChange(states.includes(state) ? states.filter((each) => each !== state) : [...states, state]);
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        color="inherit"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': menuId } : {})}
        onClick={() => setIsOpen(true)}
      >
        {states.length === 0
          ? 'Any state'
          : only !== undefined && others.length === 0
            ? `State: ${stateText(only)}`
            : `${states.length} states`}
      </Button>
      <Menu id={menuId} open={isOpen} anchorEl={() => button.current} onClose={() => setIsOpen(false)}>
        {offered.map((state) => (
          <MenuItem
            key={state}
            dense
            role="menuitemcheckbox"
            aria-checked={states.includes(state)}
            onClick={() => toggle(state)}
          >
            <ListItemIcon>
              {states.includes(state) ? <CheckedIcon fontSize="small" /> : <UncheckedIcon fontSize="small" />}
            </ListItemIcon>
            <StateDot state={state} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
