import { runDesktopApp } from './faces/electron/run.ts';

/** The desktop app. */
runDesktopApp();
