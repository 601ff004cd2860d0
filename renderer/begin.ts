import './no-webrtc.ts';
import '@fontsource-variable/inter/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import '@fontsource/ibm-plex-mono/500.css';
import { prefetchFirstScreen } from './prefetch.ts';
import { bridge } from './bridge.ts';

const questions = prefetchFirstScreen();
const main = import('./main.tsx');
void begin();

async function begin(): Promise<void> {
  if (await bridge().isLetIn) return (await main).show(questions);
  document.body.textContent =
    'This browser tab is not signed in. Open the address that Bursar printed last; it works once. `npm start` prints a new one.';
}
