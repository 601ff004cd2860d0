import { compareDecimals, parseDecimal } from '../../../contract/decimal.ts';
import { NoticeKind, type AttentionItem } from '../../../contract/treasury.ts';
import type { CoreParts } from '../context.ts';
import type { HeldDraft, Notice, StoredProfile, Trouble } from '../ports/index.ts';
import { availableOf } from './available.ts';
import { storedBalances } from './balances.ts';
import { readSetting } from '../settings/settings.ts';

/** A payout whose fate is unknown settles by itself as a rule; only after so long a person is told. */
const settlesWithinMs = 60 * 1000;
/** See decide.ts: an unknown payout that waits for a person. */
const personCode = 'olderThanADay';
const unknownLookedAt = 1000;
const listedBatches = 100;
const listedDrafts = 100;
const listedNotices = 200;
const countsAtOnce = 500;

type Kind = AttentionItem['kind'];

/** The gravest first. */
const gravity: readonly Kind[] = [
  ...NoticeKind.options,
  'conflict',
  'outside',
  'unknown',
  'rejected',
  'failed',
  'heldDuplicates',
  'lowBalance',
];

/** What needs a person (operation `attention.list`); reads counts and short indexes only, however long the history is. */
export async function attentionItems(parts: CoreParts): Promise<AttentionItem[]> {
  const { store, servesLive } = parts;
  const profiles = store.listProfiles().filter(({ environment }) => servesLive || environment === 'sandbox');
  const names = new Set(profiles.map(({ name }) => name));
  const items = [
    ...store.notices(listedNotices).map(noticeItem),
    ...(await troubleItems(parts)),
    ...store.heldDrafts(listedDrafts).map(heldItem),
    ...profiles.flatMap((profile) => lowBalances(parts, profile)),
  ].filter(({ profileName }) => names.has(profileName));
  return items.toSorted((left, right) => gravity.indexOf(left.kind) - gravity.indexOf(right.kind));
}

/** An item for each of the newest batches, and one for all others of a profile together. */
async function troubleItems({ store, clock }: CoreParts): Promise<AttentionItem[]> {
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
      message: `${payouts(count)} of older batches ${words[kind](count)}.`,
      count,
      profileName,
      batchId: null,
      currencyCode: null,
    });
  return items;

  function unknownItem({ batchId, profileName, fileName, count }: Trouble): AttentionItem | null {
    const look = { before: now - settlesWithinMs, personCode, limit: unknownLookedAt };
    const { looked, old, forAPerson } = store.countUnknown(batchId, look);
    if (old === 0) return null;
    // Of more than are looked at, all that were not looked at count as old.
    const open = old + Math.max(0, count - looked);
    const message =
      forAPerson > 0
        ? `${payouts(forAPerson)} of ${fileName} ${forAPerson === 1 ? 'has' : 'have'} been unknown for more than a day, and the gateway does not know ${forAPerson === 1 ? 'it' : 'them'}: decide what is to be done.`
        : `${payouts(open)} of ${fileName} ${words.unknown(open)}. Bursar keeps asking.`;
    return { kind: 'unknown', message, count: open, profileName, batchId, currencyCode: null };
  }
}

const words: Record<Trouble['state'], (count: number) => string> = {
  unknown: (count) =>
    `${count === 1 ? 'is' : 'are'} unknown: the gateway has not said what became of ${count === 1 ? 'it' : 'them'}`,
  conflict: (count) =>
    `${count === 1 ? 'is' : 'are'} in conflict: the gateway holds something else under ${count === 1 ? 'its order ID' : 'their order IDs'}`,
  rejected: (count) => `${count === 1 ? 'was' : 'were'} rejected by the gateway`,
  outside: (count) =>
    `${count === 1 ? 'was' : 'were'} already sent outside this history: adopt ${count === 1 ? 'it' : 'them'} or pay again`,
  failed: () => 'failed',
};

function payouts(count: number): string {
  return count === 1 ? 'One payout' : `${count} payouts`;
}

function troubleItem({ batchId, profileName, fileName, state, count }: Trouble): AttentionItem {
  const message = `${payouts(count)} of ${fileName} ${words[state](count)}.`;
  return { kind: state, message, count, profileName, batchId, currencyCode: null };
}

function noticeItem({ kind, batchId, profileName, fileName, idPayment }: Notice): AttentionItem {
  const message = noticeWords[kind](
    idPayment === null ? `Batch ${batchId} (${fileName})` : `Payout ${idPayment}`,
  );
  return { kind, message, count: 1, profileName, batchId, currencyCode: null };
}

const noticeWords: Record<NoticeKind, (subject: string) => string> = {
  paidTwice: (subject) =>
    `${subject} and another payout for the same row were both paid. Ask the payee or the gateway for the money back.`,
  rowsTampered: (subject) =>
    `${subject} was changed in the database after its release. It is paused. Find out who changed it before anything else.`,
  environmentContradicted: (subject) =>
    `${subject} is paused: the gateway's isTest contradicts the environment of the profile. Check the profile's base address.`,
  endChanged: (subject) =>
    `${subject} had failed or been rejected, and the gateway has since said otherwise.`,
  statusChanged: (subject) => `${subject} was paid, and the gateway has since reported another status.`,
};

function heldItem({ batchId, profileName, fileName, rows, sameFileAs }: HeldDraft): AttentionItem {
  const message =
    sameFileAs === null
      ? `${rows === 1 ? 'One row' : `${rows} rows`} of the draft ${fileName} would pay what was paid before.`
      : `The draft ${fileName} is of a file that was released before, as batch ${sameFileAs}.`;
  return {
    kind: 'heldDuplicates',
    message,
    count: Math.max(rows, 1),
    profileName,
    batchId,
    currencyCode: null,
  };
}

function lowBalances({ store }: CoreParts, profile: StoredProfile): AttentionItem[] {
  const limits = readSetting(store, 'lowBalanceLimits').filter(
    ({ profileName }) => profileName === profile.name,
  );
  if (limits.length === 0) return [];
  const { balances } = storedBalances(store, profile);
  return limits.flatMap(({ currencyCode, amount }) => {
    const balance = balances.find((found) => found.currencyCode === currencyCode);
    const available = balance === undefined ? null : availableOf(balance);
    if (available === null || !isLess(available, amount)) return [];
    return [
      {
        kind: 'lowBalance' as const,
        message: `The balance of ${profile.name} is ${available} ${currencyCode}, below the limit of ${amount} ${currencyCode}.`,
        count: 1,
        profileName: profile.name,
        batchId: null,
        currencyCode,
      },
    ];
  });
}

function isLess(amount: string, limit: string): boolean {
  const [left, right] = [parseDecimal(amount), parseDecimal(limit)];
  return left !== null && right !== null && compareDecimals(left, right) < 0;
}

/** Takes the failed, rejected and conflicting payouts of one batch, or of all, as seen (operation `attention.dismiss`). */
export async function dismissAttention(
  { store, clock, emit }: CoreParts,
  batchId: string | null,
): Promise<void> {
  const dismiss = (id: string): void => {
    store.dismiss(id, clock.now());
    emit({ kind: 'batch', id });
  };
  if (batchId !== null) return dismiss(batchId);
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
