/** One request as it reached the gateway; header names in lower case. */
export type Request = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The client that it came from, which the gateway notes and does nothing with. */
  readonly from: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** The connection ends without an answer. */
  readonly isDropped?: true;
};

export function say(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** An answer whose body is JSON text already, so that amounts keep every digit. */
export function sayText(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** Interface: Errors. The body of 406 is an array. */
export function refuse(status: number, message: string): Answer {
  const error = { code: `BOOK_${status}`, message };
  return say(status, status === 406 ? [error] : error);
}
