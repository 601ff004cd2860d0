import { withSharedApp } from './kit/shared-app.ts';
import './rows/first-screen.ts';
import './rows/grid.ts';
import './rows/outcome.ts';
import './rows/desk.ts';
import './rows/other-programs.ts';
import './rows/sixty-rows.ts';

// What a person does with rows, from a file to their outcome. Each test brings its own file; the last one ends the gateway.
withSharedApp('rows', { permissions: ['clipboard-read'] });
