import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { CallError } from '../call-error.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';

type FormEndProps = {
  /** Of the button that sends the form. */
  readonly label: string;
  readonly mutation: {
    readonly error: CallError | null;
    readonly isPending: boolean;
    readonly reset: () => void;
  };
  readonly isTyped: boolean;
  readonly clear: () => void;
};

/** Why a form was not sent, the button that sends it, and the one that clears it, with the error about what was typed. */
export function FormEnd({ label, mutation, isTyped, clear }: FormEndProps) {
  return (
    <>
      <ErrorNotice error={mutation.error} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={mutation.isPending}>
          {label}
        </Button>
        {isTyped ? (
          <Button
            color="inherit"
            disabled={mutation.isPending}
            onClick={() => {
              clear();
              mutation.reset();
            }}
          >
            Clear form
          </Button>
        ) : null}
      </Box>
    </>
  );
}
