import { parentPort, workerData } from 'node:worker_threads';
import type { CallbackPath, ListenAt } from '../core/ports/index.ts';
import type { CallbackLimits } from './limits.ts';
import type { FromThread } from './messages.ts';
import { CallbackNotes } from './notes.ts';
import { createCallbackServer } from './server.ts';

/**
 * The listener in its own thread, so that no amount of traffic delays the rest of the program. It reports at most twice a second,
 * and not before the last report was taken. Imports only Node's own modules and its neighbours, so that it is built as one file.
 */

/** The start parameters from index.ts. */
export type ThreadData = {
  readonly where: ListenAt;
  readonly paths: readonly CallbackPath[];
  readonly limits: CallbackLimits;
};

/** The messages from index.ts. */
export type ToThread =
  | { readonly kind: 'serve'; readonly paths: readonly CallbackPath[] }
  | { readonly kind: 'taken' | 'close' };

/** Callbacks arrive in groups; the first waits this long for the others. */
const gatherMs = 5;

const port = parentPort;
if (port === null) throw new Error('this file is a thread of the listener for callbacks');
const tell = (message: FromThread): void => port.postMessage(message);
const { where, paths, limits }: ThreadData = workerData;
const notes = new CallbackNotes();
let reportedAt = Number.NEGATIVE_INFINITY;
let isAwaited = false;
let timer: NodeJS.Timeout | null = null;

function report(): void {
  timer = null;
  reportedAt = performance.now();
  isAwaited = true;
  tell({ kind: 'report', report: notes.take() });
}

function reportSoon(): void {
  if (timer !== null || isAwaited || !notes.hasNews) return;
  timer = setTimeout(report, Math.max(gatherMs, reportedAt + limits.reportEveryMs - performance.now()));
}

const server = createCallbackServer(limits, (heard) => {
  notes.add(heard);
  reportSoon();
});
port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'serve':
      server.serve(message.paths);
      return;
    case 'taken':
      isAwaited = false;
      reportSoon();
      return;
    case 'close':
      server.close();
      if (timer !== null) clearTimeout(timer);
      if (notes.hasNews) report();
      port.close();
  }
});
server.serve(paths);
server.listen(where).then(
  (listeningPort) => tell({ kind: 'listening', port: listeningPort }),
  (error: NodeJS.ErrnoException) => {
    tell({ kind: 'failed', cause: error.code ?? error.message });
    port.close();
  },
);
