import { dayMs } from '../../../contract/duration.ts';
import { createHash } from 'node:crypto';
import type {
  DuplicateFinding,
  DuplicateKind,
  DuplicateLevel,
  Duplicates,
} from '../../../contract/batches/duplicates.ts';
import type { CoreContext, StoreContext } from '../context/context.ts';
import { Refused } from '../context/refused.ts';
import { noBatch } from '../context/subject.ts';
import { isoTime } from '../payments/convert.ts';
import { catchUpKeys } from '../payments/payee.ts';
import type { ComparedRow, StoredBatch, StoredPayment, Store } from '../ports/index.ts';
import { stillKnown, type SearchedDraft } from './check/searched-draft.ts';
import { beingQueued, queueReleased } from './queue-released.ts';
import { readSetting } from '../settings/settings.ts';
import { EarlierRows } from './earlier-rows.ts';
import { pagesFrom, slicesOf } from '../payments/pages.ts';

const listedDuplicates = 1000;
/** Rows compared at once: few enough that the process is not blocked for long even if each of them is a duplicate. */
const rowsAtOnce = 250;
const readAtOnce = 100;

/** A row of a draft that may repeat the payment of this ID. */
export type Finding = {
  readonly paymentId: number;
  readonly rowNumber: number;
  readonly level: DuplicateLevel;
  readonly kind: DuplicateKind;
  readonly equalId: number;
};

/** The findings, and the number of `Store.countReleases` when they were compared. */
export type DuplicateCheck = {
  readonly duplicates: Duplicates;
  readonly findings: readonly Finding[];
  /** The repeated payments that ended unpaid as far as is known, which may have changed: failed, or ended by a person. With the gateway's status of each. */
  readonly doubtful: ReadonlyMap<number, string | null>;
  readonly releasesSeen: number;
};

/**
 * What in this draft may be paid already: the whole file, or single rows (operation `batches.duplicates`). A check passes what the search of
 * its sheet found. A release passes nothing, and compares all rows itself.
 */
export async function findDuplicates(
  context: CoreContext,
  batch: StoredBatch,
  signal: AbortSignal,
  searched: SearchedDraft | null = null,
): Promise<DuplicateCheck> {
  const { store } = context;
  await queueOthers(context, batch);
  await catchUpKeys(context, signal);
  const releasesSeen = store.countReleases(batch.keyId);
  const same = releasedBefore(store, batch);
  const found = await compareRows(context, batch, {
    sameFileAs: same?.batchId ?? null,
    known: stillKnown(context, batch, searched),
  });
  const { findings, doubtful, exactRows, possibleRows, findingsHash } = found;
  const duplicates: Duplicates = {
    sameFileAs:
      same === undefined
        ? null
        : {
            batchId: same.batchId,
            profileName: same.profileName,
            releasedAt: isoTime(same.releasedAt ?? same.createdAt),
            by: same.contentHash === batch.contentHash ? 'rows' : 'messageId',
          },
    rows: await describe(context, batch, [...found.exact, ...found.possible].slice(0, listedDuplicates)),
    exactRows,
    possibleRows,
    hasMore: findings.length > listedDuplicates,
    findingsHash,
  };
  if (store.noteHeld(batch.batchId, exactRows + possibleRows))
    context.emit({ kind: 'attention', id: batch.batchId });
  return { duplicates, findings, doubtful, releasesSeen };
}

/**
 * The released batch of the same rows, or of a message with the same ID: of this profile, or else of another profile of the environment,
 * even a removed one, whose merchant would pay all of it again.
 */
function releasedBefore(store: Store, batch: StoredBatch): StoredBatch | undefined {
  const messageId = batch.source === null || batch.source.isPart === true ? null : batch.source.messageId;
  // Its own first.
  return [...new Set([batch.keyId, ...store.keyIdsIn(batch.environment)])]
    .flatMap((keyId) => [
      ...store.batchesOfContent(keyId, batch.contentHash),
      ...(messageId === null ? [] : store.batchesOfMessage(keyId, messageId)),
    ])
    .find(({ batchId, releasedAt }) => batchId !== batch.batchId && releasedAt !== null);
}

/** Rows are compared with queued rows, so everything that a person has released in this environment is queued first. */
async function queueOthers(context: CoreContext, { batchId, environment }: StoredBatch): Promise<void> {
  for (;;) {
    const other = beingQueued(context.store, environment).find((found) => found.batchId !== batchId);
    if (other === undefined) return;
    await queueReleased(context, other.batchId);
  }
}

type Found = Pick<DuplicateCheck, 'findings' | 'doubtful'> & {
  /** At most this many of each level are listed. */
  readonly exact: readonly Finding[];
  readonly possible: readonly Finding[];
  readonly exactRows: number;
  readonly possibleRows: number;
  readonly findingsHash: string;
};

/** Payouts that were released before are no exact duplicates. */
export function duplicatesSince({ store, clock }: StoreContext): number {
  return clock.now() - readSetting(store, 'duplicateWindowDays') * dayMs;
}

