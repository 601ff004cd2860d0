import type { RetryFault } from '../../../contract/batches/fault.ts';
import { succeed, type Result } from '../../../contract/result.ts';
import { failureText } from '../../../contract/text/failure.ts';
import { clientOf, type CoreContext } from '../context.ts';
import { ending } from '../payments/after-read.ts';
import { readingScopes } from '../payments/scope.ts';
import type { StoredPayment, StoredProfile } from '../ports/index.ts';
import { nextRetry } from './draft.ts';

const rowsAtOnce = 200;

/** Asks the gateway about later retries of a row; the fault where one was or may yet be paid, an error where it could not say. */
type AskLater = (retry: StoredPayment, signal: AbortSignal) => Promise<Result<RetryFault | null>>;

/**
 * How to ask about retries that these records do not know. Order IDs of retries are numbered (docs/decisions/0013): where the gateway has
 * one that follows, the row was retried on another computer, or in records that are lost. One that ended unpaid speaks against nothing.
 */
export async function laterRetries(
  { store, clock, gateway }: Pick<CoreContext, 'store' | 'clock' | 'gateway'>,
  profile: StoredProfile,
  retries: readonly StoredPayment[],
): Promise<AskLater> {
  const client = clientOf(gateway, profile);
  const idsOf = new Map<string, readonly string[]>();
  for (const [index, { idPayment }] of retries.entries()) {
    const { idPayout, later } = nextRetry({ store }, profile, idPayment);
    // The retry's own order ID is left out: if the gateway has that one, it answers 409 and a person can adopt it.
    idsOf.set(
      idPayment,
      [idPayout, ...later].filter((id) => id !== idPayment),
    );
    if (index % rowsAtOnce === rowsAtOnce - 1) await clock.turn();
  }
  const scopes = readingScopes(Array.from(idsOf.values()).flat());
  return async ({ idPayment, retryOf }, signal) => {
    for (const by of idsOf.get(idPayment) ?? []) {
      const call = { kind: 'payout', idPayment: by, scope: scopes.get(by) ?? [] } as const;
      const answer = await client.call('readPayment', call, { priority: 'submission', signal });
      if (answer.ok) {
        const { status } = answer.value.value;
        if (ending(answer.value.value)?.to !== 'failed')
          return succeed({ code: 'retryElsewhere', idPayout: retryOf ?? '', by, status });
      } else if (answer.error.code !== 'gatewayNotFound') {
        const message = `Bursar could not ask whether payout ${retryOf ?? ''} was retried elsewhere. Its retry waits until the gateway can be asked. ${failureText(answer.error)}`;
        return { ok: false, error: { ...answer.error, message } };
      }
    }
    return succeed(null);
  };
}
