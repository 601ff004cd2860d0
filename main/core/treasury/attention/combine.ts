import type { EndedBatches, Notification, NotificationKind } from '../../../../contract/notifications.ts';
import { outcomeCounts } from '../../../../contract/text/outcome.ts';
import { countItems, type AttentionItem } from '../../../../contract/treasury/attention.ts';
import { toBatchSummary } from '../../payments/convert.ts';
import type { SignedFiles } from './signed-files.ts';
import type { Store, StoredBatch } from '../../ports/index.ts';

/** One thing to notify about; `key` identifies it while it lasts. */
export type News = { readonly kind: NotificationKind; readonly key: string } & (
  | {
      readonly kind: 'batchEnded';
      readonly batchId: string;
      readonly profileName: string;
      readonly counts: EndedBatches;
    }
  | { readonly kind: 'attention' | 'lowBalance'; readonly item: AttentionItem }
  | { readonly kind: 'approvalWaiting'; readonly isRequest: boolean }
);

type Of<Kind extends News['kind']> = Extract<News, { kind: Kind }>;
export type EndedBatch = Of<'batchEnded'>;

/** A batch with no payout left in progress; null if none of it was ever sent. */
export function newsOfBatch(store: Store, batch: StoredBatch): EndedBatch | null {
  const { batchId, profileName, environment } = batch;
  const { byState, paidByRetry, paidOutside, paidByOther } = toBatchSummary(store, batch);
  const { paid, notPaid, toReview } = outcomeCounts(byState);
  const { cancelled = 0 } = byState;
  if (paid + notPaid + toReview === cancelled) return null;
  const counts = {
    environment,
    batches: 1,
    paid,
    notPaid,
    paidByRetry,
    paidOutside,
    paidByOther,
    toReview,
  };
  return { kind: 'batchEnded', key: `batch ${batchId}`, batchId, profileName, counts };
}

/** Items that a person caused by preparing a draft are already in view, and signed files have their own notification. */
const notAnnounced: ReadonlySet<AttentionItem['kind']> = new Set(['heldDuplicates', 'approvalFile']);

/** `keyIdOf` identifies a profile by its name, also after it was renamed. */
export function newsOfItems(
  items: readonly AttentionItem[],
  keyIdOf: (profileName: string) => string | null,
): News[] {
  return items
    .filter(({ kind }) => !notAnnounced.has(kind))
    .map((item) => {
      const { kind, profileName, batchId, payment, currencyCode } = item;
      const isBalance = kind === 'lowBalance' || kind === 'lowProjection';
      const profile = keyIdOf(profileName) ?? profileName;
      const subject = payment?.idPayment ?? payment?.kind;
      const parts = [kind, profile, batchId, subject, currencyCode, ...detailOf(item)];
      return { kind: isBalance ? 'lowBalance' : 'attention', key: JSON.stringify(parts), item };
    });
}

/** What distinguishes items of a kind that name no batch, and what makes one of the same batch news: it had not needed a person before. */
function detailOf(item: AttentionItem): string[] {
  switch (item.kind) {
    case 'unknown':
      return item.forAPerson > 0 ? ['forAPerson'] : [];
    case 'witness':
      return [item.fault.code];
    case 'backgroundFailure':
      return [item.failure.task];
    case 'schedule':
      return [item.fileName, item.scheduledFor, item.trouble.code];
    default:
      return [];
  }
}

export function newsOfFiles(files: Awaited<ReturnType<SignedFiles>>['files']): News[] {
  return files
    .filter(({ kind }) => kind !== 'unreadable')
    .map(({ kind, name, changedAt }) => ({
      kind: 'approvalWaiting',
      key: `file ${name} ${changedAt}`,
      isRequest: kind === 'request' || kind === 'controlRequest',
    }));
}

/** One notification for everything of a kind. */
export function combine(news: readonly News[]): Notification[] {
  const of = <Kind extends News['kind']>(kind: Kind): Of<Kind>[] =>
    news.filter((each): each is Of<Kind> => each.kind === kind);
  return [
    ...endedNotification(of('batchEnded')),
    ...attentionNotification(of('attention').map(({ item }) => item)),
    ...balanceNotification(of('lowBalance').map(({ item }) => item)),
    ...approvalNotification(of('approvalWaiting')),
  ];
}

function endedNotification(news: readonly EndedBatch[]): Notification[] {
  const [first] = news;
  if (first === undefined) return [];
  const sums = new Map<string, EndedBatches>();
  for (const { counts } of news) {
    const sum = sums.get(counts.environment);
    sums.set(
      counts.environment,
      sum === undefined
        ? counts
        : {
            environment: counts.environment,
            batches: sum.batches + counts.batches,
            paid: sum.paid + counts.paid,
            notPaid: sum.notPaid + counts.notPaid,
            paidByRetry: knownSum(sum.paidByRetry, counts.paidByRetry),
            paidOutside: knownSum(sum.paidOutside, counts.paidOutside),
            paidByOther: knownSum(sum.paidByOther, counts.paidByOther),
            toReview: sum.toReview + counts.toReview,
          },
    );
  }
  const { batchId, profileName } = first;
  const batch = news.length === 1 ? { batchId, profileName } : null;
  return [{ kind: 'batchEnded', ended: [...sums.values()], batch }];
}

/** Null where either is too many to count. */
function knownSum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function attentionNotification(items: readonly AttentionItem[]): Notification[] {
  const [first] = items;
  if (first === undefined) return [];
  const isOneProfile = items.every(({ profileName }) => profileName === first.profileName);
  return [
    {
      kind: 'attention',
      items: [...new Set(items.map(({ kind }) => kind))],
      count: countItems(items),
      profileName: isOneProfile ? first.profileName : '',
    },
  ];
}

function balanceNotification(items: readonly AttentionItem[]): Notification[] {
  const [first] = items;
  if (first === undefined) return [];
  const low = items.filter(({ kind }) => kind === 'lowBalance').length;
  const { profileName, currencyCode } = first;
  const balance = items.length === 1 && currencyCode !== null ? { profileName, currencyCode } : null;
  return [{ kind: 'lowBalance', low, projected: items.length - low, balance }];
}

function approvalNotification(files: readonly Of<'approvalWaiting'>[]): Notification[] {
  if (files.length === 0) return [];
  const requests = files.filter(({ isRequest }) => isRequest).length;
  return [{ kind: 'approvalWaiting', requests, others: files.length - requests }];
}
