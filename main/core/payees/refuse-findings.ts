import { PayeeFindingKind, type PayeeFindings } from '../../../contract/payees/findings.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { counted } from '../../../contract/text/numbers.ts';
import type { CoreContext } from '../context.ts';
import type { StoredBatch } from '../ports/index.ts';
import { isDamaged, readSetting } from '../settings/settings.ts';

const namedFindings = 50;

/** Clocks that differ by less are taken for the same. */
const sameTimeMs = 60_000;

/** As `refuseFindings`, by the time of the gateway: a clock of this computer that was set forward ends no waiting time. */
export async function refuseEarlyFindings(
  context: CoreContext,
  batch: StoredBatch,
  gatewayNow: number | null,
  find: (at: number) => Promise<PayeeFindings>,
): Promise<Result<never> | null> {
  const isAhead = gatewayNow !== null && gatewayNow < context.clock.now() - sameTimeMs;
  const waits = readSetting(context.store, 'payeePolicy').waitingHours > 0;
  return isAhead && waits ? refuseFindings(context, batch, () => find(gatewayNow)) : null;
}

/**
 * Refuses a release while the policy says that something found about its payees blocks it; every face comes through here. `find` is called
 * only where the policy may block.
 */
export async function refuseFindings(
  context: CoreContext,
  { batchId }: Pick<StoredBatch, 'batchId'>,
  find: () => Promise<PayeeFindings>,
): Promise<Result<never> | null> {
  const { store } = context;
  // What a person set must not be lost in silence.
  if (isDamaged(store, 'payeePolicy'))
    return fail(
      'policyBlocks',
      `Batch ${batchId} was not released: the payee policy cannot be read. Set it again in the settings.`,
      { batchId },
    );
  const policy = readSetting(store, 'payeePolicy');
  if (PayeeFindingKind.options.every((kind) => policy[kind] !== 'block')) return null;
  const { findings, blocking } = await find();
  if (blocking === 0) return null;
  const named = findings.filter(({ level }) => level === 'block').slice(0, namedFindings);
  return fail(
    'policyBlocks',
    `Batch ${batchId} was not released: ${counted(blocking, 'finding')} about its payees ${blocking === 1 ? 'blocks' : 'block'} it. Verify the accounts under Payees (on the command line: bursar payee verify), have an approver approve a request that names what was found, or remove the rows.`,
    {
      batchId,
      problems: named.map(({ rowNumber, message }) => ({ message: `Row ${rowNumber}: ${message}` })),
      ...(blocking > named.length ? { problemsLeftOut: blocking - named.length } : {}),
    },
  );
}
