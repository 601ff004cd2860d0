import type { z } from 'zod';
import { mostProblems } from '../limits.ts';
import type { SandboxResponse } from '../types.ts';

/** One complaint of a 400 or 406 answer. Field names are the sandbox's own: the interface does not show them. */
type AnswerProblem = { readonly code: string; readonly message: string; readonly field?: string };

/** A value, or the error answer. */
export type Found<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly response: SandboxResponse };

export function found<Value>(value: Value): Found<Value> {
  return { ok: true, value };
}

export function refused(response: SandboxResponse): {
  readonly ok: false;
  readonly response: SandboxResponse;
} {
  return { ok: false, response };
}

export function answer(status: number, value: unknown): SandboxResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** 204: done, without a body. */
export function answerNothing(): SandboxResponse {
  return { status: 204, headers: {}, body: '' };
}

/** BasicError: a code for programs, a message for people, and the fields concerned, if any. */
export function basicError(
  status: number,
  code: string,
  message: string,
  problems: readonly AnswerProblem[] = [],
): SandboxResponse {
  return answer(status, problems.length === 0 ? { code, message } : { code, message, errors: problems });
}

/** 400 (interface: Errors): the input is invalid against the schema. */
export function invalid(problems: readonly AnswerProblem[]): SandboxResponse {
  const [first] = problems;
  const where = first?.field === undefined ? '' : `${first.field}: `;
  return basicError(
    400,
    'INPUT_INVALID',
    `The request was not processed. ${where}${first?.message ?? 'The input is invalid.'}`,
    problems.slice(0, mostProblems),
  );
}

export function invalidField(field: string, message: string): SandboxResponse {
  return invalid([{ field, code: 'invalid_value', message }]);
}

export function invalidBySchema(error: z.ZodError): SandboxResponse {
  return invalid(
    error.issues.map((issue) => ({
      field: issue.path.length === 0 ? 'body' : issue.path.map(String).join('.'),
      code: issue.code,
      message: issue.message,
    })),
  );
}

/** 406 (interface: Errors): business validation failed; an array of error objects. */
export function unprocessable(problems: readonly AnswerProblem[]): SandboxResponse {
  return answer(406, problems);
}

export function unauthenticated(message: string): SandboxResponse {
  return basicError(401, 'NOT_AUTHENTICATED', message);
}

export function forbidden(message: string): SandboxResponse {
  return basicError(403, 'NOT_PERMITTED', message);
}

export function gone(what: string): SandboxResponse {
  return basicError(410, 'NOT_FOUND', `${what} is not known here.`);
}

export function tooManyRequests(): SandboxResponse {
  const response = basicError(
    429,
    'TOO_MANY_REQUESTS',
    'Too many requests in one second. This one was not processed; send it again later.',
  );
  response.headers['retry-after'] = '1';
  return response;
}

export function serverError(): SandboxResponse {
  return basicError(500, 'SERVER_ERROR', 'The server failed. Whether the request took effect is not said.');
}
