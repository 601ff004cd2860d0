import { EventEntity, type AuditFilter } from '../../contract/audit.ts';
import { momentsOf } from '../payouts/days.ts';

/** The filter of the screen, as in its address: days are local and inclusive. */
export type ActivityView = {
  readonly person: string | null;
  readonly byPeople: boolean;
  readonly entity: EventEntity | null;
  readonly kind: string | null;
  readonly batchId: string | null;
  readonly payeeId: string | null;
  readonly from: string;
  readonly to: string;
};

export const everything: ActivityView = {
  person: null,
  byPeople: false,
  entity: null,
  kind: null,
  batchId: null,
  payeeId: null,
  from: '',
  to: '',
};

export function readView(address: URLSearchParams): ActivityView {
  return {
    person: address.get('person'),
    byPeople: address.get('people') === '1',
    entity: EventEntity.safeParse(address.get('about')).data ?? null,
    kind: address.get('kind'),
    batchId: address.get('batch'),
    payeeId: address.get('payee'),
    from: address.get('from') ?? '',
    to: address.get('to') ?? '',
  };
}

export function writeView(view: ActivityView): URLSearchParams {
  const { person, byPeople, entity, kind, batchId, payeeId, from, to } = view;
  const named = {
    person,
    people: byPeople ? '1' : null,
    about: entity,
    kind,
    batch: batchId,
    payee: payeeId,
    from,
    to,
  };
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(named))
    if (value !== null && value !== '') address.set(name, value);
  return address;
}

export function filterOf({ entity, kind, from, to, ...view }: ActivityView): AuditFilter {
  return {
    ...view,
    entities: entity === null ? [] : [entity],
    kinds: kind === null ? [] : [kind],
    ...momentsOf(from, to),
  };
}

export function isNarrowed(view: ActivityView): boolean {
  return writeView(view).size > 0;
}
