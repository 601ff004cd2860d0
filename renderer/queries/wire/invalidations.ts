import type { AppEvent } from '../../../contract/events.ts';
import type { HostOperationName } from '../../../contract/window/host.ts';
import type { OperationName } from '../../../contract/operations.ts';

type AnyName = OperationName | HostOperationName;
type Invalidation = { readonly names: readonly AnyName[]; readonly idField?: string };

/**
 * Which answers an event makes old. Those that ask the gateway, and the pages of the history, whose rows must not move under
 * the cursor, are read again by their screens alone.
 */
const invalidations: Record<AppEvent['kind'], readonly Invalidation[]> = {
  profile: [
    { names: ['approvals.status', 'policies.show'] },
    { names: ['profiles.list', 'profiles.show', 'settings.read', 'gateway.state', 'attention.list'] },
    { names: ['callbacks.state', 'callbacks.deliveries', 'audit.status'] },
  ],
  batch: [
    {
      names: ['batches.summary', 'batches.show', 'batches.duplicates', 'batches.checkPlan'],
      idField: 'batchId',
    },
    { names: ['batches.list', 'batches.scheduled', 'runner.state', 'attention.list'] },
    { names: ['sheets.list', 'sheets.setAsideLinks'] },
    { names: ['audit.status'] },
  ],
  payout: [{ names: ['payouts.show'], idField: 'idPayout' }, { names: ['attention.list'] }],
  incoming: [
    { names: ['incoming.show'], idField: 'idPayment' },
    { names: ['incoming.list', 'runner.state', 'attention.list'] },
  ],
  sheet: [
    { names: ['sheets.show', 'sheets.rows', 'sheets.matches'], idField: 'sheetId' },
    { names: ['sheets.list', 'sheets.setAsideLinks'] },
  ],
  payee: [{ names: ['payees.list', 'payees.show', 'payees.findings', 'audit.status'] }],
  // Balances are read at the end of a run too, when all figures of the treasury are other ones.
  balances: [
    { names: ['balances.stored', 'balances.trend', 'balances.history', 'attention.list'] },
    { names: ['position.read', 'position.parts', 'statement.read', 'flows.read', 'books.preview'] },
  ],
  codes: [{ names: ['codes.stored', 'merchant.stored'], idField: 'profileName' }],
  approvals: [
    {
      names: ['approvals.list', 'approvals.status', 'approvals.folder', 'approvers.list', 'policies.show'],
    },
    { names: ['batches.list', 'batches.summary', 'batches.scheduled', 'attention.list', 'payees.findings'] },
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

function isMeant(queryKey: readonly unknown[], { names, idField }: Invalidation, id: string): boolean {
  const [name, input] = queryKey;
  if (!names.some((each) => each === name)) return false;
  if (idField === undefined || typeof input !== 'object' || input === null) return true;
  return Reflect.get(input, idField) === id;
}

/** Whether any answer is made old by events of this kind. */
export function invalidatesAnything({ kind }: AppEvent): boolean {
  return invalidations[kind].length > 0;
}

/** Whether the answer under this key (an operation's name and its input) is made old by an event. */
export function isInvalidatedBy(queryKey: readonly unknown[], { kind, id }: AppEvent): boolean {
  return invalidations[kind].some((each) => isMeant(queryKey, each, id));
}
