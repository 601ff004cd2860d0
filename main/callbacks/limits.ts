/** What the listener allows each caller, known or not. */
export type CallbackLimits = {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** From the connection, or the previous answer, to the last header. */
  readonly headersMs: number;
  /** From the first byte of a request to the last. */
  readonly requestMs: number;
  /** For how long a connection may be idle after an answer. */
  readonly idleMs: number;
  readonly connections: number;
  readonly reportEveryMs: number;
};

/** No rate: a callback that is not answered 200 is repeated and then lost. Only the queries that follow are limited. */
export const usualLimits: CallbackLimits = {
  bodyBytes: 65_536,
  headerBytes: 8192,
  headersMs: 5000,
  requestMs: 10_000,
  idleMs: 10_000,
  connections: 128,
  reportEveryMs: 500,
};