/** Compares and counts in one pass: a second pass over 100,000 findings would block the process for too long. */
async function compareRows(
  { store, clock }: CoreContext,
  batch: StoredBatch,
  {
    sameFileAs,
    known,
  }: { sameFileAs: string | null; known: Pick<SearchedDraft, 'repeatsNone' | 'allDiffer'> | null },
): Promise<Found> {
  const sinceMs = duplicatesSince({ store, clock });
  const toCompare = known?.allDiffer === true ? 0 : batch.rows;
  const earlier = new EarlierRows(toCompare);
  const findings: Finding[] = [];
  const doubtful = new Map<number, string | null>();
  const listed = { exact: new Array<Finding>(), possible: new Array<Finding>() };
  const rows = { exact: 0, possible: 0 };
  let compared = 0;
  const sum = createHash('sha256').update(JSON.stringify([sameFileAs]));
  const pages = pagesFrom(clock, 0, (afterRowNumber: number) => {
    const first = afterRowNumber + 1;
    const isKnown = known?.repeatsNone.subarray(first, first + rowsAtOnce).includes(0) === false;
    return store.compareRows(batch.batchId, isKnown ? null : sinceMs, { afterRowNumber, limit: rowsAtOnce });
  });
  for await (const page of toCompare === 0 ? [] : pages) {
    const found: Finding[] = [];
    compared += page.rows.length;
    for (const row of page.rows) {
      const ofRow = findingsOf(row, earlier.add(row));
      const [gravest] = ofRow;
      if (gravest !== undefined) rows[gravest.level] += 1;
      for (const finding of ofRow) {
        const { level } = finding;
        if (listed[level].length < listedDuplicates) listed[level].push(finding);
        found.push(finding);
        findings.push(finding);
      }
    }
    if (found.length > 0)
      for (const { paymentId, gatewayStatus } of store.doubtfulAmong(found.map(({ equalId }) => equalId)))
        doubtful.set(paymentId, gatewayStatus);
    sum.update(found.map((finding) => hashedLine(finding, doubtful)).join(''));
  }
  // The draft was deleted meanwhile: its sheet changed, in another window or by undo.
  if (compared < toCompare) throw new Refused(noBatch(batch.batchId));
  return {
    findings,
    doubtful,
    ...listed,
    exactRows: rows.exact,
    possibleRows: rows.possible,
    findingsHash: sum.digest('hex'),
  };
}

/** Confirming a failed payout does not confirm it once it is paid, or has another status, so the hash of the findings distinguishes them. */
function hashedLine(
  { rowNumber, level, kind, equalId }: Finding,
  doubtful: DuplicateCheck['doubtful'],
): string {
  return `${rowNumber} ${level} ${kind} ${equalId}${doubtful.has(equalId) ? ` failed ${doubtful.get(equalId) ?? ''}` : ''}\n`;
}

/**
 * What a row repeats, one finding per kind: earlier rows of its batch, or else released payouts. Of `samePayment` and
 * `otherReference` only the more serious one is reported.
 */
export function findingsOf(row: ComparedRow, twins: ReturnType<EarlierRows['add']>): Finding[] {
  const { paymentId, rowNumber } = row;
  const findings: Finding[] = [];
  const find = (level: DuplicateLevel, kind: DuplicateKind, equalId: number): void => {
    findings.push({ paymentId, rowNumber, level, kind, equalId });
  };
  const exact = twins.samePayment ?? row.samePayment;
  if (exact !== null) find('exact', 'samePayment', exact);
  else if (twins.sameMoney !== null) find('possible', 'otherReference', twins.sameMoney);
  else if (row.sameMoney !== null)
    find('possible', row.isSameReference ? 'samePayment' : 'otherReference', row.sameMoney);
  const isSamePayment = findings[0]?.kind === 'samePayment';
  const otherAccount = twins.sameName ?? row.sameName;
  if (otherAccount !== null) find('possible', 'otherAccount', otherAccount);
  const otherAmount = isSamePayment ? null : (twins.sameReference ?? row.sameReference);
  if (otherAmount !== null) find('possible', 'otherAmount', otherAmount);
  return findings;
}

async function describe(
  { store, clock }: CoreContext,
  { batchId }: StoredBatch,
  findings: readonly Finding[],
): Promise<DuplicateFinding[]> {
  const describeOther = otherOf(store);
  const described: DuplicateFinding[] = [];
  for await (const some of slicesOf(clock, findings, readAtOnce)) {
    const rows = store.paymentsOf(some.map(({ paymentId }) => paymentId));
    const others = store.paymentsOf(some.map(({ equalId }) => equalId));
    for (const [index, { level, kind }] of some.entries()) {
      const [row, other] = [rows[index], others[index]];
      // Released payouts are never deleted: the draft was, with its rows.
      if (row === undefined || other === undefined) throw new Refused(noBatch(batchId));
      described.push({ ...comparedOf(row), level, kind, equalTo: describeOther(other) });
    }
  }
  return described;
}

/** Describes payouts that rows repeat; looks up when each batch was released once. */
export function otherOf(store: Store): (payment: StoredPayment) => DuplicateFinding['equalTo'] {
  const releases = new Map<string, string>();
  return (payment) => {
    const { batchId, profileName, createdAt, problem } = payment;
    // Its row was paid all the same, by a payout that is not in this history.
    const state = problem?.code === 'retriedElsewhere' ? problem.by.state : payment.state;
    const at = releases.get(batchId) ?? isoTime(store.findBatch(batchId)?.releasedAt ?? createdAt);
    releases.set(batchId, at);
    const endedWith = state === 'failed' ? payment.gatewayStatus : null;
    return { ...comparedOf(payment), batchId, profileName, state, endedWith, at };
  };
}

/** The fields of a payout that are compared. */
function comparedOf(payment: StoredPayment): Omit<DuplicateFinding, 'level' | 'kind' | 'equalTo'> {
  const { idPayment, rowNumber, amount, currencyCode, reference } = payment;
  const { accountName, accountNumber, emailAddress } = payment;
  return {
    idPayout: idPayment,
    rowNumber,
    payee: { accountName, accountNumber, emailAddress },
    money: { amount, currencyCode },
    reference,
  };
}
