import type { AuditEvent, EventEntity } from '../../audit.ts';
import type { Cause } from '../../payments/cause.ts';
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

/** What an answer of the gateway, or the lack of one, made of a payment: `Now paid`, `Still accepted`; null for any other event. */
export function outcomeOfEvent({
  entity,
  from,
  to,
  reason,
}: Pick<AuditEvent, 'entity' | 'from' | 'to' | 'reason'>): string | null {
  const state = PaymentState.safeParse(to);
  if (entity !== 'payment' || !state.success || !aboutAnswers.has(reason.code)) return null;
  return `${from === to ? 'Still' : 'Now'} ${stateText(state.data)}`;
}
