import type { AppEvent } from '../../../contract/events.ts';
import type { HostOperationName } from '../../../contract/window/host.ts';
import type { OperationName } from '../../../contract/operations.ts';

type AnyName = OperationName | HostOperationName;
type Invalidation = { readonly names: readonly AnyName[]; readonly idField?: string };

/** What is said of the audit log, in which nearly everything is recorded. */
const log = ['audit.status', 'audit.people'] as const;

/** Sums over payments that take a few milliseconds, however many payments there are. */
const sums = ['position.read', 'position.parts', 'flows.read'] as const;

/**
 * Which answers an event invalidates. Only their screens read again those that ask the gateway, and the pages of the history, whose rows must not move under
 * the cursor.
 */
const invalidations: Record<AppEvent['kind'], readonly Invalidation[]> = {
  profile: [
    { names: ['approvals.status', 'policies.show'] },
    { names: ['profiles.list', 'profiles.show', 'settings.read', 'gateway.state', 'attention.list'] },
    { names: ['callbacks.state', 'callbacks.deliveries', ...log] },
    // They name the profile, which may have another name now, or be removed.
    { names: ['batches.list', 'batches.summary', 'batches.show', 'batches.scheduled', 'runner.state'] },
    { names: ['sheets.list', 'sheets.show', 'payouts.show', 'incoming.list', 'incoming.show'] },
    { names: ['position.read', 'books.list'] },
  ],
  batch: [
    { names: ['batches.duplicates', 'approvals.status'], idField: 'batchId' },
    // A batch that retries payouts of another one, or repeats them, changes what became of that one.
    { names: ['batches.summary', 'batches.show'] },
    { names: ['batches.list', 'batches.scheduled', 'runner.state', 'attention.list'] },
    // A run names only its batch, and the payout may be retried, or paid, by another one.
    { names: ['payouts.show'] },
    { names: ['sheets.list', 'sheets.setAsideLinks'] },
    { names: [...log, ...sums] },
  ],
  payout: [{ names: ['payouts.show'], idField: 'idPayout' }, { names: ['attention.list', ...sums] }],
  incoming: [
    { names: ['incoming.show'], idField: 'idPayment' },
    { names: ['incoming.list', 'runner.state', 'attention.list', ...log, ...sums] },
  ],
  sheet: [
    { names: ['sheets.show', 'sheets.rows', 'sheets.matches'], idField: 'sheetId' },
    { names: ['sheets.list', 'sheets.setAsideLinks'] },
  ],
  payee: [{ names: ['payees.list', 'payees.show', 'payees.findings', ...log] }],
  // Balances are read at the end of a run too, which changes all figures of the treasury.
  balances: [
    { names: ['balances.stored', 'balances.trend', 'balances.history', 'attention.list'] },
    { names: [...sums, 'books.preview'] },
    // The statement with its movements: its count of them is above their list. A note about a difference is an event of the log.
    { names: ['statement.read', 'statement.movements', ...log] },
  ],
  codes: [{ names: ['codes.stored', 'merchant.stored'], idField: 'profileName' }],
  approvals: [
    {
      names: ['approvals.status', 'approvals.folder', 'approvers.list', 'policies.show'],
    },
    { names: ['batches.list', 'batches.summary', 'batches.scheduled', 'attention.list', 'payees.findings'] },
    // A draft counts as committed once its approval is requested.
    { names: [...log, ...sums] },
  ],
  settings: [
    { names: ['settings.read', 'attention.list', 'callbacks.state', ...log] },
    { names: ['payees.findings'] },
    { names: ['approvals.folder', 'books.preview'] },
  ],
  callbacks: [{ names: ['callbacks.state', 'callbacks.deliveries'] }],
  runner: [{ names: ['runner.state', 'batches.list'] }],
  gateway: [{ names: ['gateway.state', 'runner.state'] }],
  busy: [],
  restored: [],
  attention: [{ names: ['attention.list'] }],
  leftOut: [{ names: ['attention.list'] }],
  books: [{ names: ['books.list', 'books.preview'] }],
  notification: [],
  badge: [],
  progress: [],
};

function isInvalidated(queryKey: readonly unknown[], { names, idField }: Invalidation, id: string): boolean {
  const [name, input] = queryKey;
  if (!names.some((each) => each === name)) return false;
  if (idField === undefined || typeof input !== 'object' || input === null) return true;
  return Reflect.get(input, idField) === id;
}

/** Whether events of this kind invalidate any answer. */
export function invalidatesAnything({ kind }: AppEvent): boolean {
  return invalidations[kind].length > 0;
}

/** Whether an event invalidates the answer with this key (an operation's name and its input). */
export function isInvalidatedBy(queryKey: readonly unknown[], { kind, id }: AppEvent): boolean {
  return invalidations[kind].some((each) => isInvalidated(queryKey, each, id));
}
