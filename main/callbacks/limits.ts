import type { Rate } from './token-bucket.ts';

/** What the listener gives to whoever calls, known or not. */
export type CallbackLimits = {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** From the connection, or the answer before, to the last header. */
  readonly headersMs: number;
  /** From the first byte of a request to the last. */
  readonly requestMs: number;
  /** For how long a connection may lie idle after an answer. */
  readonly idleMs: number;
  readonly connections: number;
  /** Requests to the address of one profile, and of all together; what is above is answered 429, and the gateway repeats it in two minutes. */
  readonly perProfile: Rate;
  readonly inAll: Rate;
  readonly reportEveryMs: number;
};

/** A gateway tells of ten payouts a second at most; of payins, of which there may be more, it tells again. */
export const usualLimits: CallbackLimits = {
  bodyBytes: 4096,
  headerBytes: 8192,
  headersMs: 5000,
  requestMs: 10_000,
  idleMs: 10_000,
  connections: 128,
  perProfile: { perSecond: 50, atOnce: 250 },
  inAll: { perSecond: 200, atOnce: 500 },
  reportEveryMs: 500,
};
