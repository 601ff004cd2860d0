import type { Problem } from '../contract/errors.ts';
import {
  isOperationName,
  operations,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from '../contract/operations.ts';
import { fail, type Result } from '../contract/result.ts';
import { inputLabel } from '../contract/text/columns.ts';
import { inputProblem } from '../contract/text/input-text.ts';
import { oneLine } from '../contract/text/one-line.ts';
import type { Call, Handler, Handlers } from './core/context/context.ts';
import { errorOf } from './core/context/refused.ts';

export type { Call } from './core/context/context.ts';

/** Passes one call from a face to the core: any name, any input; always returns a result, never throws. */
export type Dispatch = {
  <Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    call: Call,
  ): Promise<Result<OperationOutput<Name>>>;
};

/** A call that cannot be cancelled and releases nothing. */
export function quietCall(): Call {
  return { signal: new AbortController().signal, confirm: () => Promise.resolve(false) };
}

/** An input may be wrong in each of 100,000 entries. */
const shownProblems = 100;

/**
 * Creates the only entry point of the core. Input that does not match the contract is `inputInvalid` and reaches no handler; an answer that does not
 * match the contract, and whatever a handler throws, becomes an error with a code.
 */
export function createDispatch(handlers: Handlers): Dispatch {
  return (name, input, call) => carry(handlers, name, input, call);
}

async function carry<Name extends OperationName>(
  handlers: Handlers,
  name: Name,
  input: unknown,
  call: Call,
): Promise<Result<OperationOutput<Name>>> {
  if (!isOperationName(name)) return fail('inputInvalid', `There is no operation ${oneLine(String(name))}.`);
  const operation = operations[name];
  const parsed = operation.input.safeParse(input, { error: inputProblem });
  if (!parsed.success) {
    const { issues } = parsed.error;
    const problems = issues.slice(0, shownProblems).map(({ path, message }): Problem => ({
      field: oneLine(path.join('.')),
      message,
    }));
    const leftOut = issues.length - problems.length;
    const details = leftOut === 0 ? { problems } : { problems, problemsLeftOut: leftOut };
    return fail('inputInvalid', problemsText(problems), details);
  }
  // This operation's schema validated the input; TypeScript cannot follow one name through both maps.
  const handler = handlers[name] as Handler<Name>;
  try {
    const result = await handler(parsed.data as Parameters<Handler<Name>>[0], call);
    if (!result.ok) return result;
    const output = operation.output.safeParse(result.value);
    if (output.success) return { ok: true, value: output.data as OperationOutput<Name> };
    return fail(
      'internal',
      `Operation ${name} returned an answer that does not match the contract: ${output.error.issues[0]?.message ?? ''}`,
    );
  } catch (thrown) {
    return { ok: false, error: errorOf(thrown) };
  }
}

/** The first problem of each field: further rules that it breaks add nothing. */
function problemsText(problems: readonly Problem[]): string {
  return problems
    .filter((problem, index) => problems.findIndex(({ field }) => field === problem.field) === index)
    .map(({ field = '', message }) => (field === '' ? message : `${inputLabel(field)}: ${message}`))
    .join('; ');
}
