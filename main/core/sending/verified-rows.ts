import { hash } from 'node:crypto';
import { fail, type Failure } from '../../../contract/result.ts';
import { refusePrepareOnly } from '../approvals/prepare-only.ts';
import { requireApproved } from '../approvals/refuse-unapproved.ts';
import type { CoreContext } from '../context/context.ts';
import { Refused } from '../context/refused.ts';
import { hashedFields } from '../payments/identity.ts';
import { rowsOfBatch } from '../payments/pages.ts';
import type { Encode, RowContent } from '../ports/index.ts';

/** The rows of a released batch differ from those that were released (I4). */
function rowsTampered(batchId: string): Failure {
  return fail(
    'rowsTampered',
    `The rows of batch ${batchId} are not those that were released: the database was changed by something other than Bursar. The batch is paused and nothing more of it is sent. Find out who changed it before you do anything else.`,
    { batchId },
  );
}

function changedMeanwhile(batchId: string): Failure {
  return fail(
    'approvalMissing',
    `Approvers, policy or approvals changed while batch ${batchId} was being sent. The batch is paused; resume it to have them verified again.`,
    { batchId },
  );
}

/** Ensures that only the released rows are sent. */
type VerifiedRows = {
  /**
   * Compares the rows of these batches with the hash of their release, and the approvals with the policy (I12); throws
   * `Refused` for the first batch that may not be sent.
   */
  verify(batchIds: readonly string[]): Promise<void>;
  /** Those that were not verified, or before something about approvals changed or one of them expired. */
  unverified(batchIds: readonly string[]): string[];
  /** Encodes a row; throws if it, or anything about approvals, changed after it was verified. */
  readonly encode: Encode;
};

/**
 * The hash of a release covers all rows of a batch, and sending takes minutes. So all rows are verified once before the first claim,
 * and a digest of each stays in memory, to be compared again in the transaction that claims the row.
 */
export function createVerifiedRows({
  store,
  clock,
  encode,
  controls,
  gatewayNow,
}: Pick<CoreContext, 'store' | 'clock' | 'encode' | 'controls'> & {
  readonly gatewayNow: () => number | null;
}): VerifiedRows {
  const digests = new Map<string, ReadonlyMap<number, string>>();
  /** When the approvals of a verified batch become too few. */
  const approvedUntil = new Map<string, number>();
  /** An approval expires by whichever clock is later, as at a release. */
  const now = (): number => Math.max(clock.now(), gatewayNow() ?? 0);
  const context = { store, clock: { now }, ...(controls === undefined ? {} : { controls }) };
  /** The policy and approvals when the batches were verified. */
  let verifiedMark: string | null = null;

  async function verifyOne(batchId: string): Promise<void> {
    const batch = store.findBatch(batchId);
    // Payins and top-ups are not released, so there is nothing to compare.
    if (batch === null) return void digests.set(batchId, new Map());
    const ofRows = new Map<number, string>();
    const rows = await rowsOfBatch({ store, clock }, batch, (row) =>
      ofRows.set(row.rowNumber, digestOf(row, batch.callbackUrl)),
    );
    const release = store.releaseOf(batchId);
    if (rows.rowsHash !== release?.rowsHash) throw new Refused(rowsTampered(batchId));
    const refused = refusePrepareOnly(store.profileOfKey(batch.keyId), batchId);
    if (refused !== null) throw new Refused(refused);
    const approved = await requireApproved(context, batch, rows, release.at);
    if (!approved.ok) throw new Refused(approved);
    approvedUntil.set(batchId, approved.value.until);
    digests.set(batchId, ofRows);
  }

  const isVerified = (batchId: string): boolean =>
    digests.has(batchId) && now() < (approvedUntil.get(batchId) ?? Infinity);

  return {
    async verify(batchIds) {
      const mark = store.approvalsMark();
      if (mark !== verifiedMark) digests.clear();
      verifiedMark = mark;
      for (const batchId of batchIds) if (!isVerified(batchId)) await verifyOne(batchId);
    },
    unverified(batchIds) {
      const isCurrent = store.approvalsMark() === verifiedMark;
      return batchIds.filter((batchId) => !isCurrent || !isVerified(batchId));
    },
    encode(payment) {
      const { kind, batchId, rowNumber } = payment;
      if (
        kind === 'payout' &&
        digests.get(batchId)?.get(rowNumber) !== digestOf(payment, payment.callbackUrl)
      )
        throw new Refused(rowsTampered(batchId));
      if (kind === 'payout' && store.approvalsMark() !== verifiedMark)
        throw new Refused(changedMeanwhile(batchId));
      return encode(payment);
    },
  };
}

function digestOf(row: RowContent, callbackUrl: string): string {
  return hash('sha1', JSON.stringify([callbackUrl, ...hashedFields(row)]), 'base64');
}
