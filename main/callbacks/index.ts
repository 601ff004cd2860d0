import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, succeed, type Failure } from '../../contract/result.ts';
import type { CallbackListening, ListenAt } from '../core/ports/index.ts';
import { usualLimits, type CallbackLimits } from './limits.ts';
import { FromThread } from './messages.ts';
import type { ThreadData, ToThread } from './thread.ts';

export type { CallbackLimits } from './limits.ts';

/** Far more than it needs under any load: it holds a few hundred small requests at a time. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };
const closeLimitMs = 2000;

/** Listens in its own thread; `limits` overrides some of the defaults. */
export function createCallbackListening(limits: Partial<CallbackLimits> = {}): CallbackListening {
  return {
    async open(where, paths, { hear, onEnd }) {
      const { Worker } = await import('node:worker_threads');
      const data: ThreadData = { where, paths, limits: { ...usualLimits, ...limits } };
      const worker = new Worker(threadProgram(), { workerData: data, resourceLimits });
      const say = (message: ToThread): void => worker.postMessage(message, []);
      let isOpen = false;
      let isClosing = false;
      return new Promise((resolve) => {
        // Ignored: a failed worker has ended too, and its error is handled below.
        const ended = once(worker, 'exit').catch(() => undefined);
        const endedBy = (reason: string): void => {
          if (!isOpen) resolve(noListening(where, reason));
          else if (!isClosing) onEnd(`The callback listener stopped: ${reason}.`);
          isClosing = true;
        };
        worker.on('error', (error) => endedBy(error instanceof Error ? error.message : 'unknown'));
        worker.on('exit', () => endedBy('its thread ended'));
        worker.on('message', (sent: unknown) => {
          const message = FromThread.parse(sent);
          switch (message.kind) {
            case 'failed':
              return endedBy(message.cause);
            case 'report':
              hear(message.report);
              return say({ kind: 'taken' });
            case 'listening':
              isOpen = true;
              return resolve(
                succeed({
                  port: message.port,
                  serve: (served) => say({ kind: 'serve', paths: served }),
                  close: async () => {
                    isClosing = true;
                    say({ kind: 'close' });
                    const limit = setTimeout(() => void worker.terminate(), closeLimitMs);
                    await ended;
                    clearTimeout(limit);
                  },
                }),
              );
          }
        });
      });
    },
  };
}

function noListening({ host, port }: ListenAt, cause: string): Failure {
  const place = `port ${port} of ${host}`;
  return fail(
    'inputInvalid',
    cause === 'EADDRINUSE'
      ? `The callback listener cannot start: another program uses ${place}. Choose another port.`
      : cause === 'EADDRNOTAVAIL'
        ? `The callback listener cannot start: this computer has no interface with the address ${host}. Choose another.`
        : `The callback listener cannot start at ${place} (${cause}). Choose another port or interface.`,
    { cause },
  );
}

/** The program of the thread: its source file, or, in a bundle, its text, because a thread cannot be started from a file in an archive. */
function threadProgram(): string | URL {
  if (import.meta.filename.endsWith('.ts')) return path.join(import.meta.dirname, 'thread.ts');
  const text = readFileSync(path.resolve(import.meta.dirname, '../callbacks/thread.js'));
  return new URL(`data:text/javascript;base64,${text.toString('base64')}`);
}
