import type { WitnessState } from '../../../contract/audit.ts';
import { backgroundFailureText } from '../../../contract/text/background.ts';
import { capitalised, kindText } from '../../../contract/text/states.ts';
import { counted } from '../../../contract/text/numbers.ts';
import { AttentionItem, type NoticeKind } from '../../../contract/treasury.ts';
import type { CoreContext } from '../context.ts';
import type { Notice, Trouble } from '../ports/index.ts';
import { olderRecordsText } from '../../../contract/text/older-records.ts';
import { lowBalances } from './attention-balances.ts';
import { draftItems } from './attention-drafts.ts';
import { nothingNamed } from './attention-item.ts';
import { signedFileItems, type SignedFiles } from './attention-signed-files.ts';
import { ignoresTestFlag } from '../settings/settings.ts';
import type { WatchWitness } from '../settings/watch-witness.ts';

/** A payout whose fate is unknown settles by itself as a rule; only after so long a person is told. */
const settlesWithinMs = 60 * 1000;
const unknownLookedAt = 1000;
const listedBatches = 100;
const listedNotices = 200;
const countsAtOnce = 500;

type Kind = AttentionItem['kind'];

const gravity: readonly Kind[] = AttentionItem.shape.kind.options;

/** What needs a person (operation `attention.list`); reads counts and short indexes only, however long the history is. */
export async function attentionItems(
  context: CoreContext,
  watchWitness: WatchWitness,
  signedFiles: SignedFiles,
  signal: AbortSignal,
): Promise<AttentionItem[]> {
  const { store, servesLive } = context;
  const profiles = store.listProfiles().filter(({ environment }) => servesLive || environment === 'sandbox');
  const names = new Set(profiles.map(({ name }) => name));
  const items = [
    ...store
      .notices(listedNotices)
      .filter(
        ({ kind, profileName }) => kind !== 'environmentContradicted' || !ignoresTestFlag(store, profileName),
      )
      .map(noticeItem),
    ...(await troubleItems(context)),
    ...draftItems(context),
    ...(await lowBalances(context, profiles, signal)),
  ].filter(({ profileName }) => names.has(profileName));
  const all = [
    ...items,
    ...olderItems(context),
    ...signedFileItems(await signedFiles()),
    ...witnessItems(await watchWitness()),
    ...backgroundItems(context),
  ];
  return all.toSorted((left, right) => gravity.indexOf(left.kind) - gravity.indexOf(right.kind));
}

function olderItems({ store }: CoreContext): AttentionItem[] {
  const older = store.olderRecords();
  if (older === null) return [];
  const count = Math.max(older.payments, 1);
  return [
    {
      kind: 'olderRecords',
      message: olderRecordsText(older),
      count,
      profileName: '',
      batchId: null,
      ...nothingNamed,
    },
  ];
}

/** An item for each of the newest batches, and one for all others of a profile together. */
async function troubleItems({ store, clock }: CoreContext): Promise<AttentionItem[]> {
  const items: AttentionItem[] = [];
  const rest = new Map<string, { profileName: string; kind: Trouble['state']; count: number }>();
  const batchIds = new Set<string>();
  const now = clock.now();
  let before: number | null = null;
  do {
    const page = store.troubles({ before, limit: countsAtOnce });
    for (const trouble of page.troubles) {
      if (batchIds.size < listedBatches) batchIds.add(trouble.batchId);
      if (batchIds.has(trouble.batchId)) {
        const item = trouble.state === 'unknown' ? unknownItem(trouble) : troubleItem(trouble);
        if (item !== null) items.push(item);
        continue;
      }
      const key = `${trouble.state} ${trouble.profileName}`;
      const sum = rest.get(key) ?? { profileName: trouble.profileName, kind: trouble.state, count: 0 };
      rest.set(key, { ...sum, count: sum.count + trouble.count });
    }
    before = page.next;
    await clock.turn();
  } while (before !== null);
  for (const { kind, profileName, count } of rest.values())
    items.push({
      kind,
      message: `${counted(count, 'payout')} of older batches ${troubleText[kind](count)}.`,
      count,
      profileName,
      batchId: null,
      ...nothingNamed,
    });
  return items;

  function unknownItem({ batchId, profileName, fileName, count }: Trouble): AttentionItem | null {
    const look = {
      before: now - settlesWithinMs,
      limit: unknownLookedAt,
    };
    const { looked, old, forAPerson } = store.countUnknown(batchId, look);
    if (old === 0) return null;
    // Of more than are looked at, all that were not looked at count as old.
    const open = old + Math.max(0, count - looked);
    const message =
      forAPerson > 0
        ? `${counted(forAPerson, 'payout')} of ${fileName} unknown, and the gateway does not know ${forAPerson === 1 ? 'it' : 'them'}. A person has to decide.`
        : `${counted(open, 'payout')} of ${fileName} ${troubleText.unknown(open)}. Bursar keeps asking.`;
    return { kind: 'unknown', message, count: open, profileName, batchId, ...nothingNamed };
  }
}

