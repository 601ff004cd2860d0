import CheckedIcon from '@mui/icons-material/CheckBox';
import UncheckedIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { PaymentState } from '../../../contract/payments/payment.ts';
import { stateText } from '../../../contract/text/states.ts';
import { StateDot } from './StateDot.tsx';
import { useMenu } from '../useMenu.ts';

type StateMenuProps = {
  /** Those that can be chosen. */
  readonly offered: readonly PaymentState[];
  readonly states: readonly PaymentState[];
  readonly onChange: (states: readonly PaymentState[]) => void;
};

/** Any number of states; none chosen means all of them. */
export function StateMenu({ offered, states, onChange }: StateMenuProps) {
  const { button, menu } = useMenu();
  const [only, ...others] = states;
  const toggle = (state: PaymentState) =>
    onChange(states.includes(state) ? states.filter((each) => each !== state) : [...states, state]);
  return (
    <>
      <Button {...button} variant="outlined" color="inherit" endIcon={<ExpandIcon />}>
        {states.length === 0
          ? 'Any state'
          : only !== undefined && others.length === 0
            ? `State: ${stateText(only)}`
            : `${states.length} states`}
      </Button>
      <Menu {...menu}>
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
