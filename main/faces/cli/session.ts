import type { Bursar } from '../../compose.ts';
import type { Session } from './command.ts';
import { CommandFailed } from './failures.ts';

/** Calls on an open data folder; an operation that fails ends the command with its exit code. */
export function openSession(bursar: Bursar, signal: AbortSignal, systemUser: string | null): Session {
  return {
    bursar,
    call: async (name, input, confirm) => {
      const result = await bursar.dispatch(name, input, {
        signal,
        systemUser,
        confirm: confirm ?? (() => Promise.resolve(false)),
      });
      if (!result.ok) throw new CommandFailed(result.error);
      return result.value;
    },
  };
}
