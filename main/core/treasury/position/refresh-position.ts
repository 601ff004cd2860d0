import type { ParsedInput } from '../../../../contract/operations.ts';
import { fail, succeed, type Failure, type Result } from '../../../../contract/result.ts';
import type { CoreContext, Handlers } from '../../context/context.ts';
import { noProfile } from '../../context/subject.ts';
import { refreshPayment } from '../../payments/refresh.ts';
import { readBalances } from '../balances.ts';
import { catchUpFlows, stoppedReading } from '../flows/read-flows.ts';
import { openTopUpPages } from './open-top-ups.ts';

export function refreshHandler(context: CoreContext): Pick<Handlers, 'position.refresh'> {
  return { 'position.refresh': (input, { signal }) => refreshPosition(context, input, signal) };
}

/**
 * Balances first, then top-ups: one that has not ended by then is not in the balance, and one that has is no longer expected. A
 * query without an answer changes nothing, and the position says that this top-up may be counted twice. A gateway that answered something is
 * asked about the others.
 */
async function refreshPosition(
  context: CoreContext,
  { profileName }: ParsedInput<'position.refresh'>,
  signal: AbortSignal,
): Promise<Result<Record<string, never>>> {
  const { store } = context;
  const profile = store.findProfile(profileName);
  if (profile === null) return noProfile(store, profileName);
  const read = await readBalances(context, profile, [], signal);
  if (!read.ok) return read;
  if (!(await catchUpFlows(context, signal))) return stoppedReading();
  let failed: Failure | null = null;
  for await (const page of openTopUpPages(context, profile))
    for (const topUp of store.paymentsOf(page.map(({ paymentId }) => paymentId))) {
      if (signal.aborted) return stoppedReading();
      const asked = await refreshPayment(context, topUp, signal);
      if (asked.ok) continue;
      failed ??= notAllAsked(asked);
      if (asked.error.details.status === undefined) return failed;
    }
  return failed ?? succeed({});
}

function notAllAsked({ error: { code, message, details } }: Failure): Failure {
  return fail(
    code,
    `${message} The balances were read, but not every top-up on its way was asked about.`,
    details,
  );
}