/** What follows a number of payouts in each of these states. */
const troubleText: Record<Trouble['state'], (count: number) => string> = {
  unknown: () => 'unknown: the gateway has not confirmed what it accepted',
  conflict: (count) =>
    `in conflict: the gateway holds a different amount or currency for the order ${count === 1 ? 'ID' : 'IDs'}`,
  rejected: () => 'rejected by the gateway',
  outside: (count) => `sent outside Bursar: adopt ${count === 1 ? 'it' : 'them'} or pay again`,
  failed: () => 'reported by the gateway as finished without success',
};

function troubleItem({ batchId, profileName, fileName, state, count }: Trouble): AttentionItem {
  const message = `${counted(count, 'payout')} of ${fileName} ${troubleText[state](count)}.`;
  return { kind: state, message, count, profileName, batchId, ...nothingNamed };
}

function noticeItem({ kind, batchId, profileName, fileName, payment }: Notice): AttentionItem {
  const subject =
    payment === null
      ? `Batch ${batchId} (${fileName})`
      : `${capitalised(kindText(payment.kind))} ${payment.idPayment}`;
  return {
    ...nothingNamed,
    kind,
    message: noticeText[kind](subject),
    count: 1,
    profileName,
    batchId,
    payment,
  };
}

const noticeText: Record<NoticeKind, (subject: string) => string> = {
  paidTwice: (subject) =>
    `${subject} and another payout for the same row were both paid. Ask the payee or the gateway for the money back.`,
  rowsTampered: (subject) =>
    `${subject} was changed in the database after its release, so it is paused. Find out who changed it before anything else.`,
  approvalMissing: (subject) =>
    `${subject} is paused: it lacks approvals that the policy asks for, or the policy cannot be confirmed. Import the approvals, then resume it.`,
  environmentContradicted: (subject) =>
    `${subject} is paused: the gateway's isTest contradicts the environment of the profile. Check the base address of the profile; if it is right, acknowledge this for the profile.`,
  endChanged: (subject) =>
    `${subject} was reported as failed or rejected, and the gateway has since reported otherwise.`,
  statusChanged: (subject) => `${subject} was paid, and the gateway has since reported another status.`,
};

/** The witness file is for everything that is recorded, so it belongs to no profile. */
function witnessItems(state: WitnessState | null): AttentionItem[] {
  if (state === null || state.message === null) return [];
  const message = `The witness file does not prove the log. ${state.message}`;
  return [{ kind: 'witness', message, count: 1, profileName: '', batchId: null, ...nothingNamed }];
}

/** What fails in the background belongs to no profile. */
function backgroundItems({ background }: CoreContext): AttentionItem[] {
  return (background?.failures() ?? []).map((failure) => ({
    kind: 'backgroundFailure',
    message: backgroundFailureText(failure),
    count: failure.count,
    profileName: '',
    batchId: null,
    ...nothingNamed,
    failure,
  }));
}

/** Takes the notice about older records as seen (operation `attention.dismissOlderRecords`). */
export function dismissOlderRecords({ store, emit }: Pick<CoreContext, 'store' | 'emit'>): void {
  if (store.olderRecords() === null) return;
  store.dismissOlderRecords();
  emit({ kind: 'settings', id: 'olderRecords' });
}

/**
 * Takes the notices and the failed, rejected and conflicting payouts of one batch, or of all, as seen (operation `attention.dismiss`).
 * A notice that holds every release is dismissed only by itself.
 */
export async function dismissAttention(
  { store, clock, emit }: CoreContext,
  batchId: string | null,
): Promise<void> {
  const dismiss = (id: string): void => {
    store.dismiss(id, clock.now());
    emit({ kind: 'batch', id });
  };
  if (batchId !== null) return dismiss(batchId);
  store.dismissLostSchedules();
  if (store.olderRecords()?.missesRetries !== true) dismissOlderRecords({ store, emit });
  for (const id of new Set(store.notices(listedNotices).map((notice) => notice.batchId))) {
    dismiss(id);
    await clock.turn();
  }
  let before: number | null = null;
  do {
    const page = store.troubles({ before, limit: countsAtOnce });
    const seen = page.troubles.filter(({ state }) => state !== 'unknown');
    for (const id of new Set(seen.map((trouble) => trouble.batchId))) {
      dismiss(id);
      await clock.turn();
    }
    before = page.next;
  } while (before !== null);
}
