import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useToast } from '../../kit/messages/useToast.tsx';
import { useChangeSettings } from '../../queries/settings.ts';

const longestName = 100;

/** The name of the person who uses Bursar, and a button that saves it. */
export function NameField({ name }: { readonly name: string }) {
  const toast = useToast();
  const change = useChangeSettings(() => toast.show('Name saved.'));
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        change({ personName: wanted === '' ? null : wanted });
      }}
      sx={{ display: 'flex', gap: 1, marginTop: 1, maxWidth: 440 }}
    >
      <TextField
        label="Your name"
        value={typed}
        fullWidth
        autoComplete="name"
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { maxLength: longestName, spellCheck: false } }}
      />
      <Button
        type="submit"
        variant="outlined"
        disabled={wanted === name || (name === '' && wanted === '')}
        sx={{ flex: 'none', height: 36 }}
      >
        Save name
      </Button>
    </Box>
  );
}
