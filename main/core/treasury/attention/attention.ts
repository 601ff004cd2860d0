import type { WitnessState } from '../../../../contract/audit/witness.ts';
import { isLeftToSend } from '../../../../contract/batches/waiting.ts';
import type { PaymentKind } from '../../../../contract/payments/payment.ts';
import { AttentionKind, type AttentionItem } from '../../../../contract/treasury/attention.ts';
import { FloorHold } from '../../../../contract/treasury/floor-hold.ts';
import type { CoreContext } from '../../context/context.ts';
import { readOr } from '../../context/refused.ts';
import type { Notice, StoredProfile, StoredSchedule, Trouble, Unanswered } from '../../ports/index.ts';
import { isoTime } from '../../payments/convert.ts';
import { lowBalances } from './low-balances.ts';
import { shortSchedules } from './short-schedules.ts';
import { positionsOnce } from '../position/read-position.ts';
import { draftItems, type ToCome } from './waiting-drafts.ts';
import { heldBatches } from '../floor-holds.ts';
import { countsAtOnce } from './dismiss.ts';
import { nothingNamed } from './attention-item.ts';
import { signedFileItems, type SignedFiles } from './signed-files.ts';
import { ignoresTestFlag } from '../../settings/settings.ts';
import type { WatchWitness } from '../../settings/watch-witness.ts';
import { pagesFrom } from '../../payments/pages.ts';

/** An unknown payout usually resolves itself; a person is notified only after this time. */
const settlesWithinMs = 60 * 1000;
const unknownLookedAt = 1000;
const listedBatches = 100;
const listedIncoming = 100;
const listedNotices = 200;
const namedRecords = 10;

const gravity: readonly AttentionItem['kind'][] = AttentionKind.options;

/** The attention items (operation `attention.list`); reads counts and short indexes only, however long the history is. */
export async function attentionItems(
  context: CoreContext,
  { watchWitness, toCome }: { readonly watchWitness: WatchWitness; readonly toCome: ToCome },
  signedFiles: SignedFiles,
  signal: AbortSignal,
): Promise<AttentionItem[]> {
  const { store, servesLive } = context;
  const profiles = store
    .readableProfiles()
    .filter(({ environment }) => servesLive || environment === 'sandbox');
  const names = new Set(profiles.map(({ name }) => name));
  const positionOf = positionsOnce(context, signal);
  const failing = new Set<string>();
  /** A part of the list that cannot be read does not hide the others. */
  const part = (read: () => Promise<AttentionItem[]> | AttentionItem[]): Promise<AttentionItem[]> =>
    readOr<AttentionItem[]>(read, (unreadable) => {
      failing.add(unreadable);
      return [];
    });
  let schedules: StoredSchedule[] = [];
  const drafts = await part(() => {
    schedules = store.schedules();
    return draftItems(context, schedules, toCome);
  });
  const troubles = [
    ...(await part(() => troubleItems(context))),
    ...(await part(() => store.unanswered({ batchId: null, limit: listedBatches }).map(unansweredItem))),
    ...(await part(() =>
      store
        .unansweredBeyond(listedBatches)
        .map(({ kind, ...sum }) => unansweredItem({ ...sum, ...restOf(kind) })),
    )),
  ];
  // Money that was paid twice, or a status that changed, does not end with its profile.
  const items = [
    ...(await part(() => noticeItems(context).filter((item) => stillMatters(context, item)))),
    ...troubles.filter(({ profileName }) => names.has(profileName)),
    ...(await part(() => floorItems(context))),
    ...drafts,
    ...(await part(() =>
      shortSchedules(context, schedules, { profiles, others: drafts, positionOf }, signal),
    )),
    ...(await part(() => lowBalances(context, profiles, positionOf, signal))),
  ].filter(({ profileName, payment }) => payment !== null || names.has(profileName));
  const all = [
    ...items,
    ...olderItems(context),
    ...signedFileItems(await signedFiles()),
    ...witnessItems(await watchWitness()),
    ...backgroundItems(context, profiles),
    ...unreadableItems(context, failing),
  ];
  return all.toSorted((left, right) => gravity.indexOf(left.kind) - gravity.indexOf(right.kind));
}

/** What lists leave out, and why a part of this one is missing; a face without live profiles is not told what of them it is. */
function unreadableItems({ store, servesLive }: CoreContext, failing: ReadonlySet<string>): AttentionItem[] {
  const known = [...new Set([...failing, ...store.leftOutRecords()])];
  if (known.length === 0) return [];
  const left = servesLive ? known.slice(0, namedRecords) : [];
  const count = servesLive ? known.length : 1;
  return [{ kind: 'unreadable', left, count, profileName: '', batchId: null, ...nothingNamed }];
}

function olderItems({ store }: CoreContext): AttentionItem[] {
  const records = store.olderRecords();
  if (records === null) return [];
  const count = Math.max(records.payments, 1);
  return [{ kind: 'olderRecords', records, count, profileName: '', batchId: null, ...nothingNamed }];
}

