import type { Bursar } from '../../compose.ts';
import type { Session } from './command.ts';
import { CommandFailed } from './failures.ts';
import type { Progress } from './terminal/output.ts';
import { showSteps } from './terminal/show-steps.ts';

/**
 * Calls on an open data folder. A long operation shows how far it has come; one that fails ends the command with its exit code.
 * The subscription ends with the data folder.
 */
export function openSession(
  bursar: Bursar,
  { signal, systemUser, progress }: { signal: AbortSignal; systemUser: string | null; progress: Progress },
): Session {
  const steps = showSteps(progress);
  bursar.subscribe((event) => {
    if (event.kind === 'progress') steps.show(event.id, event.done, event.total);
  });
  return {
    bursar,
    call: async (name, input, confirm) => {
      const result = await bursar
        .dispatch(name, input, { signal, systemUser, confirm: confirm ?? (() => Promise.resolve(false)) })
        .finally(steps.clear);
      if (!result.ok) throw new CommandFailed(result.error);
      return result.value;
    },
  };
}
