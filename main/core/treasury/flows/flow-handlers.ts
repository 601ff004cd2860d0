import type { CoreContext, Handlers } from '../../context/context.ts';
import { balanceHistory } from './balance-history.ts';
import { exportFlows } from './export-flows.ts';
import { exportHistory } from './export-history.ts';
import { readFlows } from './read-flows.ts';

/** Money in and out, and historical balances. */
export function flowHandlers(context: CoreContext) {
  return {
    'flows.read': (input, { signal }) => readFlows(context, input, signal),
    'flows.export': (input, { signal }) => exportFlows(context, input, signal),
    'balances.history': (input, { signal }) => balanceHistory(context, input, signal),
    'balances.export': (input, { signal }) => exportHistory(context, input, signal),
  } satisfies Partial<Handlers>;
}
