import '@fontsource-variable/inter/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import '@fontsource/ibm-plex-mono/500.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { refreshByEvents } from './events.ts';
import { ToastProvider } from './kit/useToast.tsx';
import { queryClient } from './query-client.ts';
import { Appearance } from './shell/Appearance.tsx';
import { router } from './shell/router.tsx';
import { theme } from './theme.ts';

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
const styles = createCache({ key: 'b', prepend: true, ...(nonce === '' ? {} : { nonce }) });

refreshByEvents(queryClient);

const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" noSsr>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <Appearance>
              <RouterProvider router={router} />
            </Appearance>
          </ToastProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  );
