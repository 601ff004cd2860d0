import type { CallbackOutcome } from '../../../contract/receiving/callbacks.ts';
import type { Result } from '../../../contract/result.ts';
import type { NewDelivery } from './store/receiving-store.ts';

/** Where to listen: the address of an interface, and a port; 0 picks any free one. */
export type ListenAt = { readonly host: string; readonly port: number };

/** A path that accepts callbacks, known only by its SHA-256, and the profile it belongs to. */
export type CallbackPath = { readonly hash: string; readonly keyId: string };

/** Requests since the last report. */
export type CallbackReport = {
  readonly heard: readonly HeardCallback[];
  /** Requests that were malformed or refused since listening began. */
  readonly turnedAway: number;
};

/** One request; a `received` one names a payment, in a body that is valid by the interface's pattern. */
export type HeardCallback = Pick<NewDelivery, 'keyId' | 'idEntity' | 'status' | 'fault'> & {
  readonly kind: 'received' | Exclude<CallbackOutcome, 'asked'>;
};

/**
 * Listens for callbacks apart from the rest of the program, so that no flood of them slows it down. It answers by itself, within its
 * own limits of size, rate, time and number of connections, and reports at most twice a second, no more than a few hundred at once.
 */
export interface CallbackListening {
  /** Starts listening; `inputInvalid` if that is not possible, for instance because the port is in use. */
  open(
    where: ListenAt,
    paths: readonly CallbackPath[],
    listener: {
      readonly hear: (report: CallbackReport) => void;
      /** Called if listening ended by itself, with the reason as text. */
      readonly onEnd: (reason: string) => void;
    },
  ): Promise<Result<OpenListening>>;
}

export type OpenListening = {
  readonly port: number;
  /** Replaces the accepted paths. */
  serve(paths: readonly CallbackPath[]): void;
  /** Closes every connection. */
  close(): Promise<void>;
};
