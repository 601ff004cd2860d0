import type { EventEntity } from '../../audit.ts';

const entities: Record<EventEntity, string> = {
  payment: 'Payment',
  batch: 'Batch',
  profile: 'Profile',
  payee: 'Payee',
  controls: 'Approvals',
  settings: 'Settings',
};

/** What an event is about. */
export function entityLabel(entity: string): string {
  return Object.hasOwn(entities, entity) ? entities[entity as EventEntity] : entity;
}
