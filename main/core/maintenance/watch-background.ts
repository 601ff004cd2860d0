import { AppError } from '../../../contract/errors.ts';
import type { BackgroundFailure } from '../../../contract/treasury/attention.ts';
import type { CoreContext } from '../context/context.ts';
import { attachedError } from '../context/refused.ts';
import type { BackgroundWork } from '../ports/index.ts';
import { thrownText } from '../../../contract/text/failure.ts';

/** Kept in memory: after a restart the work runs again, and is reported again if it still fails. */
export function createBackgroundWork({ clock, emit }: Pick<CoreContext, 'clock' | 'emit'>): BackgroundWork {
  const failing = new Map<string, ReturnType<BackgroundWork['failures']>[number]>();
  const tell = (): void => emit({ kind: 'attention', id: 'background' });
  return {
    failed(task, thrown, of) {
      const name = nameOf(task, of);
      const before = failing.get(name);
      const { error, cause } = reasonOf(thrown);
      const since = before?.since ?? new Date(clock.now()).toISOString();
      failing.set(name, {
        task,
        keyId: of?.keyId ?? null,
        error,
        cause,
        count: (before?.count ?? 0) + 1,
        since,
      });
      if (before?.error !== error) tell();
    },
    worked(task, of) {
      if (failing.delete(nameOf(task, of))) tell();
    },
    failures: () => [...failing.values()],
  };
}

function nameOf(...[task, of]: Parameters<BackgroundWork['worked']>): string {
  return [task, of?.keyId, of?.part].join(' ');
}

function reasonOf(thrown: unknown): Pick<BackgroundFailure, 'error' | 'cause'> {
  const error = AppError.safeParse(thrown).data ?? attachedError(thrown);
  if (error !== null) return { error: error.code, cause: error.details.cause ?? null };
  return { error: 'internal', cause: thrown instanceof Error ? thrownText(thrown) : null };
}
