import type { CallbackOutcome } from '../../../contract/receiving/callbacks.ts';
import type { Result } from '../../../contract/result.ts';

/** What the core keeps of callbacks. See Store for what holds of every method. */
export interface CallbackStore {
  /** Of each profile that has one, and that was not removed. */
  callbackAddresses(): CallbackAddress[];
  /** Puts another unguessable part in the place of the one before; the address that comes of it was never reached. */
  setCallbackSecret(keyId: string, secret: string): void;
  /**
   * Takes note of requests, of whose addresses were reached, and forgets the oldest: no more than so many that were answered 200 are
   * kept, and no more than so many that were turned away, so that a flood of these washes out none of those.
   */
  noteCallbacks(
    notes: {
      readonly deliveries: readonly NewDelivery[];
      readonly reached: readonly string[];
      readonly at: number;
    },
    kept: { readonly taken: number; readonly turnedAway: number },
  ): void;
  /** Newest first. */
  listDeliveries(limit: number): StoredDelivery[];
}

export type CallbackAddress = {
  readonly keyId: string;
  readonly profileName: string;
  /** The unguessable part; in no log and no error. */
  readonly secret: string;
  readonly firstReachedAt: number | null;
  readonly lastReachedAt: number | null;
};

export type NewDelivery = {
  readonly at: number;
  readonly keyId: string | null;
  readonly outcome: CallbackOutcome;
  readonly idEntity: string | null;
  readonly status: number;
  readonly message: string | null;
};
export type StoredDelivery = Omit<NewDelivery, 'keyId'> & {
  readonly number: number;
  readonly profileName: string | null;
};

/** Where to listen: the address of an interface, and a port; 0 takes any free one. */
export type ListenAt = { readonly host: string; readonly port: number };

/** A path that callbacks may come to, known by its SHA-256 alone, and whose profile it stands for. */
export type CallbackPath = { readonly hash: string; readonly keyId: string };

/** What was heard since the last report. */
export type CallbackReport = {
  readonly heard: readonly HeardCallback[];
  /** Requests that were malformed or refused since it listens. */
  readonly turnedAway: number;
};

/** One request: `told` names a payment, in a body that is valid by the interface's pattern. */
export type HeardCallback = {
  readonly kind: 'told' | Exclude<CallbackOutcome, 'asked'>;
  readonly keyId: string | null;
  readonly idEntity: string | null;
  readonly status: number;
  readonly message: string | null;
};

/**
 * Listens for callbacks beside everything else, so that no flood of them takes a turn from it. It answers by itself, keeps to limits of
 * its own in size, rate, time and number of connections, and reports at most twice a second, and no more than a few hundred at once.
 */
export interface CallbackListening {
  /** Begins to listen; `inputInvalid` where that is not possible, for instance since the port is taken. */
  open(
    where: ListenAt,
    paths: readonly CallbackPath[],
    listener: {
      readonly hear: (report: CallbackReport) => void;
      /** It ended by itself, and why in words. */
      readonly onEnd: (reason: string) => void;
    },
  ): Promise<Result<OpenListening>>;
}

export type OpenListening = {
  readonly port: number;
  /** From now on these paths and no others. */
  serve(paths: readonly CallbackPath[]): void;
  /** Ends every connection. */
  close(): Promise<void>;
};
