import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { KeptForm } from '../kit/fields/useKeptForm.ts';
import { ErrorNotice } from '../kit/messages/ErrorNotice.tsx';

type OrderFormProps<Fields extends FieldValues> = {
  readonly kept: KeptForm<Fields>;
  readonly onSend: (fields: Fields) => void;
  readonly sent: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  readonly answer: string;
  readonly sx: { readonly gap: number; readonly maxWidth: number };
  readonly children: ReactNode;
};

/** The form of an order, with the error of sending it and its buttons. */
export function OrderForm<Fields extends FieldValues>({
  kept: { form, isTyped, clear, sending },
  onSend,
  sent: { isPending, error, reset },
  answer,
  sx,
  children,
}: OrderFormProps<Fields>) {
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((fields) => {
          sending();
          onSend(fields);
        })(event)
      }
      sx={{ display: 'flex', flexDirection: 'column', ...sx }}
    >
      {children}
      <ErrorNotice error={error} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" variant="contained" disabled={isPending}>
          {answer}
        </Button>
        {isTyped ? (
          <Button
            color="inherit"
            disabled={isPending}
            onClick={() => {
              clear();
              reset();
            }}
          >
            Clear form
          </Button>
        ) : null}
      </Box>
    </Box>
  );
}
