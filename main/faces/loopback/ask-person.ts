import { createInterface } from 'node:readline/promises';
import { changeQuestion, type Change } from '../../../contract/window/change.ts';
import { fail, succeed, type Result } from '../../../contract/result.ts';

/** Asks the person who started Bursar, outside the page; false for any answer but yes. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<boolean>;

/** Asks at the terminal that started Bursar; null without one. */
export function terminalOf(): AskPerson | null {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return null;
  return async (question, signal) => {
    const asking = createInterface({ input, output });
    // While a question is open the terminal does not turn Ctrl-C into a signal.
    asking.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    try {
      const answer = await asking.question(`\n${question}\nType yes to confirm, anything else to refuse: `, {
        signal,
      });
      return answer.trim().toLowerCase() === 'yes';
    } catch {
      return false;
    } finally {
      asking.close();
    }
  };
}

/**
 * Confirms changes of a page in the browser with that person (invariant I5), one question at a time; without a terminal they are
 * refused.
 */
export function confirmWith(
  ask: AskPerson | null,
): (changes: readonly Change[], signal: AbortSignal) => Promise<Result<null>> {
  let isAsking = false;
  return async (changes, signal) => {
    if (ask === null)
      return fail(
        'changeDeclined',
        'This must be confirmed in the terminal that started Bursar, but there is none. Nothing was changed. Use the desktop app or the command line.',
      );
    if (isAsking)
      return fail(
        'changeDeclined',
        'Another question is open in the terminal that started Bursar. Nothing was changed. Answer it, then try again.',
      );
    isAsking = true;
    try {
      const { title, detail } = changeQuestion(changes);
      const isConfirmed = await ask(`The page in the browser asks: ${title}?\n${detail}`, signal);
      return isConfirmed && !signal.aborted
        ? succeed(null)
        : fail(
            'changeDeclined',
            'This was not confirmed in the terminal that started Bursar. Nothing was changed.',
          );
    } finally {
      isAsking = false;
    }
  };
}