/** One item for each of the newest batches, and of the newest payins and top-ups, and one for all others of a profile together. */
async function troubleItems({ store, clock }: CoreContext): Promise<AttentionItem[]> {
  const items: AttentionItem[] = [];
  const rest = new Map<string, Pick<Trouble, 'profileName' | 'state' | 'count'> & Rest>();
  const batchIds = new Set<string>();
  let incoming = 0;
  const now = clock.now();
  const pages = pagesFrom(clock, null, (before: number | null) =>
    store.troubles({ before, limit: countsAtOnce }),
  );
  for await (const page of pages) {
    const at = isoTime(clock.now());
    for (const trouble of page.troubles) {
      const { payment, batchId, state, profileName } = trouble;
      if (payment === null && batchIds.size < listedBatches) batchIds.add(batchId);
      if (payment === null ? batchIds.has(batchId) : incoming < listedIncoming) {
        const item = troubleItem(trouble, at);
        if (item === null) continue;
        if (payment !== null) incoming += 1;
        items.push(item);
        continue;
      }
      const key = `${state} ${payment?.kind} ${profileName}`;
      const sum = rest.get(key) ?? { profileName, state, count: 0, ...restOf(payment?.kind ?? 'payout') };
      rest.set(key, { ...sum, count: sum.count + trouble.count });
    }
  }
  for (const { state: kind, ...sum } of rest.values())
    items.push(
      kind === 'unknown'
        ? { ...nothingNamed, ...sum, kind, forAPerson: 0, isAtLeast: true }
        : { ...nothingNamed, ...sum, kind, upTo: null },
    );
  return items;

  function troubleItem(trouble: Trouble, at: string): AttentionItem | null {
    const { batchId, profileName, fileName, payment, state, count, handled } = trouble;
    const item = { profileName, batchId, ...nothingNamed, payment, fileName };
    if (state !== 'unknown') return { ...item, kind: state, count, upTo: { at, handled } };
    const look = { before: now - settlesWithinMs, limit: unknownLookedAt };
    const { looked, old, forAPerson } = store.countUnknown(batchId, look);
    const isAtLeast = count > looked;
    if (old === 0 && !isAtLeast) return null;
    // Beyond what is looked at, new ones are listed too.
    return { ...item, kind: state, count: isAtLeast ? count : old, forAPerson, isAtLeast };
  }
}

/** Batches whose remaining rows wait for money above a floor. */
function floorItems(context: CoreContext): AttentionItem[] {
  return heldBatches(context).map((hold) => {
    const { batchId, profileName, currencyCode } = hold;
    const fileName = context.store.findBatch(batchId)?.fileName ?? batchId;
    const held = FloorHold.parse(hold);
    return {
      kind: 'heldByFloor',
      count: 1,
      profileName,
      batchId,
      payment: null,
      currencyCode,
      fileName,
      held,
    };
  });
}

type Rest = ReturnType<typeof restOf>;

/** What an item names that stands for the payments of this kind that are not listed one by one. */
function restOf(kind: PaymentKind) {
  const payment = kind === 'payout' ? null : { kind, idPayment: null };
  return { batchId: null, fileName: null, payment };
}

function unansweredItem({
  acceptedAt,
  ...unanswered
}: Omit<Unanswered, keyof Rest> & (Rest | Pick<Unanswered, keyof Rest>)): AttentionItem {
  return { ...nothingNamed, ...unanswered, kind: 'unanswered', acceptedAt: isoTime(acceptedAt) };
}

/** The gravest notices one by one, and of each profile how many more there are of a kind. */
function noticeItems({ store }: Pick<CoreContext, 'store'>): AttentionItem[] {
  const listed = store.notices(listedNotices);
  if (listed.length < listedNotices) return listed.map(noticeItem);
  const rest = store.countNotices().flatMap(({ kind, profileName, count }) => {
    const isSame = (notice: Notice): boolean => notice.kind === kind && notice.profileName === profileName;
    const more = count - listed.filter(isSame).length;
    return more === 0
      ? []
      : [{ ...nothingNamed, kind, count: more, profileName, batchId: null, fileName: '' }];
  });
  return [...listed.map(noticeItem), ...rest];
}

/** Whether a notice still matters: a person may have acknowledged it since, or cancelled everything that is held up. */
function stillMatters(
  { store }: Pick<CoreContext, 'store'>,
  { kind, profileName, batchId }: AttentionItem,
): boolean {
  if (kind === 'environmentContradicted') return !ignoresTestFlag(store, profileName);
  if (kind === 'approvalMissing' && batchId !== null)
    return isLeftToSend({ byState: store.countByState(batchId) });
  if (kind !== 'merchantRefused') return true;
  return store.unfinishedBatches().some((batch) => batch.profileName === profileName);
}

function noticeItem({ kind, batchId, profileName, fileName, payment }: Notice): AttentionItem {
  return { ...nothingNamed, kind, count: 1, profileName, batchId, payment, fileName };
}

/** The witness file covers all records, so it belongs to no profile. */
function witnessItems(state: WitnessState | null): AttentionItem[] {
  if (state === null || state.fault === null) return [];
  const { path, fault } = state;
  return [{ kind: 'witness', path, fault, count: 1, profileName: '', batchId: null, ...nothingNamed }];
}

/** What is done for a profile that was removed is not tried again. */
function backgroundItems({ background }: CoreContext, profiles: readonly StoredProfile[]): AttentionItem[] {
  return (background?.failures() ?? []).flatMap(({ keyId, ...failure }): AttentionItem[] => {
    const profileName = keyId === null ? '' : profiles.find((each) => each.keyId === keyId)?.name;
    if (profileName === undefined) return [];
    const { count } = failure;
    return [{ kind: 'backgroundFailure', count, profileName, batchId: null, ...nothingNamed, failure }];
  });
}
