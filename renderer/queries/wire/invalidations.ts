import type { AppEvent } from '../../../contract/events.ts';
import type { HostOperationName } from '../../../contract/window/host.ts';
import type { OperationName } from '../../../contract/operations.ts';

type AnyName = OperationName | HostOperationName;
/** `idField`: only the answers whose input names this ID, or that name it themselves. */
type Invalidation = { readonly names: readonly AnyName[]; readonly idField?: string };

/**
 * Which answers an event invalidates. Only their screens read again those that ask the gateway, and the pages of the history, whose rows must not move under
 * the cursor.
 */
const invalidations: Record<AppEvent['kind'], readonly Invalidation[]> = {
  profile: [
    { names: ['approvals.status', 'policies.show'] },
    { names: ['profiles.list', 'profiles.show', 'settings.read', 'gateway.state', 'attention.list'] },
    { names: ['callbacks.state', 'callbacks.deliveries', 'audit.status'] },
    // They name the profile, which may have another name now, or be removed.
    { names: ['batches.list', 'batches.summary', 'batches.show', 'batches.scheduled', 'runner.state'] },
    { names: ['sheets.list', 'sheets.show', 'payouts.show', 'incoming.list', 'incoming.show'] },
    { names: ['position.read', 'books.list'] },
  ],
  batch: [
    // The events of a run name only its batch.
    {
      names: ['batches.summary', 'batches.show', 'batches.duplicates', 'payouts.show'],
      idField: 'batchId',
    },
    { names: ['batches.list', 'batches.scheduled', 'runner.state', 'attention.list'] },
    { names: ['sheets.list', 'sheets.setAsideLinks'] },
    { names: ['audit.status'] },
  ],
  payout: [{ names: ['payouts.show'], idField: 'idPayout' }, { names: ['attention.list'] }],
  incoming: [
    { names: ['incoming.show'], idField: 'idPayment' },
    { names: ['incoming.list', 'runner.state', 'attention.list', 'audit.status'] },
  ],
  sheet: [
    { names: ['sheets.show', 'sheets.rows', 'sheets.matches'], idField: 'sheetId' },
    { names: ['sheets.list', 'sheets.setAsideLinks'] },
  ],
  payee: [{ names: ['payees.list', 'payees.show', 'payees.findings', 'audit.status'] }],
  // Balances are read at the end of a run too, which changes all figures of the treasury.
  balances: [
    { names: ['balances.stored', 'balances.trend', 'balances.history', 'attention.list'] },
    { names: ['position.read', 'position.parts', 'flows.read', 'books.preview'] },
    // The statement with its movements: its count of them is above their list. A note about a difference is an event of the log.
    { names: ['statement.read', 'statement.movements', 'audit.status'] },
  ],
  codes: [{ names: ['codes.stored', 'merchant.stored'], idField: 'profileName' }],
  approvals: [
    {
      names: ['approvals.list', 'approvals.status', 'approvals.folder', 'approvers.list', 'policies.show'],
    },
    { names: ['batches.list', 'batches.summary', 'batches.scheduled', 'attention.list', 'payees.findings'] },
    { names: ['audit.status'] },
  ],
  settings: [
    { names: ['settings.read', 'attention.list', 'callbacks.state', 'audit.status', 'audit.people'] },
    { names: ['payees.findings'] },
    { names: ['approvals.folder', 'books.preview'] },
  ],
  callbacks: [{ names: ['callbacks.state', 'callbacks.deliveries'] }],
  runner: [{ names: ['runner.state', 'batches.list'] }],
  gateway: [{ names: ['gateway.state', 'runner.state'] }],
  busy: [],
  restored: [],
  books: [{ names: ['books.list', 'books.preview'] }],
  notification: [],
  badge: [],
  progress: [],
};

function isInvalidated(
  [name, input]: readonly unknown[],
  answer: unknown,
  { names, idField }: Invalidation,
  id: string,
): boolean {
  if (!names.some((each) => each === name)) return false;
  if (idField === undefined) return true;
  const named = fieldOf(input, idField) ?? fieldOf(answer, idField);
  return named === undefined || named === id;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whether events of this kind invalidate any answer. */
export function invalidatesAnything({ kind }: AppEvent): boolean {
  return invalidations[kind].length > 0;
}

/** Whether an event invalidates the answer with this key (an operation's name and its input); undefined while it is loading. */
export function isInvalidatedBy(
  queryKey: readonly unknown[],
  { kind, id }: AppEvent,
  answer?: unknown,
): boolean {
  return invalidations[kind].some((each) => isInvalidated(queryKey, answer, each, id));
}
