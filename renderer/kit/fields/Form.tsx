import Box, { type BoxProps } from '@mui/material/Box';

type FormProps = Omit<BoxProps<'form'>, 'component' | 'onSubmit'> & { readonly onSubmit: () => void };

/** A form that the page itself handles: nothing is sent anywhere. */
export function Form({ onSubmit, ...box }: FormProps) {
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...box}
    />
  );
}
