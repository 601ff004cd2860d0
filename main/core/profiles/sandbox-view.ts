import type { HistoryFilter, Store, StoredBatch, StoredPayment } from '../ports/index.ts';

/** The store as if it contained only sandbox profiles: nothing of a live profile is read, listed, counted, sent or polled. */
export function sandboxView(store: Store): Store {
  const isSandbox = ({ environment }: { readonly environment: string }): boolean => environment === 'sandbox';
  const seen = <Found extends { readonly environment: string }>(found: Found | null): Found | null =>
    found !== null && isSandbox(found) ? found : null;
  /** Whether a batch, or what belongs to one, is of a sandbox profile. */
  const isOfSandbox = ({ batchId }: { readonly batchId: string }): boolean =>
    seen(store.findAnyBatch(batchId)) !== null;
  /** The same for many payments: batches are looked up once. */
  const paymentCheck = (): ((payment: StoredPayment) => boolean) => {
    const known = new Map<string, boolean>();
    return (payment) => {
      const isSeen = known.get(payment.batchId) ?? isOfSandbox(payment);
      known.set(payment.batchId, isSeen);
      return isSeen;
    };
  };
  // Not by the name of a profile: a removed live profile may have had the name of a sandbox profile.
  const inSandbox = (filter: HistoryFilter): HistoryFilter => ({ ...filter, environment: 'sandbox' });

  return {
    ...store,
    listProfiles: () => store.listProfiles().filter(isSandbox),
    readableProfiles: () => store.readableProfiles().filter(isSandbox),
    // Nobody knows of which profile it is.
    leftOutRecords: () => (store.leftOutRecords().length === 0 ? [] : ['a record']),
    findProfile: (name) => seen(store.findProfile(name)),
    profileOfKey: (keyId) => seen(store.profileOfKey(keyId)),
    findBatch: (batchId) => seen(store.findBatch(batchId)),
    findAnyBatch: (batchId) => seen(store.findAnyBatch(batchId)),
    listBatches: ({ after, limit }) => {
      const found: StoredBatch[] = [];
      for (let last = after; found.length < limit;) {
        const page = store.listBatches({ after: last, limit });
        found.push(...page.filter(isSandbox));
        last = page.at(-1)?.batchId ?? null;
        if (page.length < limit) break;
      }
      return found.slice(0, limit);
    },
    schedules: () => store.schedules().filter(isSandbox),
    draftsAwaitingApproval: () => store.draftsAwaitingApproval().filter(isSandbox),
    lostSchedules: (limit) => store.lostSchedules(limit).filter(isSandbox),
    unfinishedBatches: () => store.unfinishedBatches().filter(isSandbox),
    nextRecheckAt: (_environment, after) => store.nextRecheckAt('sandbox', after),
    batchesWithWork: (now) => store.batchesWithWork(now).filter(isSandbox),
    findPayment: (idPayment, profileName) =>
      store
        .keyIdsIn('sandbox')
        .filter((keyId) => profileName === undefined || store.profileOfKey(keyId)?.name === profileName)
        .flatMap((keyId) => store.paymentsNamed(keyId, idPayment))
        .filter(({ kind }) => kind === 'payout')
        .reduce<StoredPayment | null>(
          (newest, next) => (next.paymentId > (newest?.paymentId ?? 0) ? next : newest),
          null,
        ),
    findPayee: (payeeId) => seen(store.findPayee(payeeId)),
    searchPayees: (search) => store.searchPayees({ ...search, environment: 'sandbox' }),
    listPayees: (list) => store.listPayees({ ...list, environment: 'sandbox' }),
    listSheets: () => store.listSheets().filter(isSandbox),
    findSheet: (sheetId) => seen(store.findSheet(sheetId)),
    *walkEvents(filter, before) {
      // Settings belong to the computer; approvers of live profiles are hidden.
      for (const step of store.walkEvents(filter, before))
        yield step.filter(({ environment, entity }) => environment === 'sandbox' || entity === 'settings');
    },
    walkHistory: (query) => store.walkHistory({ ...query, filter: inSandbox(query.filter) }),
    countIndexed: (filter) => store.countIndexed(inSandbox(filter)),
    walkFlows: (filter) => store.walkFlows(inSandbox(filter)),
    findRemovedIncoming: (kind, idPayment, profileName) => {
      const found = store.findRemovedIncoming(kind, idPayment, profileName);
      return found !== null && isOfSandbox(found) ? found : null;
    },
    scanIncoming: (filter, page) => {
      const { found, next } = store.scanIncoming(filter, page);
      return { found: found.filter(paymentCheck()), next };
    },
    incomingOfBatch: (batchId) =>
      seen(store.findAnyBatch(batchId)) === null ? null : store.incomingOfBatch(batchId),
    heldDrafts: (limit) => store.heldDrafts(limit).filter(isOfSandbox),
    unanswered: (of) => store.unanswered(of).filter(isOfSandbox),
    troubles: (page) => {
      const { troubles, next } = store.troubles(page);
      return { troubles: troubles.filter(isOfSandbox), next };
    },
    notices: (limit) => store.notices(limit, 'sandbox'),
    countNotices: () => store.countNotices().filter(isSandbox),
    dismissLostSchedules: (shown) => store.dismissLostSchedules(shown, 'sandbox'),
  };
}
