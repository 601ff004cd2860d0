import {
  commandLineOperations,
  isOperationName,
  type OperationInput,
  type OperationName,
} from '../../../contract/operations.ts';
import { fail, type Result } from '../../../contract/result.ts';
import type { Call, Dispatch } from '../../dispatch.ts';

const longestShownName = 200;

/**
 * Passes a call whose name and input come from a page to the core, which parses the input by the contract. Operations only for the command line
 * are as unknown here as any other unknown name (invariant I5).
 */
export function carryUnknown(
  dispatch: Dispatch,
  name: string,
  input: unknown,
  call: Call,
): Promise<Result<unknown>> {
  if (!isOperationName(name) || commandLineOperations.has(name))
    return Promise.resolve(fail('inputInvalid', `There is no operation ${name.slice(0, longestShownName)}.`));
  // Dispatch parses the input, whatever it is, before anything reads it.
  return dispatch(name, input as OperationInput<OperationName>, call);
}
