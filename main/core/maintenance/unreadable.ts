import type { EmittingContext } from '../context/context.ts';
import type { Store } from '../ports/index.ts';
import { readOr } from '../context/refused.ts';
import { payeePages } from '../payees/list-payees.ts';

const listed = 1000;
/** Payees read without a pause. */
const payeesAtOnce = 50;

function everyBatch(store: Pick<Store, 'listBatches'>): void {
  let after: string | null = null;
  do {
    const page = store.listBatches({ after, limit: listed });
    after = page.length < listed ? null : (page.at(-1)?.batchId ?? null);
  } while (after !== null);
}

/** Every payee of whom people recorded this. */
async function everyRecorded(
  context: EmittingContext,
  standing: 'blocked' | 'verified',
  signal: AbortSignal,
): Promise<void> {
  const all = { search: '', standing, environment: null, isShown: true };
  const pages = payeePages(context, all, null, () => payeesAtOnce, signal);
  for (;;) if ((await pages.next()).done === true) return;
}

/** The records of every list that cannot be read, whether the list leaves them out or fails. */
export async function unreadableRecords(
  { store, clock, emit }: EmittingContext,
  signal: AbortSignal,
): Promise<string[]> {
  const lists: readonly (() => unknown)[] = [
    () => store.readableProfiles(),
    () => store.listSheets(),
    () => store.notices(listed),
    () => store.listDeliveries(listed),
    () => store.listApprovalFiles(listed),
    () => store.listControls(),
    () => store.callbackAddresses(),
    () => store.unfinishedBatches(),
    () => everyBatch(store),
    () => everyRecorded({ store, clock, emit }, 'blocked', signal),
    () => everyRecorded({ store, clock, emit }, 'verified', signal),
    () => store.schedules(),
    () => store.lostSchedules(listed),
    ...store
      .readableProfiles()
      .flatMap(({ keyId }) => [() => store.keptBooks(keyId, listed), () => store.latestBalances(keyId)]),
  ];
  const failing: string[] = [];
  for (const list of lists) {
    const found = await readOr<string | null>(
      async () => {
        await list();
        return null;
      },
      (unreadable) => unreadable,
    );
    if (found !== null) failing.push(found);
    await clock.turn();
  }
  return [...new Set([...failing, ...store.leftOutRecords()])];
}
