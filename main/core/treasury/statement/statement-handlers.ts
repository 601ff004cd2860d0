import type { CoreContext, Handlers } from '../../context/context.ts';
import { exportStatement } from './export-statement.ts';
import { explainDifference, readMovements, readStatement } from './read-statement.ts';
import { madeBy } from '../../settings/actor.ts';

/** The booked balance, the gateway's reports, and unexplained differences. */
export function statementHandlers(context: CoreContext) {
  return {
    'statement.read': (input, { signal }) => readStatement(context, input, signal),
    'statement.movements': (input, { signal }) => readMovements(context, input, signal),
    'statement.export': (input, { signal }) => exportStatement(context, input, signal),
    'statement.explain': (input, call) => explainDifference(madeBy(context, call), input, call.signal),
  } satisfies Partial<Handlers>;
}
