import type { Bursar } from '../../compose.ts';
import type { Session } from './command.ts';
import { CommandFailed, withKeyFileAdvice } from './failures.ts';
import type { Progress } from './terminal/output.ts';
import { showingSteps } from './terminal/show-steps.ts';

/** Calls on an open data folder. A long operation shows its progress; one that fails ends the command with its exit code. */
export function openSession(
  bursar: Bursar,
  { signal, systemUser, progress }: { signal: AbortSignal; systemUser: string | null; progress: Progress },
): Session {
  return {
    bursar,
    call: async (name, input, confirm) => {
      const result = await showingSteps(bursar, progress, () =>
        bursar.dispatch(name, input, {
          signal,
          systemUser,
          confirm: confirm ?? (() => Promise.resolve(false)),
        }),
      );
      if (!result.ok) throw new CommandFailed(withKeyFileAdvice(result.error));
      return result.value;
    },
  };
}
