import { succeed } from '../../contract/result.ts';
import type { CallbackListening, CallbackPath } from '../../main/core/ports/index.ts';

type Listener = Parameters<CallbackListening['open']>[2];

/** Callbacks that a computer receives while Bursar listens there; what arrives else is lost, as after a 200 of a proxy. */
export class CallbackPort {
  #listener: Listener | null = null;
  #paths: readonly CallbackPath[] = [];

  /** What one process listens through. */
  readonly listening: CallbackListening = {
    open: ({ port }, paths, listener) => {
      this.#listener = listener;
      this.#paths = paths;
      return Promise.resolve(
        succeed({
          port,
          serve: (served) => {
            this.#paths = served;
          },
          close: () => {
            if (this.#listener === listener) this.#listener = null;
            return Promise.resolve();
          },
        }),
      );
    },
  };

  /** A callback about this order ID, by the gateway or by anybody else. */
  receive(idEntity: string): void {
    const keyId = this.#paths[0]?.keyId ?? null;
    const heard = [{ kind: 'received', keyId, idEntity, status: 200, fault: null }] as const;
    this.#listener?.hear({ heard, turnedAway: 0 });
  }
}
