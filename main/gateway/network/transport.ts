/**
 * The network boundary: everything the gateway client sends goes through here, so it can also run
 * over an in-memory network with its own time.
 */
export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
  /** Called once, as soon as the bytes have been handed to the network. */
  readonly onDeparture: () => void;
};

export type HttpAnswer = {
  readonly status: number;
  /** By lower-case name; repeated headers are joined by a comma. */
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  /** False if the body was truncated, too slow or too long; `body` is the part before that. */
  readonly isComplete: boolean;
};

/**
 * `notSent`: certainly no byte of the request left. `noAnswer`: some may have left, and no status
 * line came back. Causes are short codes such as `ECONNREFUSED`, without addresses or credentials.
 */
export type HttpOutcome =
  | { readonly kind: 'answered'; readonly answer: HttpAnswer }
  | { readonly kind: 'notSent'; readonly cause: string }
  | { readonly kind: 'noAnswer'; readonly cause: string };

export interface Transport {
  /** Sends one request once; never repeats it, follows no redirect, and never rejects. */
  send(request: HttpRequest): Promise<HttpOutcome>;
  /** Ends all connections; requests in progress end as `notSent` or `noAnswer`. */
  close(): Promise<void>;
}
