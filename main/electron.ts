import { runDesktopApp } from './faces/electron/run.ts';
import { keepKeysOutOfCoreDumps } from './keys/core-dumps.ts';

keepKeysOutOfCoreDumps();

runDesktopApp();
