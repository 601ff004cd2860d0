import { isHostOperationName } from '../../../contract/window/host.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { ChosenPaths } from './chosen-paths.ts';
import { Holder, type Compose } from './holder.ts';
import { answerHostCall } from './host-calls.ts';
import type { HostEnvironment } from './host-environment.ts';
import { thrownText } from '../../../contract/text/failure.ts';

type HostOptions = {
  readonly directory: string;
  /** Opens the data folder. */
  readonly compose: Compose;
  readonly hostEnvironment: HostEnvironment;
  /** The user of this window; null: unknown. */
  readonly systemUser: string | null;
};

/** What a windowed face holds: calls from its page go in, events come out. */
export type Host = Pick<Holder, 'opened' | 'subscribe' | 'report' | 'close'> & {
  /** Passes one call of the page on; `signal` cancels it, as `host.cancel` with its ID does. Never rejects. */
  call(name: string, input: unknown, callId: string | null, signal?: AbortSignal): Promise<Result<unknown>>;
};

const neverEnded = new AbortController().signal;

/** Opens the data folder for a page and begins sending and tracking in the background. */
export function createHost({ directory, compose, hostEnvironment, systemUser }: HostOptions): Host {
  const holder = new Holder(compose);
  const chosen = new ChosenPaths();
  const hosting = { directory, holder, chosen, hostEnvironment };

  const carry = (
    name: string,
    input: unknown,
    signal: AbortSignal,
    ending: AbortSignal,
  ): Promise<Result<unknown>> => {
    // A page could close a dialog and put another in its place, just before the person presses its button.
    const closing = hostEnvironment.hasDialogs ? ending : signal;
    return holder.dispatch(name, input, {
      signal,
      systemUser,
      confirm: (summary, payees) => hostEnvironment.confirmRelease(summary, payees, closing),
      confirmChange: (changes) => hostEnvironment.confirmChange(changes, closing),
    });
  };

  return {
    opened: () => holder.opened(),
    subscribe: (listener) => holder.subscribe(listener),
    report: (task, failure) => holder.report(task, failure),
    close: () => holder.close(),
    call: async (name, input, callId, outer) => {
      try {
        const refusal = hostEnvironment.hasDialogs ? chosen.refusal(name, input) : null;
        if (refusal !== null) return refusal;
        if (isHostOperationName(name)) return await answerHostCall(hosting, name, input, outer ?? neverEnded);
        return await holder.calls.run(callId, outer ?? null, (signal, ending) =>
          carry(name, input, signal, ending),
        );
      } catch (thrown) {
        return fail(
          'internal',
          'Bursar had an internal error. Everything recorded so far is kept; restart Bursar.',
          { cause: thrownText(thrown) },
        );
      }
    },
  };
}
