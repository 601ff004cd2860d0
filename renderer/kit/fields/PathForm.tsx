import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Form } from './Form.tsx';

type PathFormProps = {
  readonly label: string;
  readonly placeholder?: string;
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly onPath: (path: string) => void;
};

/** A typed path on this computer, if there is no system dialog to choose it. */
export function PathForm({
  label,
  placeholder = '',
  button,
  isDangerous,
  isDisabled,
  onPath,
}: PathFormProps) {
  const [typed, setTyped] = useState('');
  const path = typed.trim();
  return (
    <Form
      onSubmit={() => {
        if (path !== '') onPath(path);
      }}
      sx={{ display: 'flex', gap: 1, width: '100%' }}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        value={typed}
        fullWidth
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      <Button
        type="submit"
        variant="outlined"
        color={isDangerous === true ? 'error' : 'primary'}
        disabled={isDisabled === true || path === ''}
        sx={{ flex: 'none', height: 36 }}
      >
        {button}
      </Button>
    </Form>
  );
}
