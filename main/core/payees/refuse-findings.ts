import { PayeeFindingKind, type PayeeFindings } from '../../../contract/payees/findings.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { counted } from '../../../contract/text/numbers.ts';
import type { CoreContext } from '../context/context.ts';
import type { StoredBatch } from '../ports/index.ts';
import { isDamaged, readSetting } from '../settings/settings.ts';

const namedFindings = 50;

/** Clock differences below this count as equal. */
const sameTimeMs = 60_000;

/** Like `refuseFindings`, at the gateway's time: setting this computer's clock forward does not end a waiting time. */
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
 * Refuses a release while a finding about its payees blocks by the policy; every face comes through here. `find` is called
 * only if the policy may block.
 */
export async function refuseFindings(
  context: CoreContext,
  { batchId }: Pick<StoredBatch, 'batchId'>,
  find: () => Promise<PayeeFindings>,
): Promise<Result<never> | null> {
  const { store } = context;
  // A setting that a person made must not be ignored silently.
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
    `Batch ${batchId} was not released: ${counted(blocking, 'finding')} about its payees ${blocking === 1 ? 'blocks' : 'block'} it. Verify the accounts under Payees, and import new payees there as verified (on the command line: bursar payee verify, and payee import --verified), have an approver approve a request that is saved on this computer, which shows what was found here, or remove the rows.`,
    {
      batchId,
      problems: named.map(({ rowNumber, message }) => ({ message: `Row ${rowNumber}: ${message}` })),
      ...(blocking > named.length ? { problemsLeftOut: blocking - named.length } : {}),
    },
  );
}
