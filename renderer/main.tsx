import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { guardNavigation } from './kit/layout/guard-navigation.ts';
import { ignoreSecondPresses } from './kit/layout/second-presses.ts';
import { guardUnsaved } from './kit/layout/unsaved.ts';
import type { Question } from './prefetch.ts';
import { prefetch } from './queries/wire/operations.ts';
import { refreshByEvents } from './queries/wire/refresh-by-events.ts';
import { ToastProvider } from './kit/messages/useToast.tsx';
import { queryClient } from './queries/wire/query-client.ts';
import { Appearance } from './shell/Appearance.tsx';
import { ScreenFault } from './shell/ScreenFault.tsx';
import { Screens } from './shell/Screens.tsx';
import { theme } from './theme.ts';

/** How long the first render waits for the prefetched answers: one complete render is better than three partial ones. */
const patienceMs = 250;

/** Renders the page, with the prefetched answers that have arrived. */
export async function show(prefetched: Promise<readonly Question[]>): Promise<void> {
  refreshByEvents(queryClient);
  ignoreSecondPresses(document);
  guardUnsaved(document);
  guardNavigation(document);
  const answered = await Promise.race([prefetched, nothingAfter(patienceMs)]);
  await Promise.all(answered.map(({ name, input }) => prefetch(queryClient, name, input)));
  draw();
}

function nothingAfter(durationMs: number): Promise<readonly Question[]> {
  return new Promise((resolve) => setTimeout(() => resolve([]), durationMs));
}

function draw(): void {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '';
  // All rules in one style sheet, in development too: with one sheet per rule, a browser takes several times as long for a change.
  const styles = createCache({ key: 'b', prepend: true, speedy: true, ...(nonce === '' ? {} : { nonce }) });
  const root = document.querySelector('#root');
  if (root === null) return;
  createRoot(root).render(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" noSsr>
        <CssBaseline enableColorScheme />
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <Appearance>
              <HashRouter>
                <ScreenFault place="">
                  <Screens />
                </ScreenFault>
              </HashRouter>
            </Appearance>
          </ToastProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>,
  );
}
