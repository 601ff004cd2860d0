import type { AuditEvent, EventEntity } from '../../audit.ts';
import type { Cause } from '../../payments/cause.ts';
import { BatchState } from '../../batches/batch.ts';
import { PaymentState } from '../../payments/payment-states.ts';
import { stateText } from '../states.ts';

const entities: Record<EventEntity, string> = {
  payment: 'Payment',
  batch: 'Batch',
  profile: 'Profile',
  payee: 'Payee',
  controls: 'Approvals',
  settings: 'Settings',
};

/** The kind of subject of an event. */
export function entityLabel(entity: string): string {
  return Object.hasOwn(entities, entity) ? entities[entity as EventEntity] : entity;
}

const aboutAnswers: ReadonlySet<Cause['code']> = new Set(['answered', 'notAnswered', 'asked']);

const newIncoming: ReadonlySet<Cause['code']> = new Set(['created', 'link', 'followed']);

/**
 * What an event made of its subject, where the cause does not say it: an answer of the gateway, or the lack of one (`Now paid`, `Still
 * accepted`), and the steps of recording a payin or top-up, which are three events of one cause (`Now released`). Null for any other event.
 */
export function outcomeOfEvent({
  entity,
  from,
  to,
  reason,
}: Pick<AuditEvent, 'entity' | 'from' | 'to' | 'reason'>): string | null {
  const about = entity === 'batch' ? newIncoming : entity === 'payment' ? aboutAnswers : null;
  const state = (entity === 'batch' ? BatchState : PaymentState).safeParse(to);
  if (about?.has(reason.code) !== true || !state.success) return null;
  return `${from === to ? 'Still' : 'Now'} ${stateText(state.data)}`;
}
