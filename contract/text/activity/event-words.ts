import type { EventEntity } from '../../audit.ts';

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
