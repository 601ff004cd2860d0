import '@fontsource-variable/inter/wght.css';
import '@fontsource/ibm-plex-mono/400.css';
import '@fontsource/ibm-plex-mono/500.css';
import { askAhead } from './ahead.ts';

const questions = askAhead();
void import('./main.tsx').then(({ show }) => show(questions));
