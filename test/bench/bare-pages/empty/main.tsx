import { Button, createTheme, CssBaseline, ThemeProvider } from '@mui/material';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that a page of React and MUI can be: a theme, a baseline and one button. */
const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider theme={createTheme()}>
        <CssBaseline />
        <h1>Empty</h1>
        <Button variant="contained">Ready</Button>
      </ThemeProvider>
    </StrictMode>,
  );
